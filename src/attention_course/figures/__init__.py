"""Pictures of computed records, as SVG for a page; nothing is computed here."""

try:
    from matplotlib.figure import Figure as _Figure  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError(
        "attention_course.figures needs matplotlib, which the extra `figures` brings: "
        'pip install "attention-course[figures]", or from a clone pip install ".[figures]"'
    ) from error

from attention_course.figures._blocks import show_blocks as show_blocks
from attention_course.figures._cost import show_cost as show_cost
from attention_course.figures._gaps import show_gaps as show_gaps
from attention_course.figures._gradient_shares import (
    show_gradient_shares as show_gradient_shares,
)
from attention_course.figures._heads import show_heads as show_heads
from attention_course.figures._inline import InlineSvg as InlineSvg
from attention_course.figures._long_contexts import show_lengths as show_lengths
from attention_course.figures._long_contexts import show_parts as show_parts
from attention_course.figures._masks import show_masks as show_masks
from attention_course.figures._multi_head import show_multi_head as show_multi_head
from attention_course.figures._order_changes import show_order_changes as show_order_changes
from attention_course.figures._roofline import show_roofline as show_roofline
from attention_course.figures._saturation import show_saturation as show_saturation
from attention_course.figures._scores import show_scores as show_scores
from attention_course.figures._steps import compare_steps as compare_steps
from attention_course.figures._steps import show_steps as show_steps
from attention_course.figures._training import show_step_sizes as show_step_sizes
from attention_course.figures._training import show_training as show_training
from attention_course.figures._variance import show_variance as show_variance
from attention_course.figures._word_order import show_word_order as show_word_order
