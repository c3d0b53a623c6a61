"""Numbers as a reader wants them: four significant digits, a real minus, no false zeros or ones."""

from math import floor, isinf, log10

_DIGITS = 4
_MOST_DIGITS = 7
_SMALLEST_PLAIN = 1e-4
_LARGEST_PLAIN = 1e6

ROUNDING = 1e-12
"""Changes of outputs up to this are rounding."""


def number(value: float, digits: int = _DIGITS) -> str:
    """Write a number for a drawing, in the markup of `inline_svg`.

    Parameters
    ----------
    value
        Any number; infinities are written as such.
    digits
        How many significant digits; more are given where they would hide that it is not 1.

    Returns
    -------
    str
        For example ``−12.73``, ``0.999997`` or ``3·10^{−6}``.
    """
    if isinf(value):
        return "−∞" if value < 0 else "∞"
    if value == 0:
        return "0"
    size = abs(value)
    if size < _SMALLEST_PLAIN or size >= _LARGEST_PLAIN:
        exponent = floor(log10(size))
        mantissa = f"{size / 10.0**exponent:.2g}"
        if mantissa == "10":
            mantissa, exponent = "1", exponent + 1
        factor = "" if mantissa == "1" else f"{mantissa}·"
        text = f"{factor}10^{{{exponent}}}"
    else:
        text = f"{size:.{digits}g}"
        while text == "1" and size != 1 and digits < _MOST_DIGITS:
            digits += 1
            text = f"{size:.{digits}g}"
        if "e" in text:
            text = f"{float(text):.0f}"
    return ("−" if value < 0 else "") + text.replace("-", "−")
