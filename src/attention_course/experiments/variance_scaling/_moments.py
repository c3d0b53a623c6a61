"""Mean and variance of numbers that arrive a block at a time."""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Moments:
    r"""Count, mean and sum of squared deviations of the numbers seen so far.

    Two sets of :math:`n_a` and :math:`n_b` numbers merge without a second look at either, and
    without the cancellation of :math:`\sum x^2 - n\bar{x}^2`:

    .. math::

        \delta = \bar{x}_b - \bar{x}_a, \qquad
        \bar{x} = \bar{x}_a + \delta\,\frac{n_b}{n}, \qquad
        M = M_a + M_b + \delta^2\,\frac{n_a n_b}{n}.

    Attributes
    ----------
    count
        n, how many numbers.
    mean
        Their mean.
    deviations
        M, the sum of their squared deviations from the mean.

    Notes
    -----
    Chan, Golub and LeVeque, "Algorithms for computing the sample variance" (1983), equation 2.1.

    Examples
    --------
    >>> seen = Moments().with_block(np.array([1.0, 2.0])).with_block(np.array([6.0]))
    >>> seen
    Moments(count=3, mean=3.0, deviations=14.0)
    >>> seen.variance
    7.0
    """

    count: int = 0
    mean: float = 0.0
    deviations: float = 0.0

    def with_block(self, block: NDArray[np.float64]) -> Self:
        """Return the moments of the numbers so far and those in `block` together."""
        mean = float(block.mean())
        deviations = float(np.square(block - mean).sum())
        count = self.count + block.size
        step = mean - self.mean
        return type(self)(
            count,
            self.mean + step * block.size / count,
            self.deviations + deviations + step**2 * self.count * block.size / count,
        )

    @property
    def variance(self) -> float:
        """The unbiased sample variance, M / (n - 1)."""
        return self.deviations / (self.count - 1)
