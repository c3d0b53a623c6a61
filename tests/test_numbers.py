"""Numbers as a reader wants them."""

from math import inf

import pytest

from attention_course._numbers import number


@pytest.mark.parametrize(
    ("expected", "value"),
    [
        ("0", 0.0),
        ("0", -0.0),
        ("−18", -18.0),
        ("−12.73", -12.7279),
        ("1.414", 1.41421),
        ("0.1956", 0.195587),
        ("0.02", 0.02),
        ("1", 1.0),
        ("0.999997", 0.9999970318),
        ("0.99996", 0.99996),
        ("1", 0.99999999),
        ("−1.00001", -1.00001),
        ("3·10^{−6}", 2.9682e-6),
        ("−1.5·10^{−8}", -1.523e-8),
        ("10^{−5}", 1e-5),
        ("10^{−5}", 9.99e-6),
        ("4.9·10^{8}", 485165195.4),
        ("12350", 12345.6),
        ("∞", inf),
        ("−∞", -inf),
    ],
)
def test_a_number_has_four_digits_unless_they_would_mislead(expected: str, value: float) -> None:
    assert expected == number(value)


def test_fewer_digits_may_be_asked_for() -> None:
    assert number(1.41421, 2) == "1.4"
