"""Faults that people met in attention code, each as a small input with its right value."""

from math import log
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tools import close, normal, refused, same, untouched

from attention_course import (
    MultiHeadAttention,
    causal_mask,
    combine_masks,
    merge_heads,
    padding_mask,
    scaled_dot_product_attention,
    sliding_window_mask,
    softmax,
    split_heads,
)


def means(mask: NDArray[Any], n_queries: int, n_keys: int) -> list[float]:
    """Zero scores and values 1 to n: each output is the mean of the values that a query sees."""
    attention = scaled_dot_product_attention(
        np.zeros((n_queries, 2)), np.zeros((n_keys, 2)), np.arange(1.0, n_keys + 1)[:, None], mask
    )
    return [round(mean, 12) for mean in attention.output[:, 0].tolist()]


def test_true_means_may_attend() -> None:
    """rasbt/LLMs-from-scratch#1061, pytorch#170415."""
    assert [1, 1.5, 2] == means(np.tri(3, dtype=bool), 3, 3)
    assert [1, 1.5, 2] == means(causal_mask(3), 3, 3)


def test_the_last_queries_see_the_last_keys() -> None:
    """pytorch#103082, pytorch#108108, mlx#2835."""
    assert [2.5] == means(causal_mask(1, 4), 1, 4)
    assert [2, 2.5] == means(causal_mask(2, 4), 2, 4)


def test_a_query_with_every_key_masked_follows_the_declared_rule() -> None:
    """d2l-en#2423, pytorch#103963."""
    arguments = ([[1.0]], [[1.0], [2.0]], [[1.0], [3.0]], [[False, False]])
    with refused(ValueError, "mask", "rows 0 may attend to no key"):
        scaled_dot_product_attention(*arguments)
    attention = scaled_dot_product_attention(*arguments, empty_rows="zeros")
    same([[0.0]], attention.output)
    same([[0.0, 0.0]], attention.weights)


def test_a_mask_in_half_precision_makes_no_nan() -> None:
    """ocannl#548, fairseq#3575."""
    one, two = np.ones((1, 1), np.float16), np.ones((2, 1), np.float16)
    for mask in ([True, False], np.array([0, -np.inf], np.float16), [0.0, -np.inf]):
        weights = scaled_dot_product_attention(one, two, two, mask).weights
        assert np.float16 == weights.dtype
        same([[1.0, 0.0]], weights)


def test_a_masked_key_stays_masked_beside_any_finite_score() -> None:
    """TinyTorch contract tests."""
    arguments = ([[1.0]], [[-1e10], [0.0]], [[1.0], [99.0]])
    for mask in ([True, False], [0.0, -np.inf]):
        same([[1.0]], scaled_dot_product_attention(*arguments, mask).output)


@pytest.mark.parametrize("dtype", [int, np.int8, np.float16, np.float32, np.float64])
def test_a_mask_of_zeros_and_ones_is_refused_not_added(dtype: type) -> None:
    """pytorch#21518."""
    mask: NDArray[Any] = np.tri(3, dtype=dtype)
    with refused(TypeError, "mask", "mask == 1", "0 and -inf"):
        means(mask, 3, 3)
    with refused(TypeError, "mask 1", "booleans"):
        combine_masks(causal_mask(3), mask)
    assert [1, 1.5, 2] == means(mask == 1, 3, 3)


def test_a_head_has_all_rows_and_a_slice_of_the_features() -> None:
    """FuxiCTR#30, hyunwoongko/transformer#15."""
    heads = split_heads(np.arange(8).reshape(2, 4), 2)
    same([[[0, 1], [4, 5]], [[2, 3], [6, 7]]], heads)


def test_merged_rows_hold_the_same_token_of_every_head() -> None:
    """jsbaan/transformer-from-scratch#6."""
    a, b, c, d, e, f, g, h = range(8)
    same([[a, b, e, f], [c, d, g, h]], merge_heads([[[a, b], [c, d]], [[e, f], [g, h]]]))


def test_scores_are_divided_once_by_the_root_of_the_key_width() -> None:
    """karpathy/ng-video-lecture#6, maxtext#3138."""
    eye = np.eye(4)
    layer = MultiHeadAttention(eye, eye, eye, eye, n_heads=2)
    x, context = [[2.0, 0.0, 0.0, 0.0]], [[2.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]
    weights = layer(x, context=context).weights
    assert 0.944 == round(float(weights[0, 0, 0]), 3)
    weights = scaled_dot_product_attention([[2.0, 0.0]], [[2.0, 0.0], [0.0, 0.0]], eye[:2]).weights
    assert 0.944 == round(float(weights[0, 0]), 3)


def test_padding_masks_key_columns_and_no_query_rows() -> None:
    """hyunwoongko/transformer#40."""
    mask = padding_mask(token_ids=[5, 7, 0, 0], padding_id=0)
    weights = scaled_dot_product_attention(
        np.zeros((4, 2)), np.zeros((4, 2)), np.ones((4, 3)), mask
    ).weights
    same([[0.5, 0.5, 0, 0]] * 4, weights)


def test_weights_sum_to_1_over_the_keys() -> None:
    """PyTorch-NLP#2, labml#146."""
    attention = scaled_dot_product_attention([[1.0], [0.0]], [[0.0], [log(3)]], [[0.0], [4.0]])
    close([[3.0], [2.0]], attention.output)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_scores_do_not_overflow(dtype: type[np.floating[Any]]) -> None:
    """FasterTransformer#43."""
    scores = np.array([1000, 1001], dtype)
    same([0.269, 0.731], np.round(softmax(scores).astype(float), 3))
    query, key = np.ones((1, 1), dtype), scores[:, None]
    weights = scaled_dot_product_attention(query, key, key).weights
    same([[0.269, 0.731]], np.round(weights.astype(float), 3))


def test_a_query_sees_its_own_key() -> None:
    """pytorch/tutorials#2250."""
    same([0, -np.inf, -np.inf], causal_mask(3)[0])
    same(np.zeros(3), np.diag(causal_mask(3)))


def test_the_output_matrix_has_a_row_for_each_value_feature_of_each_head() -> None:
    """phlippe/uvadlc#65."""
    layer = MultiHeadAttention.from_rng(np.random.default_rng(0), 7, 3, d_k=2, d_v=5)
    assert (15, 7) == layer.w_output.shape
    assert (11, 7) == layer(normal(0, 11, 7)).output.shape


def test_a_window_of_two_shows_two_keys() -> None:
    """mlx-lm#390, transformers#39408."""
    same([-np.inf, -np.inf, 0, 0], sliding_window_mask(4, window=2)[3])
    assert [1, 1.5, 2.5, 3.5] == means(sliding_window_mask(4, window=2), 4, 4)


def test_a_token_decoded_with_a_cache_sees_what_the_full_pass_shows_it() -> None:
    """pytorch#144858."""
    query, key, value = normal(1, 4, 3), normal(2, 4, 3), normal(3, 4, 5)
    full = scaled_dot_product_attention(query, key, value, causal_mask(4))
    for n in (1, 2, 3):
        last = scaled_dot_product_attention(query[-n:], key, value, causal_mask(n, 4))
        close(full.output[-n:], last.output)
        close(full.weights[-n:], last.weights)


def test_the_callers_scores_are_not_overwritten() -> None:
    """d2l.masked_softmax."""
    scores = np.array([[1.0, 2.0], [3.0, -np.inf]])
    mask = np.array([[0.0, -np.inf], [0.0, 0.0]])
    with untouched(scores, mask):
        softmax(scores)
        combine_masks(mask, mask)


def test_integers_are_computed_as_real_numbers() -> None:
    """JAX attention."""
    attention = scaled_dot_product_attention([[0]], [[1], [2]], [[1], [2]])
    same([[1.5]], attention.output)
    same([[0.5, 0.5]], attention.weights)
    same([0.5, 0.5], softmax([7, 7]))


def test_what_is_no_plain_array_of_numbers_is_refused_by_name() -> None:
    """NumPy."""
    one = np.ones((2, 2))
    for bad in (np.ma.masked_array(one, one == 0), one.astype(object), one.view(np.matrix)):
        with refused(TypeError, "query", "got "):
            scaled_dot_product_attention(bad, one, one)
        with refused(TypeError, "key", "got "):
            scaled_dot_product_attention(one, bad, one)
        with refused(TypeError, "value", "got "):
            scaled_dot_product_attention(one, one, bad)
    with refused(ValueError, "query", "(2, 0)"):
        scaled_dot_product_attention(one[:, :0], one[:, :0], one)
    for bad_entry in (np.nan, np.inf, -np.inf):
        with refused(ValueError, "query", "finite"):
            scaled_dot_product_attention(one * bad_entry, one, one)
        with refused(ValueError, "key", "finite"):
            scaled_dot_product_attention(one, one * bad_entry, one)
        with refused(ValueError, "value", "finite"):
            scaled_dot_product_attention(one, one, one * bad_entry)
