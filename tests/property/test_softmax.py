"""What holds for the softmax of any scores."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, same

from attention_course import softmax, softmax_jacobian

Scores = NDArray[np.floating[Any]]
FINITE = arrays(
    np.float64,
    array_shapes(min_dims=1, max_dims=3, max_side=7),
    elements=st.floats(-1e4, 1e4) | st.floats(-30, 30),
)
ANY_TYPE = st.sampled_from([np.float16, np.float32, np.float64]).flatmap(
    lambda dtype: arrays(
        dtype,
        array_shapes(min_dims=1, max_dims=3, max_side=7),
        elements=st.floats(
            allow_nan=False,
            allow_infinity=False,
            width={np.float16: 16, np.float32: 32, np.float64: 64}[dtype],  # type: ignore[arg-type]
        ),
    )
)


@given(scores=ANY_TYPE, data=st.data())
def test_weights_sum_to_1_along_the_axis(scores: Scores, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-scores.ndim, scores.ndim - 1))
    weights = softmax(scores, axis)
    assert scores.dtype == weights.dtype
    assert ((weights >= 0) & (weights <= 1)).all()
    sums = weights.astype(np.float64).sum(axis=axis)
    close(np.ones(sums.shape), sums, rtol=0, atol=10 * float(np.finfo(scores.dtype).eps))


@given(scores=FINITE, data=st.data())
def test_it_is_the_loops(scores: Scores, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-scores.ndim, scores.ndim - 1))
    expected = np.apply_along_axis(lambda row: loops.softmax(row.tolist()), axis, scores)
    close(expected, softmax(scores, axis), rtol=1e-12, atol=0)


@given(
    scores=arrays(np.int64, (3, 5), elements=st.integers(-(2**40), 2**40)),
    shift=st.integers(-(2**40), 2**40),
)
def test_a_shift_of_whole_numbers_changes_no_bit(scores: NDArray[np.int64], shift: int) -> None:
    same(softmax(scores), softmax(scores + shift))


@given(scores=FINITE, shift=st.floats(-1e6, 1e6))
def test_a_shift_changes_nothing(scores: Scores, shift: float) -> None:
    close(softmax(scores), softmax(scores + shift), rtol=1e-8, atol=1e-300)


@given(scores=FINITE, data=st.data())
def test_permuted_scores_give_permuted_weights(scores: Scores, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(scores.shape[-1])))
    close(softmax(scores)[..., order], softmax(scores[..., order]), rtol=1e-14, atol=0)


@given(scores=FINITE)
def test_a_larger_score_never_has_a_smaller_weight(scores: Scores) -> None:
    order = np.argsort(scores, axis=-1)
    ordered = np.take_along_axis(softmax(scores), order, axis=-1)
    assert (np.diff(ordered, axis=-1) >= 0).all()


@given(scores=FINITE, data=st.data())
def test_a_score_of_minus_infinity_is_as_good_as_absent(
    scores: Scores, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, scores.shape[-1]))
    hidden = np.insert(scores, place, -np.inf, axis=-1)
    weights = softmax(hidden)
    same(np.zeros(scores.shape[:-1]), weights[..., place])
    close(softmax(scores), np.delete(weights, place, axis=-1), rtol=1e-14, atol=0)


@given(scores=FINITE)
def test_the_jacobian_is_symmetric_and_its_rows_sum_to_0(scores: Scores) -> None:
    jacobian = softmax_jacobian(scores)
    same(jacobian, np.swapaxes(jacobian, -1, -2))
    close(np.zeros(scores.shape), jacobian.sum(axis=-1), atol=1e-15)
    assert (np.diagonal(jacobian, axis1=-2, axis2=-1) >= 0).all()


@given(scores=FINITE)
def test_the_jacobian_is_the_loops(scores: Scores) -> None:
    expected = np.zeros((*scores.shape, scores.shape[-1]))
    for index in np.ndindex(scores.shape[:-1]):
        expected[index] = loops.jacobian(scores[index].tolist())
    close(expected, softmax_jacobian(scores), rtol=1e-9, atol=1e-300)


@given(scores=ANY_TYPE)
def test_the_jacobian_is_never_nan(scores: Scores) -> None:
    assert np.isfinite(softmax_jacobian(scores)).all()
