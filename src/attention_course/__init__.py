"""Learn attention down to the last number."""

from attention_course._blockwise import BlockwiseAttention as BlockwiseAttention
from attention_course._blockwise import blockwise_attention as blockwise_attention
from attention_course._blockwise_backward import (
    blockwise_attention_backward as blockwise_attention_backward,
)
from attention_course._cache import KeyValueCache as KeyValueCache
from attention_course._cost import AttentionCost as AttentionCost
from attention_course._cost import attention_cost as attention_cost
from attention_course._cost import crossover_length as crossover_length
from attention_course._dot_product import Attention as Attention
from attention_course._dot_product import AttentionSteps as AttentionSteps
from attention_course._dot_product import attention_steps as attention_steps
from attention_course._dot_product import (
    scaled_dot_product_attention as scaled_dot_product_attention,
)
from attention_course._gradients import AttentionGradients as AttentionGradients
from attention_course._gradients import attention_backward as attention_backward
from attention_course._heads import MultiHeadAttention as MultiHeadAttention
from attention_course._heads import merge_heads as merge_heads
from attention_course._heads import split_heads as split_heads
from attention_course._masks import causal_mask as causal_mask
from attention_course._masks import combine_masks as combine_masks
from attention_course._masks import padding_mask as padding_mask
from attention_course._masks import sliding_window_mask as sliding_window_mask
from attention_course._normalisation import Normalised as Normalised
from attention_course._normalisation import layer_norm as layer_norm
from attention_course._normalisation import rms_norm as rms_norm
from attention_course._positions import sinusoidal_positions as sinusoidal_positions
from attention_course._rotary import RotaryPositions as RotaryPositions
from attention_course._rotary import rotary_positions as rotary_positions
from attention_course._rotary import rotate as rotate
from attention_course._softmax import softmax as softmax
from attention_course._softmax import softmax_jacobian as softmax_jacobian
