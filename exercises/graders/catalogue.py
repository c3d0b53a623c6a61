"""All exercises, in the order of the book."""

from graders import (
    e6_1_shapes,
    e6_2_attention,
    e6_3_jacobian,
    e6_4_causal_mask,
    e6_5_equivariance,
    e6_6_multi_head,
)

EXERCISES = (
    e6_1_shapes.EXERCISE,
    e6_2_attention.EXERCISE,
    e6_3_jacobian.EXERCISE,
    e6_4_causal_mask.EXERCISE,
    e6_5_equivariance.EXERCISE,
    e6_6_multi_head.EXERCISE,
)
