"""Rotary positions: pairs of features turned by their position."""

from math import inf
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import rotary_positions, rotate

B, H, N, D, W = 2, 3, 5, 14, 6
X = normal(1, B, H, N, D)
COS, SIN = normal(2, N, W // 2), normal(3, N, W // 2)
PAIRS: list[Literal["adjacent", "halves"]] = ["adjacent", "halves"]


def by_loops(x: NDArray[Any], cosine: NDArray[Any], sine: NDArray[Any], pairs: str) -> NDArray[Any]:
    cos, sin = (np.broadcast_to(a, (*x.shape[:-1], a.shape[-1])) for a in (cosine, sine))
    turned = np.zeros(x.shape)
    for index in np.ndindex(x.shape[:-2]):
        one = (np.asarray(a[index], np.float64).tolist() for a in (x, cos, sin))
        turned[index] = np.reshape(loops.rotate(*one, halves=pairs == "halves"), x.shape[-2:])
    return turned


@pytest.mark.parametrize("pairs", PAIRS)
@pytest.mark.parametrize("lead", [(), (H,), (B, 1), (B, H), (1, 1)])
def test_it_is_the_loops(pairs: Literal["adjacent", "halves"], lead: tuple[int, ...]) -> None:
    cosine, sine = normal(2, *lead, N, W // 2), normal(3, *lead, N, W // 2)
    close(by_loops(X, cosine, sine, pairs), rotate(X, cosine, sine, pairs=pairs))


def test_adjacent_pairs_are_the_usual() -> None:
    same(rotate(X, COS, SIN, pairs="adjacent"), rotate(X, COS, SIN))


@pytest.mark.parametrize("pairs", PAIRS)
@pytest.mark.parametrize("width", [2, W, D])
def test_features_beyond_the_width_stay(pairs: Literal["adjacent", "halves"], width: int) -> None:
    turned = rotate(X, *rotary_positions(N, width), pairs=pairs)
    same(X[..., width:], turned[..., width:])
    same(X[..., 0, :], turned[..., 0, :])
    assert (turned[..., 1:, :width] != X[..., 1:, :width]).all()


@pytest.mark.parametrize("width", [2, 6, 128])
@pytest.mark.parametrize("base", [10000.0, 500_000, 7.5])
@pytest.mark.parametrize("first", [0, 5, 100_000])
def test_the_angles_are_the_papers(width: int, base: float, first: int) -> None:
    positions = rotary_positions(3, width, first=first, base=base)
    for n in range(3):
        for c in range(width // 2):
            angle = (first + n) / base ** (2 * c / width)
            close(np.cos(angle), positions.cosine[n, c], atol=1e-10)
            close(np.sin(angle), positions.sine[n, c], atol=1e-10)


def test_counting_on_is_a_slice_of_counting_through() -> None:
    for whole, part in zip(rotary_positions(9, 8), rotary_positions(4, 8, first=5), strict=True):
        same(whole[5:], part)
    assert (0, 4) == rotary_positions(0, 8).sine.shape


@pytest.mark.parametrize("pairs", PAIRS)
def test_scores_depend_on_the_distance_alone(pairs: Literal["adjacent", "halves"]) -> None:
    query, key = normal(4, 1, D), normal(5, 1, D)

    def score(m: int, n: int) -> float:
        q, k = (
            rotate(x, *rotary_positions(1, D, first=place), pairs=pairs)
            for x, place in ((query, m), (key, n))
        )
        return float((q @ k.T).item())

    for m, n in ((3, 1), (7, 0), (2, 9)):
        for shift in (1, 50, 1000):
            close(score(m, n), np.array(score(m + shift, n + shift)), rtol=1e-10, atol=1e-10)
    assert abs(score(3, 1) - score(3, 2)) > 1e-3


@pytest.mark.parametrize("pairs", PAIRS)
def test_turning_changes_no_length(pairs: Literal["adjacent", "halves"]) -> None:
    turned = rotate(X, *rotary_positions(N, D, first=77), pairs=pairs)
    close(np.linalg.norm(X, axis=-1), np.linalg.norm(turned, axis=-1))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_type_is_that_of_x(dtype: type[np.floating[Any]]) -> None:
    turned = rotate(X.astype(dtype), COS, single(SIN))
    assert dtype == turned.dtype
    close(by_loops(X, COS, SIN, "adjacent"), turned, rtol=4e-3, atol=4e-3)
    assert np.float64 == rotate([[1, 2]], [[1]], [[0]]).dtype


def test_half_precision_is_computed_in_single() -> None:
    big = half([[60000, 60000]])
    same([[0, 60000]], np.round(rotate(big, [[0.5]], [[0.5]])))


def test_no_argument_is_changed() -> None:
    with untouched(X, COS, SIN):
        turned = rotate(X, COS, SIN)
    assert not np.shares_memory(turned, X)


def test_shapes_that_disagree_are_refused_by_name() -> None:
    with refused(ValueError, "sine", "(5, 2)", "(5, 3)"):
        rotate(X, COS, SIN[:, :2])
    with refused(ValueError, "cosine", "8 columns", "16 features", "at most the 14"):
        rotate(X, normal(1, N, 8), normal(1, N, 8))
    with refused(ValueError, "cosine", "0 columns", "1 or more"):
        rotate(X, COS[:, :0], SIN[:, :0])
    for rows in (1, 4):
        with refused(ValueError, "cosine", f"{rows} positions", "each of the 5 rows"):
            rotate(X, COS[:rows], SIN[:rows])
    for lead in ((2,), (7, 1, 1), (B, H, H)):
        with refused(ValueError, "cosine", str(lead), "those of x, (2, 3)"):
            rotate(X, normal(1, *lead, N, 3), normal(1, *lead, N, 3))


def test_arguments_that_are_not_finite_are_refused_by_name() -> None:
    for bad in (np.nan, inf):
        for place, name in enumerate(("x", "cosine", "sine")):
            arrays = [X[0, 0].copy(), COS.copy(), SIN.copy()]
            arrays[place][1, 1] = bad
            with refused(ValueError, name, "[1, 1]", "finite"):
                rotate(*arrays)
    with refused(ValueError, "x, cosine, sine", "rotation", "overflows float64"):
        rotate([[1.7e308, 1.7e308]], [[1.0]], [[1.0]])


@pytest.mark.parametrize("pairs", ["half", "", None, 2, ["halves"]])
def test_other_pairs_are_refused(pairs: Any) -> None:  # noqa: ANN401
    with refused(ValueError, "pairs", "got ", "'adjacent' or 'halves'"):
        rotate(X, COS, SIN, pairs=pairs)


def test_positions_that_make_no_sense_are_refused() -> None:
    with refused(ValueError, "width", "got 5", "even"):
        rotary_positions(3, 5)
    with refused(ValueError, "width", "got 0", "2 or more"):
        rotary_positions(3, 0)
    with refused(ValueError, "n_positions", "got -1", "0 or more"):
        rotary_positions(-1, 4)
    with refused(ValueError, "first", "got -1", "0 or more"):
        rotary_positions(3, 4, first=-1)
    with refused(TypeError, "n_positions", "got 2.0"):
        rotary_positions(2.0, 4)  # type: ignore[arg-type]
    for base in (0, -2.0):
        with refused(ValueError, "base", "above 0"):
            rotary_positions(3, 4, base=base)
    with refused(ValueError, "base", "finite"):
        rotary_positions(3, 4, base=inf)
    with refused(TypeError, "base", "a number"):
        rotary_positions(3, 4, base="10000")  # type: ignore[arg-type]


def test_positions_that_numbers_cannot_tell_apart_are_refused() -> None:
    last = 2**53 - 3
    close(np.cos(np.arange(last, last + 3)), rotary_positions(3, 2, first=last).cosine[:, 0])
    for first in (last + 1, 2**63 - 2, 2**70):
        with refused(ValueError, "first", str(first), "below 2**53"):
            rotary_positions(3, 2, first=first)


def test_a_base_that_makes_an_angle_overflow_is_refused() -> None:
    with refused(ValueError, "base", "got 5e-324", "larger", "overflows"):
        rotary_positions(3, 64, base=5e-324)
