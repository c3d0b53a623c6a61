"""The way back through attention."""

from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    AttentionGradients,
    attention_backward,
    causal_mask,
    scaled_dot_product_attention,
)

N, M, D_K, D_V = 3, 5, 2, 7
Q, K, V, D_O = normal(1, N, D_K), normal(2, M, D_K), normal(3, M, D_V), normal(4, N, D_V)
UNEQUAL = np.array([[1, 0, 0, 0, 0], [1, 1, 0, 1, 1], [0, 1, 1, 1, 0]], bool)
MASKS = {"no": None, "T/F": UNEQUAL, "0/∞": loops.additive(UNEQUAL), "±": normal(5, N, M)}


Options = dict[str, Any]


def by_loops(
    q: NDArray[Any],
    k: NDArray[Any],
    v: NDArray[Any],
    d_o: NDArray[Any],
    mask: NDArray[Any] | None = None,
    *,
    scale: float | None = None,
    soft_cap: float | None = None,
) -> AttentionGradients:
    """The same for each index of leading axes that all four have."""
    bias: NDArray[Any] = np.zeros((1, 1)) if mask is None else mask
    bias = loops.additive(bias) if bias.dtype == bool else bias
    bias = np.broadcast_to(bias, (*d_o.shape[:-1], k.shape[-2]))
    found = AttentionGradients(*(np.zeros(np.shape(a)) for a in (q, k, v)))
    for index in np.ndindex(q.shape[:-2]):
        parts = loops.attention_backward(
            *(np.asarray(a[index], np.float64).tolist() for a in (q, k, v, d_o, bias)),
            scale=scale,
            soft_cap=soft_cap,
        )
        for whole, part in zip(found, parts, strict=True):
            whole[index] = np.reshape(part, whole.shape[len(index) :])
    return found


def agree(
    expected: AttentionGradients,
    actual: AttentionGradients,
    rtol: float = 1e-9,
    atol: float = 1e-13,
) -> None:
    for wanted, found in zip(expected, actual, strict=True):
        close(wanted, found, rtol=rtol, atol=atol)


def central_differences(
    arrays: tuple[NDArray[Any], ...],
    d_o: NDArray[Any],
    mask: NDArray[Any] | None,
    options: Options,
) -> list[NDArray[np.float64]]:
    """How the sum of output times `d_o` changes when one entry goes up and down a little."""
    step = 1e-6
    found = []
    for place, array in enumerate(arrays):
        slopes = np.zeros(array.shape)
        for index in np.ndindex(array.shape):
            sides = []
            for sign in (1, -1):
                moved = [a.copy() for a in arrays]
                moved[place][index] += sign * step
                q, k, v = moved
                output = scaled_dot_product_attention(q, k, v, mask, **options).output
                sides.append((output * d_o).sum())
            slopes[index] = (sides[0] - sides[1]) / (2 * step)
        found.append(slopes)
    return found


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("size", [1.0, 30.0])
@pytest.mark.parametrize("options", [{}, {"scale": -0.7}, {"soft_cap": 1.5, "scale": 2.0}])
def test_it_is_the_whole_jacobian_by_loops(
    mask: NDArray[Any] | None, size: float, options: Options
) -> None:
    expected = by_loops(size * Q, K, V, D_O, mask, **options)
    agree(expected, attention_backward(size * Q, K, V, D_O, mask, **options))


@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("options", [{}, {"scale": 0.9}, {"soft_cap": 0.8}])
def test_it_is_what_small_steps_show(mask: NDArray[Any] | None, options: Options) -> None:
    found = attention_backward(Q, K, V, D_O, mask, **options)
    for slopes, gradient in zip(
        central_differences((Q, K, V), D_O, mask, options), found, strict=True
    ):
        close(slopes, gradient, rtol=1e-6, atol=1e-8)


@pytest.mark.parametrize("soft_cap", [None, 1.5])
def test_heads_in_a_group_add_up_in_the_key_head_that_they_share(soft_cap: float | None) -> None:
    query, key, value = normal(1, 2, 6, N, D_K), normal(2, 2, 3, M, D_K), normal(3, 2, 3, M, D_V)
    d_o, mask = normal(4, 2, 6, N, D_V), normal(5, 6, N, M)
    each_key, each_value = (np.repeat(a, 2, axis=1) for a in (key, value))
    apart = by_loops(query, each_key, each_value, d_o, mask, soft_cap=soft_cap)
    expected = AttentionGradients(
        apart.query,
        apart.key.reshape(2, 3, 2, M, D_K).sum(axis=2),
        apart.value.reshape(2, 3, 2, M, D_V).sum(axis=2),
    )
    agree(
        expected,
        attention_backward(query, key, value, d_o, mask, grouped_heads=True, soft_cap=soft_cap),
    )


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ((3, 2, N, D_K), (2, M, D_K), (3, 1, M, D_V)),
        ((N, D_K), (3, 2, M, D_K), (M, D_V)),
        ((N, D_K), (M, D_K), (3, 2, M, D_V)),
        ((1, 1, N, D_K), (3, 1, M, D_K), (1, 2, M, D_V)),
        ((3, 2, 1, D_K), (2, 1, D_K), (1, 1)),
    ],
)
def test_what_was_broadcast_gets_the_sum(
    query: tuple[int, ...], key: tuple[int, ...], value: tuple[int, ...]
) -> None:
    arrays = (normal(1, *query), normal(2, *key), normal(3, *value))
    d_o = normal(4, 3, 2, query[-2], value[-1])
    whole = [np.broadcast_to(a, (3, 2, *a.shape[-2:])) for a in arrays]
    q, k, v = whole
    expected = []
    for gradient, given in zip(by_loops(q, k, v, d_o), arrays, strict=True):
        full = (1,) * (4 - given.ndim) + given.shape
        axes = tuple(i for i in range(2) if full[i] == 1)
        expected.append(gradient.sum(axis=axes, keepdims=True).reshape(given.shape))
    agree(AttentionGradients(*expected), attention_backward(*arrays, d_o))


@pytest.mark.parametrize("gap", [10.0, 40.0, 300.0, 700.0, 2000.0])
def test_a_saturated_row_keeps_its_small_gradient_to_the_last_digits(gap: float) -> None:
    query, key = np.array([[1.0]]), np.array([[gap], [0.0], [-1.0]])
    value, d_o = np.array([[3.0], [5.0], [11.0]]), np.array([[1.0]])
    expected = by_loops(query, key, value, d_o)
    actual = attention_backward(query, key, value, d_o)
    agree(expected, actual, rtol=1e-12, atol=0)
    assert (0 == actual.key[0, 0]) == (gap > 745)


@pytest.mark.parametrize("shift", [1000.0, -1000.0])
def test_scores_that_are_all_large_lose_nothing(shift: float) -> None:
    query, key = np.hstack([Q, np.ones((N, 1))]), np.hstack([K, np.full((M, 1), shift)])
    agree(
        by_loops(query, key, V, D_O),
        attention_backward(query, key, V, D_O),
        rtol=1e-9,
        atol=1e-10,
    )


def test_a_soft_cap_that_is_reached_lets_almost_nothing_back() -> None:
    query, key, value = np.array([[25.0]]), np.array([[1.0], [-1.0]]), np.array([[0.0], [1.0]])
    expected = by_loops(query, key, value, np.ones((1, 1)), soft_cap=1.0)
    actual = attention_backward(query, key, value, [[1.0]], soft_cap=1.0)
    agree(expected, actual, rtol=1e-12, atol=0)
    assert 0 < abs(actual.query[0, 0]) < 1e-18
    far = attention_backward(1e4 * query, key, value, [[1.0]], soft_cap=1.0)
    same([[0.0]], far.query)


def test_nothing_flows_through_masked_pairs() -> None:
    mask = causal_mask(N, N)
    gradients = attention_backward(Q, K[:N], V[:N], [[0.0] * D_V, [1.0] * D_V, [0.0] * D_V], mask)
    for gradient in gradients:
        same(np.zeros(gradient.shape[1]), gradient[2])
    assert gradients.value[:2].all()


@pytest.mark.parametrize("bad", [np.nan, inf, 1e308])
def test_hidden_values_get_zero_and_spoil_nothing(bad: float) -> None:
    mask = UNEQUAL & (np.arange(M) != 3)
    value = V.copy()
    value[3] = bad
    d_o = 9 * D_O
    expected = by_loops(Q, K, np.where(np.arange(M)[:, None] == 3, 0, V), d_o, mask)
    actual = attention_backward(Q, K, value, d_o, mask)
    agree(expected, actual)
    same(np.zeros(D_V), actual.value[3])


def test_rows_that_may_attend_to_nothing_are_refused_or_send_zeros_back() -> None:
    mask = UNEQUAL.copy()
    mask[1] = False
    with refused(ValueError, "mask", "rows 1 may attend to no key"):
        attention_backward(Q, K, V, D_O, mask)
    actual = attention_backward(Q, K, V, D_O, mask, empty_rows="zeros")
    agree(by_loops(Q, K, V, D_O, mask), actual)
    same(np.zeros(D_K), actual.query[1])


@pytest.mark.parametrize(("n", "m"), [(0, M), (N, 0), (0, 0)])
def test_no_queries_or_no_keys_give_zeros(n: int, m: int) -> None:
    gradients = attention_backward(Q[:n], K[:m], V[:m], D_O[:n], empty_rows="zeros")
    for expected, actual in zip(
        (np.zeros((n, D_K)), np.zeros((m, D_K)), np.zeros((m, D_V))), gradients, strict=True
    ):
        same(expected, actual)


def test_each_gradient_has_the_type_of_its_argument() -> None:
    gradients = attention_backward(half(Q), single(K), V, D_O)
    assert [np.float16, np.float32, np.float64] == [g.dtype for g in gradients]
    whole = attention_backward([[1, 2]], [[0, 1], [1, 1]], [[1], [2]], [[1]])
    assert [np.float64] * 3 == [g.dtype for g in whole]


def test_half_precision_is_computed_in_single() -> None:
    q, k, v, d_o = (half(a) for a in (20 * Q, 20 * K, V, D_O))
    expected = by_loops(q, k, v, d_o)
    for wanted, found in zip(expected, attention_backward(q, k, v, d_o), strict=True):
        assert np.float16 == found.dtype
        close(half(wanted), found, rtol=2e-3, atol=1e-5)


def test_single_precision_is_right_to_its_last_digits() -> None:
    q, k, v, d_o = (single(a) for a in (Q, K, V, D_O))
    actual = attention_backward(q, k, v, d_o, UNEQUAL)
    agree(by_loops(q, k, v, d_o, UNEQUAL), actual, rtol=1e-5, atol=1e-6)


def test_no_argument_is_changed_and_no_result_shares_memory() -> None:
    mask = MASKS["±"]
    assert mask is not None
    with untouched(Q, K, V, D_O, mask):
        gradients = attention_backward(Q, K, V, D_O, mask)
    for gradient in gradients:
        assert not any(np.shares_memory(gradient, given) for given in (Q, K, V, D_O))


def test_a_gradient_of_another_shape_is_refused() -> None:
    for other in (D_O[:2], D_O[:, :1], D_O[None], D_O.T):
        with refused(ValueError, "grad_output", str(other.shape), f"output, ({N}, {D_V})"):
            attention_backward(Q, K, V, other)
    with refused(ValueError, "grad_output", "2 or more axes"):
        attention_backward(Q, K, V, D_O[0])


def test_a_gradient_that_is_not_finite_is_refused() -> None:
    for bad in (np.nan, inf):
        upstream = D_O.copy()
        upstream[1, 2] = bad
        with refused(ValueError, "grad_output", "[1, 2]", "finite"):
            attention_backward(Q, K, V, upstream)


def test_gradients_that_overflow_are_refused() -> None:
    with refused(ValueError, "grad_output, query, key, value", "gradient of", "overflows float64"):
        attention_backward(Q, K, 1e300 * V, 1e300 * D_O)
    with refused(ValueError, "grad_output, query, key, value", "of value", "overflows float16"):
        attention_backward(half([[0], [0]]), half([[1]]), half([[1]]), half([[60000], [60000]]))


def test_a_table_that_would_not_fit_is_refused() -> None:
    long = np.zeros((10_000_000, 1), np.float32)
    with refused(ValueError, "query, key", "blockwise_attention"):
        attention_backward(long, long, long, long)
