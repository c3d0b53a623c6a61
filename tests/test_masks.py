"""Masks: their entries, their combination, and what a mask argument may be."""

from math import inf
from typing import Any

import numpy as np
import pytest
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    MultiHeadAttention,
    causal_mask,
    combine_masks,
    padding_mask,
    scaled_dot_product_attention,
    sliding_window_mask,
)
from attention_course._masks import additive_mask, aligned_mask

SIZES = [(1, 1), (4, 4), (2, 5), (5, 2), (1, 7), (7, 1), (0, 0), (0, 3), (3, 0)]


@pytest.mark.parametrize(("n", "m"), SIZES)
def test_a_causal_mask_lets_the_last_query_see_the_last_key(n: int, m: int) -> None:
    expected = np.array([[0.0 if j <= i + m - n else -inf for j in range(m)] for i in range(n)])
    same(expected.reshape(n, m), causal_mask(n, m))


def test_a_causal_mask_of_four_is_the_one_in_the_book() -> None:
    same([[0, -inf, -inf, -inf], [0, 0, -inf, -inf], [0, 0, 0, -inf], [0] * 4], causal_mask(4))


def test_a_causal_mask_has_as_many_keys_as_queries_unless_told() -> None:
    same(causal_mask(5, 5), causal_mask(5))
    assert (0, 0) == causal_mask(0).shape
    assert (3, 0) == causal_mask(3, 0).shape


@pytest.mark.parametrize("window", [1, 2, 3, 5, 99])
@pytest.mark.parametrize(("n", "m"), SIZES)
def test_a_window_counts_the_query_itself(n: int, m: int, window: int) -> None:
    expected = np.array(
        [[0.0 if 0 <= (i + m - n) - j < window else -inf for j in range(m)] for i in range(n)]
    )
    same(expected.reshape(n, m), sliding_window_mask(n, m, window=window))


@pytest.mark.parametrize("window", [5, 2**62, 10**20])
def test_a_window_wider_than_the_keys_is_a_causal_mask(window: int) -> None:
    same(causal_mask(5), sliding_window_mask(5, window=window))
    same(causal_mask(3, 5), sliding_window_mask(3, 5, window=window))


def test_lengths_hide_the_key_columns_behind_them() -> None:
    expected = [[[0, 0, -inf, -inf, -inf]], [[-inf] * 5], [[0] * 5]]
    same(expected, padding_mask([2, 0, 5], 5))


def test_the_longest_sequence_sets_the_width_unless_told() -> None:
    same([[[0, -inf, -inf]], [[0, 0, 0]]], padding_mask([1, 3]))
    assert (1, 0) == padding_mask(0).shape
    assert (0, 1, 0) == padding_mask([]).shape
    assert (0, 1, 3) == padding_mask([], 3).shape


def test_a_single_length_gives_a_single_row() -> None:
    same([[0, 0, -inf]], padding_mask(2, 3))
    same([[0, 0, -inf]], padding_mask(np.int16(2), 3))


@pytest.mark.parametrize("dtype", "bBhHiIlLqQ")
def test_lengths_and_ids_may_be_integers_of_any_width(dtype: str) -> None:
    same([[[0, -inf, -inf]], [[0, 0, 0]]], padding_mask(np.array([1, 3], dtype)))
    ids = np.array([[7, 5, 5], [5, 0, 7]], dtype)
    expected = [[[0, -inf, -inf]], [[-inf, 0, 0]]]
    same(expected, padding_mask(token_ids=ids, padding_id=5))
    same(expected, padding_mask(token_ids=ids, padding_id=np.int64(5)))  # type: ignore[arg-type]


def test_lengths_of_any_shape_keep_it() -> None:
    lengths = np.array([[1, 2, 3], [0, 3, 2]])
    mask = padding_mask(lengths, 3)
    assert (2, 3, 1, 3) == mask.shape
    for index in np.ndindex(2, 3):
        length = int(lengths[index])
        same([[0.0] * length + [-inf] * (3 - length)], mask[index])


def test_placeholders_are_found_wherever_they_stand() -> None:
    ids = [[9, 3, 4, 9], [3, 9, 9, 0]]
    expected = [[[-inf, 0, 0, -inf]], [[0, -inf, -inf, 0]]]
    same(expected, padding_mask(token_ids=ids, padding_id=9))


@pytest.mark.parametrize("padding_id", [-1, 300, 10**30])
def test_an_id_that_no_token_has_hides_nothing(padding_id: int) -> None:
    same([[0, 0]], padding_mask(token_ids=np.array([1, 44], np.uint8), padding_id=padding_id))


def test_no_tokens_give_no_columns() -> None:
    assert (1, 0) == padding_mask(token_ids=[], padding_id=0).shape
    assert (2, 1, 0) == padding_mask(token_ids=[[], []], padding_id=0).shape


def test_lengths_outside_the_keys_are_refused_by_place() -> None:
    with refused(ValueError, "lengths", "got 4", "[1, 0]", "0 to 3"):
        padding_mask([[1, 2], [4, -1]], 3)
    with refused(ValueError, "lengths", "got -1", "[1]", "0 to 2"):
        padding_mask([2, -1])
    with refused(ValueError, "lengths", "got 4", "0 to 3"):
        padding_mask(4, 3)


@pytest.mark.parametrize("bad", [[1.0, 2.0], [True, False], 2.0])
def test_lengths_and_ids_that_are_no_integers_are_refused(bad: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "lengths", str(np.asarray(bad).dtype), "integers"):
        padding_mask(bad, 3)
    with refused(TypeError, "token_ids", str(np.asarray(bad).dtype), "integers"):
        padding_mask(token_ids=bad, padding_id=0)


@pytest.mark.parametrize("bad", [0.0, True, "0", [0], np.array(0)])
def test_a_padding_id_that_is_no_integer_is_refused(bad: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "padding_id", f"got {bad!r}", "integer"):
        padding_mask(token_ids=[1, 0], padding_id=bad)


def test_a_single_token_id_is_no_sequence() -> None:
    with refused(ValueError, "token_ids", "single number", "(..., n_keys)"):
        padding_mask(token_ids=3, padding_id=0)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"n_keys": 3},
        {"padding_id": 0},
        {"lengths": [1], "token_ids": [1], "padding_id": 0},
        {"token_ids": [1, 0]},
        {"token_ids": [1, 0], "padding_id": 0, "n_keys": 2},
        {"lengths": [1], "padding_id": 0},
    ],
)
def test_one_form_of_padding_is_asked_for_whole(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"^padding_mask: .*token_ids|^padding_mask: .*lengths"):
        padding_mask(**arguments)


def test_masks_combine_by_adding() -> None:
    bias = np.array([[0.5], [-inf], [2.0]])
    expected = [[0.5, -inf, -inf], [-inf] * 3, [2.0, 2.0, -inf]]
    same(expected, combine_masks(causal_mask(3), padding_mask(2, 3), bias))


def test_combining_allows_what_all_masks_allow() -> None:
    allowed = normal(0, 3, 5, 7) > 0
    more = normal(1, 7) > -1
    expected = [
        [[0.0 if a and b else -inf for a, b in zip(row, more, strict=True)] for row in rows]
        for rows in allowed
    ]
    same(expected, combine_masks(allowed, more))
    same(expected, combine_masks(more, allowed))


def test_one_mask_combines_to_itself() -> None:
    same(causal_mask(3), combine_masks(causal_mask(3)))
    same([[0.0, -inf]], combine_masks([[True, False]]))


def test_a_combined_mask_is_never_the_callers_own_array() -> None:
    mask = causal_mask(3)
    assert not np.shares_memory(mask, combine_masks(mask))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_a_combined_mask_has_the_widest_type(dtype: type[np.floating[Any]]) -> None:
    mask = np.array([0.25, -inf], dtype)
    assert dtype == combine_masks(mask, mask).dtype
    assert np.float64 == combine_masks(mask, [True, True]).dtype


@pytest.mark.parametrize("fill", [1.0, -1.0])
def test_biases_that_overflow_when_combined_are_never_infinite_in_silence(fill: float) -> None:
    bias = np.full(3, fill * np.finfo(np.float32).max)
    huge = bias.astype(np.float32)
    try:
        combined = combine_masks(huge, huge)
    except ValueError as error:
        assert "mask" in str(error)  # noqa: PT017
    else:
        assert np.isfinite(combined).all()


def test_combining_nothing_is_refused() -> None:
    with refused(TypeError, "combine_masks", "no mask", "one or more"):
        combine_masks()


def test_masks_that_do_not_broadcast_are_refused_with_their_shapes() -> None:
    with refused(ValueError, "masks", "(3, 3), (2,)", "broadcast"):
        combine_masks(causal_mask(3), [True, False])


def test_combining_leaves_the_callers_masks_alone() -> None:
    a, b = causal_mask(3), np.array([True, True, False])
    a.flags.writeable = False
    with untouched(a, b):
        combine_masks(a, b)
        combine_masks(b, a)


ZERO_ONE = [
    [[1.0, 0.0], [1.0, 1.0]],
    [1.0, 1.0],
    [[1.0]],
    1.0,
    np.array([1, -0.0], np.float16),
    np.array([[0, 1]], np.float32),
]


@pytest.mark.parametrize("mask", ZERO_ONE)
def test_floats_that_are_all_0_or_1_are_refused_with_the_remedy(mask: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "mask", "0 or 1", "booleans", "mask == 1", "0 and -inf"):
        additive_mask("mask", mask)


@pytest.mark.parametrize(
    "mask", [[[1, 0], [1, 1]], [0, 0], 1, np.array([1], np.uint8), np.array([[0]])]
)
def test_integers_are_refused_with_the_remedy(mask: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "mask", "integers", "booleans", "mask == 1", "0 and -inf"):
        additive_mask("mask", mask)


@pytest.mark.parametrize(
    "mask", [[0.0, 0.0], [0.0, -inf], [0.5, 1.0], [1.0, -inf], [-1e9, 0.0], [-1.0, 1.0], []]
)
def test_zeros_infinities_and_biases_are_taken_as_they_are(mask: list[float]) -> None:
    same(mask, additive_mask("mask", mask))


def test_true_means_may_attend() -> None:
    same([[0.0, -inf, 0.0]], additive_mask("mask", [[True, False, True]]))


@pytest.mark.parametrize(("bad", "shown"), [(np.nan, "nan"), (inf, "inf")])
def test_a_bias_without_a_limit_is_refused_by_place(bad: float, shown: str) -> None:
    with refused(ValueError, "mask", f"got {shown} at [1, 0]", "finite numbers or -inf"):
        additive_mask("mask", [[0.0, -inf], [bad, bad]])
    with refused(ValueError, "mask 1", f"got {shown} at [0]"):
        combine_masks([True], [bad])


B, H, N, M, D_K, D_V = 2, 3, 5, 7, 11, 13
QUERY, KEY, VALUE = normal(1, B, H, N, D_K), normal(2, B, H, M, D_K), normal(3, B, H, M, D_V)
UNEQUAL = np.tri(N, M, 1, dtype=bool)
"""Rows with 2 to 6 allowed keys."""


@pytest.mark.parametrize(
    "shape",
    [
        (),
        (1,),
        (M,),
        (1, M),
        (N, 1),
        (N, M),
        (1, N, M),
        (H, N, M),
        (H, 1, M),
        (B, 1, 1, M),
        (B, 1, N, M),
        (1, H, N, M),
        (B, H, N, M),
        (B, H, 1, 1),
        (1, 1, 1, 1),
    ],
)
def test_trailing_axes_align_as_numpys_do(shape: tuple[int, ...]) -> None:
    bias = normal(4, *shape)
    _, weights = loops.batched_attention(QUERY, KEY, VALUE, bias)
    close(weights, scaled_dot_product_attention(QUERY, KEY, VALUE, bias).weights)


@pytest.mark.parametrize(
    "shape",
    [(N,), (N, N), (M, N), (B, N, M), (M, M), (4, M), (2, 3, 4, 7), (4, H, N, M), (0,), (B, 1, M)],
)
def test_a_mask_that_does_not_fit_is_refused_with_both_shapes(shape: tuple[int, ...]) -> None:
    with refused(ValueError, "mask", f"got shape {shape}", f"{(B, H, N, M)}"):
        scaled_dot_product_attention(QUERY, KEY, VALUE, np.full(shape, 0.25))


def test_a_mask_for_each_sequence_is_told_of_the_axis_for_heads() -> None:
    with refused(ValueError, "mask", "axis of 1 for the heads"):
        scaled_dot_product_attention(QUERY, KEY, VALUE, np.ones((B, 1, M), bool))


def test_where_batch_equals_heads_a_mask_for_either_is_refused_not_guessed() -> None:
    query, key, value = normal(1, 3, 3, N, D_K), normal(2, 3, 3, M, D_K), normal(3, 3, 3, M, D_V)
    choices = (f"(3, 1, {N}, {M})", f"(1, 3, {N}, {M})")
    with refused(ValueError, "mask", f"got shape (3, {N}, {M})", "2 ways", *choices):
        scaled_dot_product_attention(query, key, value, np.ones((3, N, M), bool))
    with refused(ValueError, "mask", "2 ways", f"(3, 1, 1, {M})", f"(1, 3, 1, {M})"):
        scaled_dot_product_attention(query, key, value, padding_mask([1, 2, M]))


@pytest.mark.parametrize("shape", [(3, 1, N, M), (1, 3, N, M), (3, 3, 1, M), (1, 1, M), (N, M)])
def test_where_batch_equals_heads_a_mask_that_says_which_is_taken(shape: tuple[int, ...]) -> None:
    query, key, value = normal(1, 3, 3, N, D_K), normal(2, 3, 3, M, D_K), normal(3, 3, 3, M, D_V)
    bias = normal(4, *shape)
    output, weights = loops.batched_attention(query, key, value, bias)
    actual = scaled_dot_product_attention(query, key, value, bias)
    close(output, actual.output)
    close(weights, actual.weights)


def test_three_leading_axes_leave_three_places_for_a_mask_of_one() -> None:
    query, key, value = normal(1, 2, 2, 2, 3, 5), normal(2, 2, 2, 2, 7, 5), normal(3, 7, 11)
    choices = ("(2, 1, 1, 3, 7)", "(1, 2, 1, 3, 7)", "(1, 1, 2, 3, 7)")
    with refused(ValueError, "mask", "3 ways", *choices):
        scaled_dot_product_attention(query, key, value, np.ones((2, 3, 7), bool))


def test_a_mask_for_each_sequence_is_not_spread_over_a_single_head() -> None:
    query, key, value = normal(1, 2, 1, N, D_K), normal(2, 2, 1, M, D_K), normal(3, 2, 1, M, D_V)
    with refused(ValueError, "mask", f"got shape (2, 1, {M})"):
        scaled_dot_product_attention(query, key, value, padding_mask([3, M]))


@pytest.mark.parametrize("batch", [(), (1,), (2,)])
def test_a_layer_of_one_head_takes_a_mask_for_each_sequence_or_refuses_it_by_name(
    batch: tuple[int, ...],
) -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(0), d_model=4, n_heads=1)
    x = normal(1, *batch, 3, 4)
    try:
        attention = layer(x, padding_mask([1, 3], 3))
    except ValueError as error:
        assert str(error).startswith("mask: got shape (2, 1, 3)")  # noqa: PT017
    else:
        assert (2, 1, 3, 3) == attention.weights.shape


def test_an_additive_mask_takes_the_type_of_the_scores() -> None:
    for dtype in (np.dtype(np.float32), np.dtype(np.float64)):
        for mask in (half([0.5]), single([0.5]), [0.5], [True]):
            assert dtype == aligned_mask(mask, (3, 5), dtype).dtype


def test_a_bias_too_large_for_single_precision_is_refused() -> None:
    query, key, value = (a.astype(np.float32) for a in (QUERY, KEY, VALUE))
    with refused(ValueError, "mask", "too large for float32", "smaller"):
        scaled_dot_product_attention(query, key, value, [1e300])


def test_a_finite_bias_too_small_for_single_precision_does_not_become_a_mask() -> None:
    query, key, value = (a.astype(np.float32) for a in (QUERY, KEY, VALUE))
    with refused(ValueError, "mask", "float32"):
        scaled_dot_product_attention(query, key, value, [-1e300], empty_rows="zeros")
