"""What holds for attention on any queries, keys, values and masks."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, same, untouched

from attention_course import (
    attention_steps,
    causal_mask,
    combine_masks,
    merge_heads,
    padding_mask,
    scaled_dot_product_attention,
    sliding_window_mask,
    split_heads,
)

Array = NDArray[np.floating[Any]]
NUMBERS = st.floats(-100, 100, width=32) | st.sampled_from([-100.0, 0.0, 1.0])
LARGEST = float(np.finfo(np.float64).max)
FINITE = st.floats(-LARGEST, LARGEST) | st.sampled_from([LARGEST, -LARGEST])
MODEST = st.floats(-1e153, 1e153) | st.sampled_from([0.0, 1.0, 1e153, -1e153])


@dataclass(frozen=True)
class Problem:
    """Queries, keys, values, and who may attend to whom: one key or more in each row."""

    query: Array
    key: Array
    value: Array
    allowed: NDArray[np.bool_]


@st.composite
def problems(draw: st.DrawFn, *, batch: bool = True, empty: bool = False) -> Problem:
    lead = draw(st.lists(st.integers(1, 3), max_size=2)) if batch else []
    n, m = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    d_k, d_v = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    query, key, value = (
        draw(arrays(np.float64, (*lead, *shape), elements=NUMBERS))
        for shape in ((n, d_k), (m, d_k), (m, d_v))
    )
    allowed = draw(arrays(np.bool_, (*lead, n, m)))
    if not empty:
        seen = draw(st.integers(0, m - 1))
        allowed[..., seen] |= ~allowed.any(axis=-1)
    return Problem(query, key, value, allowed)


@given(p=problems())
def test_it_is_the_loops(p: Problem) -> None:
    bias = loops.additive(p.allowed)
    output, weights = loops.batched_attention(p.query, p.key, p.value, bias)
    attention = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed)
    close(output, attention.output, rtol=1e-8, atol=1e-9)
    close(weights, attention.weights, rtol=1e-8, atol=1e-12)


@given(p=problems())
def test_rows_sum_to_1(p: Problem) -> None:
    weights = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed).weights
    assert (weights >= 0).all()
    close(np.ones(weights.shape[:-1]), weights.sum(axis=-1), rtol=1e-14)


@given(p=problems())
def test_masked_weights_are_exactly_zero(p: Problem) -> None:
    weights = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed).weights
    same(np.zeros((~p.allowed).sum()), weights[~p.allowed])


@given(p=problems(), shift=st.floats(-1e3, 1e3))
def test_a_bias_shared_by_all_keys_of_a_query_changes_nothing(p: Problem, shift: float) -> None:
    bias = loops.additive(p.allowed)
    before = scaled_dot_product_attention(p.query, p.key, p.value, bias)
    after = scaled_dot_product_attention(p.query, p.key, p.value, bias + shift)
    close(before.weights, after.weights, rtol=1e-8, atol=1e-300)
    close(before.output, after.output, rtol=1e-8, atol=1e-9)


@given(p=problems(), data=st.data())
def test_permuting_keys_with_values_and_mask_columns_changes_nothing(
    p: Problem, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(p.key.shape[-2])))
    before = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed)
    after = scaled_dot_product_attention(
        p.query, p.key[..., order, :], p.value[..., order, :], p.allowed[..., order]
    )
    close(before.output, after.output, rtol=1e-9, atol=1e-10)
    close(before.weights[..., order], after.weights, rtol=1e-9, atol=1e-300)


@given(p=problems(), data=st.data())
def test_permuting_queries_permutes_the_outputs(p: Problem, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(p.query.shape[-2])))
    before = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed)
    after = scaled_dot_product_attention(
        p.query[..., order, :], p.key, p.value, p.allowed[..., order, :]
    )
    close(before.output[..., order, :], after.output, rtol=1e-9, atol=1e-10)


@given(x=arrays(np.float64, (5, 3), elements=st.floats(-4, 4)), data=st.data())
def test_without_a_mask_self_attention_is_permutation_equivariant(
    x: Array, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(5)))
    before = scaled_dot_product_attention(x, x, x).output
    after = scaled_dot_product_attention(x[order], x[order], x[order]).output
    close(before[order], after, rtol=1e-12, atol=1e-12)


@given(p=problems(batch=False), data=st.data())
def test_hidden_keys_and_values_have_no_influence_at_all(p: Problem, data: st.DataObject) -> None:
    hidden = data.draw(st.integers(0, p.key.shape[0] - 1))
    allowed = p.allowed.copy()
    allowed[:, hidden] = False
    assume(allowed.any(axis=-1).all())
    key, value = p.key.copy(), p.value.copy()
    key[hidden] = data.draw(arrays(np.float64, key.shape[1], elements=st.floats(-1e300, 1e300)))
    value[hidden] = data.draw(arrays(np.float64, value.shape[1], elements=st.floats()))
    before = scaled_dot_product_attention(p.query, p.key, p.value, allowed)
    after = scaled_dot_product_attention(p.query, key, value, allowed)
    same(before.weights, after.weights)
    same(before.output, after.output)


@given(p=problems(batch=False), data=st.data())
def test_what_one_query_may_not_see_has_no_influence_on_it(p: Problem, data: st.DataObject) -> None:
    asking = data.draw(st.integers(0, p.query.shape[0] - 1))
    unseen = ~p.allowed[asking]
    key, value = p.key.copy(), p.value.copy()
    key[unseen] = data.draw(NUMBERS)
    value[unseen] = data.draw(st.floats(-1e300, 1e300))
    before = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed)
    after = scaled_dot_product_attention(p.query, key, value, p.allowed)
    same(before.weights[asking], after.weights[asking])
    same(before.output[asking], after.output[asking])


@given(p=problems())
def test_a_batch_is_a_loop_over_the_batch(p: Problem) -> None:
    whole = attention_steps(p.query, p.key, p.value, p.allowed)
    for index in np.ndindex(p.query.shape[:-2]):
        one = attention_steps(p.query[index], p.key[index], p.value[index], p.allowed[index])
        close(one.scores, whole.scores[index], rtol=1e-9, atol=1e-9)
        close(one.weights, whole.weights[index], rtol=1e-8, atol=1e-12)
        close(one.output, whole.output[index], rtol=1e-8, atol=1e-9)


@given(p=problems())
def test_each_output_lies_between_the_visible_values(p: Problem) -> None:
    output = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed).output
    seen = p.allowed[..., None]
    value = p.value[..., None, :, :]
    low = np.where(seen, value, np.inf).min(axis=-2)
    high = np.where(seen, value, -np.inf).max(axis=-2)
    assert (output >= low - 1e-12).all()
    assert (output <= high + 1e-12).all()


@given(p=problems(empty=True))
def test_boolean_and_additive_masks_agree(p: Problem) -> None:
    by_truth = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed, empty_rows="zeros")
    bias = loops.additive(p.allowed)
    by_sum = scaled_dot_product_attention(p.query, p.key, p.value, bias, empty_rows="zeros")
    same(by_truth.weights, by_sum.weights)
    same(by_truth.output, by_sum.output)


@given(p=problems(empty=True))
def test_rows_that_allow_nothing_give_zeros_and_the_rest_sum_to_1(p: Problem) -> None:
    attention = scaled_dot_product_attention(p.query, p.key, p.value, p.allowed, empty_rows="zeros")
    empty = ~p.allowed.any(axis=-1)
    close(np.where(empty, 0, 1), attention.weights.sum(axis=-1), rtol=1e-14)
    assert not attention.output[empty].any()


@given(p=problems(batch=False, empty=True), data=st.data())
def test_combined_masks_allow_what_both_allow(p: Problem, data: st.DataObject) -> None:
    other = data.draw(arrays(np.bool_, p.allowed.shape))
    expected = scaled_dot_product_attention(
        p.query, p.key, p.value, p.allowed & other, empty_rows="zeros"
    )
    both = combine_masks(p.allowed, loops.additive(other))
    actual = scaled_dot_product_attention(p.query, p.key, p.value, both, empty_rows="zeros")
    same(expected.weights, actual.weights)


@given(
    query=arrays(np.float64, (2, 3), elements=MODEST),
    key=arrays(np.float64, (5, 3), elements=MODEST),
    value=arrays(np.float64, (5, 7), elements=FINITE),
    bias=arrays(np.float64, (2, 5), elements=FINITE | st.just(-np.inf)),
)
def test_finite_input_never_gives_nan_and_never_warns(
    query: Array, key: Array, value: Array, bias: Array
) -> None:
    try:
        attention = scaled_dot_product_attention(query, key, value, bias, empty_rows="zeros")
    except (TypeError, ValueError) as error:
        assert str(error).startswith(("query, key: ", "mask: ", "value: "))  # noqa: PT017
    else:
        assert np.isfinite(attention.weights).all()
        assert np.isfinite(attention.output).all()


@given(p=problems(), dtype=st.sampled_from([np.float16, np.float32, np.float64]))
def test_types_are_kept_and_arguments_are_not_touched(
    p: Problem, dtype: type[np.floating[Any]]
) -> None:
    q, k, v = (a.astype(dtype) for a in (p.query, p.key, p.value))
    with untouched(q, k, v, p.allowed):
        attention = scaled_dot_product_attention(q, k, v, p.allowed)
    assert [dtype] * 2 == [attention.output.dtype, attention.weights.dtype]


@given(n=st.integers(0, 7), m=st.integers(0, 7), window=st.integers(1, 9))
def test_a_window_is_the_causal_mask_less_the_distant_past(n: int, m: int, window: int) -> None:
    past = np.array([[j > i + m - n - window for j in range(m)] for i in range(n)], bool)
    expected = combine_masks(causal_mask(n, m), past.reshape(n, m))
    same(expected, sliding_window_mask(n, m, window=window))


@given(lengths=st.lists(st.integers(0, 7), min_size=1, max_size=4))
def test_lengths_and_token_ids_agree(lengths: list[int]) -> None:
    ids = np.array([[3] * length + [9] * (7 - length) for length in lengths])
    same(padding_mask(lengths, 7), padding_mask(token_ids=ids, padding_id=9))


@given(
    x=st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(1, 4), st.integers(1, 4)).flatmap(
        lambda s: st.tuples(
            st.just(s[2]), arrays(np.float64, (s[0], s[1], s[2] * s[3]), elements=st.floats())
        )
    )
)
def test_merging_undoes_splitting(x: tuple[int, Array]) -> None:
    n_heads, tokens = x
    same(tokens, merge_heads(split_heads(tokens, n_heads)))


@given(p=problems(batch=False), cap=st.floats(0.1, 50), h=st.integers(1, 3), g=st.integers(1, 3))
def test_grouped_heads_are_repeated_key_heads(p: Problem, cap: float, h: int, g: int) -> None:
    query = np.stack([p.query * (i + 1) / (g * h) for i in range(g * h)])
    key, value = (np.stack([a + i for i in range(g)]) for a in (p.key, p.value))
    grouped = scaled_dot_product_attention(
        query, key, value, p.allowed, soft_cap=cap, grouped_heads=True
    )
    repeated = scaled_dot_product_attention(
        query, np.repeat(key, h, 0), np.repeat(value, h, 0), p.allowed, soft_cap=cap
    )
    close(repeated.weights, grouped.weights, rtol=1e-9, atol=1e-12)
    close(repeated.output, grouped.output, rtol=1e-9, atol=1e-9)


@given(p=problems(), cap=st.floats(1e-3, 1e3))
def test_a_soft_cap_bounds_the_scores_and_keeps_their_order(p: Problem, cap: float) -> None:
    steps = attention_steps(p.query, p.key, p.value, p.allowed, soft_cap=cap)
    assert (np.abs(steps.capped) <= cap).all()
    order = np.argsort(steps.scaled, axis=-1)
    assert (np.diff(np.take_along_axis(steps.capped, order, axis=-1), axis=-1) >= 0).all()
