"""Sinusoidal position vectors."""

import numpy as np
import pytest
from tests import loops
from tests.tools import close, refused, same

from attention_course import sinusoidal_positions


@pytest.mark.parametrize(("n", "d_model"), [(7, 10), (5, 2), (1, 4), (1009, 6), (3, 512)])
def test_they_are_the_papers_sines_and_cosines(n: int, d_model: int) -> None:
    close(loops.sinusoidal(n, d_model), sinusoidal_positions(n, d_model), rtol=0, atol=1e-12)


def test_position_0_is_sines_of_0_and_cosines_of_0() -> None:
    same([[0.0, 1.0] * 3], sinusoidal_positions(1, 6))


def test_the_first_pair_turns_by_one_radian_a_position() -> None:
    close([np.sin(3.0), np.cos(3.0)], sinusoidal_positions(5, 6)[3, :2])


def test_no_two_positions_are_alike() -> None:
    table = sinusoidal_positions(101, 8)
    assert 101 == len(np.unique(np.round(table, 9), axis=0))


def test_no_positions_give_no_rows() -> None:
    assert (0, 6) == sinusoidal_positions(0, 6).shape


@pytest.mark.parametrize("width", [3, 7, 511])
def test_an_odd_width_is_refused(width: int) -> None:
    with refused(ValueError, "d_model", f"got {width}", "even"):
        sinusoidal_positions(5, width)
