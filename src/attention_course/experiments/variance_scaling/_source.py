"""What the source published."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from attention_course.experiments.variance_scaling._comparison import Published


@dataclass(frozen=True, eq=False)
class Source:
    r"""The figures of the course this book follows: its section 6.3, "lab 2b".

    The course publishes them without the seed they were drawn with, so they are compared as one
    random sample with another. It publishes no errors either; these follow from the theory:

    * the ratio and the scaled variance: :math:`\sqrt{(2 + 6/d_k)/n}`, derived at the head of the
      package;
    * a fraction of trials: binomial, as `LargestWeights.fraction_error`;
    * the gradient term: the spread from trial to trial seen here, over the root of the number of
      trials that saturated there, 175;

    each with the rounding of the printed figure added (`Published.rounding_error`): the fraction
    is printed in whole percent, the scaled variance to one digit.

    Attributes
    ----------
    draws
        n, the scores at each width.
    ratios
        For each width :math:`\operatorname{Var}(s) / d_k`.
    scaled_variance
        That of the scores divided by :math:`\sqrt{d_k}`, one figure for all widths.
    trials, saturation_width, n_keys
        The softmax trials, their key width and the keys in each.
    threshold
        A trial is saturated if its largest weight exceeds this.
    fraction, scaled_fraction
        The fraction of the trials that are, without and with the division.
    gradient_term
        The mean of :math:`p_{\max}(1 - p_{\max})` over the trials saturated without it.
    """

    draws: int
    ratios: Mapping[int, Published]
    scaled_variance: Published
    trials: int
    saturation_width: int
    n_keys: int
    threshold: float
    fraction: Published
    scaled_fraction: Published
    gradient_term: Published

    def ratio_error(self, d_k: int) -> float:
        """Return the standard error of the source's ratio, and of its scaled variance."""
        return math.sqrt((2 + 6 / d_k) / self.draws)


SOURCE = Source(
    draws=200_000,
    ratios=MappingProxyType(
        {
            32: Published("0.9987"),
            64: Published("1.0040"),
            128: Published("1.0029"),
            256: Published("1.0038"),
        }
    ),
    scaled_variance=Published("1.0"),
    trials=500,
    saturation_width=128,
    n_keys=64,
    threshold=0.99,
    fraction=Published("0.35"),
    scaled_fraction=Published("0.00"),
    gradient_term=Published("0.0020"),
)
"""What the source published."""
