"""Softmax and its Jacobian."""

from math import exp, log
from typing import Any

import numpy as np
import pytest
from tests import loops
from tests.tools import close, normal, refused, same, untouched

from attention_course import softmax, softmax_jacobian

UNEQUAL = [[3.0, -1.0, 0.5, 2.0, -7.0], [1000.0, -1000.0, 999.0, 0.0, 998.0], [-900.0] * 4 + [-901]]


def test_it_is_the_exponentials_over_their_sum() -> None:
    close([loops.softmax(row) for row in UNEQUAL], softmax(UNEQUAL))


def test_two_scores_ln_3_apart_give_weights_1_to_3() -> None:
    close([0.25, 0.75], softmax([0.0, log(3.0)]))


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_any_axis_can_be_the_one_that_sums_to_1(axis: int) -> None:
    scores = 5 * normal(0, 3, 5, 7)
    expected = np.apply_along_axis(lambda row: loops.softmax(list(row)), axis, scores)
    close(expected, softmax(scores, axis))
    close(expected, softmax(scores, axis=axis))


def test_the_last_axis_is_the_default() -> None:
    scores = normal(0, 3, 3)
    close([loops.softmax(row) for row in scores.tolist()], softmax(scores))


@pytest.mark.parametrize("shift", [100.0, 1000.0, -1000.0, 1e15])
def test_large_scores_of_either_sign_lose_nothing(shift: float) -> None:
    close([1 / (1 + exp(1)), 1 / (1 + exp(-1))], softmax([shift, shift + 1]))


def test_each_row_is_shifted_by_its_own_maximum() -> None:
    scores = [[0.0, 1.0, 3.0], [2000.0, 2001.0, 2000.5], [-2000.0, -2001.0, -2000.5]]
    close([loops.softmax(row) for row in scores], softmax(scores))
    columns = [list(column) for column in zip(*scores, strict=True)]
    close([loops.softmax(row) for row in scores], softmax(columns, axis=0).T)


def test_the_largest_finite_scores_give_finite_weights() -> None:
    top = np.finfo(np.float64).max
    same([0.0, 1.0], softmax([-top, top]))
    same([0.5, 0.5], softmax([-top, -top]))
    same([0.5, 0.5], softmax([top, top]))


def test_a_score_of_minus_infinity_gets_exactly_nothing() -> None:
    same([0.0, 1.0, 0.0], softmax([-np.inf, -1e300, -np.inf]))


def test_a_row_of_minus_infinities_is_refused_by_place() -> None:
    scores = np.zeros((2, 3, 5))
    scores[1, 2] = -np.inf
    with refused(ValueError, "scores", "-inf along axis -1", "[1, 2]", "0/0", "finite score"):
        softmax(scores)
    with refused(ValueError, "scores", "-inf along axis 1", "[1, 4]", "0/0"):
        softmax(np.swapaxes(scores, 1, 2)[:, :, [0, 0, 0, 0, 2]], axis=1)
    with refused(ValueError, "scores", "-inf along axis 0,", "0/0"):
        softmax([-np.inf, -np.inf], axis=0)


@pytest.mark.parametrize(("bad", "shown"), [(np.nan, "nan"), (np.inf, "inf")])
def test_scores_without_a_limit_are_refused_by_place(bad: float, shown: str) -> None:
    for call in (softmax, softmax_jacobian):
        with refused(ValueError, "scores", f"got {shown} at scores[1, 0]", "finite numbers"):
            call([[0.0, 1.0, -np.inf], [bad, bad, 2.0]])


@pytest.mark.parametrize("axis", [2, -3, 99])
def test_an_axis_that_does_not_exist_is_refused(axis: int) -> None:
    with refused(ValueError, "axis", f"got {axis}", "2"):
        softmax([[1.0, 2.0]], axis)


@pytest.mark.parametrize("axis", [0.5, 1.0, True, None, (0, 1), "0", np.array([0])])
def test_an_axis_that_is_no_integer_is_refused_by_name(axis: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "axis", f"got {axis!r}", "integer"):
        softmax([[1.0, 2.0]], axis)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_type_of_the_scores_is_kept(dtype: type[np.floating[Any]]) -> None:
    scores = np.array(UNEQUAL, dtype)
    for call in (softmax, softmax_jacobian):
        assert dtype == call(scores).dtype


def test_integers_are_computed_as_real_numbers() -> None:
    close(loops.softmax([1.0, 2.0, 5.0]), softmax(np.array([1, 2, 5])))
    assert np.float64 == softmax(np.array([1, 2], np.int8)).dtype
    assert np.float64 == softmax_jacobian([1, 2]).dtype


def test_half_precision_is_computed_in_single_and_cast_back() -> None:
    scores = (4 * normal(5, 1009)).astype(np.float16)
    exact = np.array(loops.softmax(scores.astype(float).tolist()))
    for actual in (softmax(scores), softmax(scores[None], axis=1)[0]):
        assert np.float16 == actual.dtype
        same(exact.astype(np.float16), actual)


def test_the_jacobian_in_half_precision_is_computed_in_single_and_cast_back() -> None:
    scores = (2 * normal(6, 13)).astype(np.float16)
    exact = np.array(loops.jacobian(scores.astype(float).tolist()))
    actual = softmax_jacobian(scores)
    assert np.float16 == actual.dtype
    same(exact.astype(np.float16), actual)


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 5), (0, 0), (2, 3, 0)])
def test_no_scores_give_no_weights(shape: tuple[int, ...]) -> None:
    assert shape == softmax(np.zeros(shape)).shape
    assert shape == softmax(np.zeros(shape), axis=0).shape
    assert (*shape, shape[-1]) == softmax_jacobian(np.zeros(shape)).shape


def test_one_score_gets_all_the_weight() -> None:
    same([[1.0], [1.0], [1.0]], softmax([[-1e308], [0.0], [1e308]]))
    same([[0.0]], softmax_jacobian([1e308]))


def test_the_callers_scores_are_left_alone() -> None:
    for order in ("C", "F"):
        for dtype in (np.float16, np.float32, np.float64):
            scores = np.array([[1.0, -np.inf, 3.0], [5.0, 2.0, 1.0]], dtype, order=order)
            frozen = scores.copy()
            frozen.flags.writeable = False
            with untouched(scores, frozen):
                result = softmax(scores)
                softmax(frozen, axis=0)
                softmax_jacobian(scores)
                softmax_jacobian(frozen)
            assert not np.shares_memory(scores, result)


def test_views_of_any_layout_are_read_right() -> None:
    base = normal(7, 6, 10)
    view = base[::-2, 1::3]
    close([loops.softmax(row) for row in view.tolist()], softmax(view))


def test_the_jacobian_is_the_quotient_rule_on_exponentials() -> None:
    rows = [
        [0.3, -1.2, 2.0, 0.0, 0.7],
        [700.0, 699.0, 0.0, 702.0, 698.5],
        [-50.0, -51, -49, -50, 0],
    ]
    close([loops.jacobian(row) for row in rows], softmax_jacobian(rows), rtol=1e-11, atol=0)


def test_the_jacobian_is_the_slope_of_softmax() -> None:
    scores, h = normal(8, 7), 1e-6
    slopes = []
    for j in range(7):
        step = np.where(np.arange(7) == j, h, 0)
        up, down = (np.array(loops.softmax((scores + s).tolist())) for s in (step, -step))
        slopes.append((up - down) / (2 * h))
    close(np.array(slopes).T, softmax_jacobian(scores), rtol=1e-6, atol=1e-9)


def test_the_jacobians_diagonal_survives_saturation() -> None:
    jacobian = softmax_jacobian([0.0, -50.0, -60.0])
    close(exp(-50.0) + exp(-60.0), jacobian[0, 0], rtol=1e-13, atol=0)


def test_a_masked_score_moves_no_weight_and_its_weight_is_not_moved() -> None:
    jacobian = softmax_jacobian([[1.0, -np.inf, 2.0]])
    same(np.zeros((1, 3)), jacobian[:, 1])
    same(np.zeros((1, 3)), jacobian[:, :, 1])
    close(np.array(loops.jacobian([1.0, 2.0])), jacobian[0][np.ix_([0, 2], [0, 2])])


def test_a_jacobian_stands_at_each_leading_index() -> None:
    scores = normal(9, 2, 3, 5)
    expected = [[loops.jacobian(row) for row in rows] for rows in scores.tolist()]
    close(expected, softmax_jacobian(scores))
