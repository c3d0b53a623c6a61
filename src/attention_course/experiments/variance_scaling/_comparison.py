"""A measured figure beside the figure it is held against."""

import math
from dataclasses import dataclass

LIMIT = 3.0
"""Standard errors of a difference beyond which two figures do not agree."""


@dataclass(frozen=True)
class Published:
    """A published figure as it was printed, and so known to half a unit of its last digit.

    Attributes
    ----------
    text
        The figure as printed.

    Examples
    --------
    >>> Published("0.35").value, Published("0.35").digits
    (0.35, 2)
    """

    text: str

    @property
    def value(self) -> float:
        """The figure as a number."""
        return float(self.text)

    @property
    def digits(self) -> int:
        """How many digits stand behind the point."""
        return len(self.text.partition(".")[2])

    @property
    def rounding_error(self) -> float:
        """The standard deviation of an error spread over one last digit: that digit over √12."""
        return float(10.0**-self.digits) / math.sqrt(12)


@dataclass(frozen=True)
class Comparison:
    r"""One figure beside its reference, apart by z standard errors of their difference.

    .. math:: z = \frac{x - x_0}{\sqrt{\mathrm{se}^2 + \mathrm{se}_0^2}}

    Attributes
    ----------
    figure
        What was measured.
    d_k
        At which key width.
    measured, error
        Ours, x, and its standard error.
    reference
        What it is held against: the source, theory or the cross-check.
    expected, expected_error
        The reference's figure, :math:`x_0`, and its standard error, 0 for theory.
    digits
        How many digits behind the point the reference is known to.

    Examples
    --------
    Both are random, so the difference of 0.5 is held against 0.5, the root of 0.3² + 0.4².

    >>> pair = Comparison("ratio", 32, 1.0, 0.3, "source", 1.5, 0.4, 1)
    >>> round(pair.z, 6), pair.verdict
    (-1.0, 'agrees within its error')
    """

    figure: str
    d_k: int
    measured: float
    error: float
    reference: str
    expected: float
    expected_error: float
    digits: int

    @property
    def z(self) -> float:
        """The difference in standard errors of the difference."""
        return (self.measured - self.expected) / math.hypot(self.error, self.expected_error)

    @property
    def agrees(self) -> bool:
        """Whether z is from -3 to 3, as 997 of 1000 differences of equals are."""
        return abs(self.z) <= LIMIT

    @property
    def verdict(self) -> str:
        """The same in words."""
        return "agrees within its error" if self.agrees else "does not agree"
