"""Splitting, merging, and attention in many heads."""

import tracemalloc
from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    MultiHeadAttention,
    _blocks,
    _threads,
    causal_mask,
    merge_heads,
    padding_mask,
    sliding_window_mask,
    split_heads,
)
from attention_course._threads import ROOMS

B, N, M, D_MODEL, D_CONTEXT, H, D_K, D_V = 2, 5, 7, 11, 13, 3, 4, 6
MATRICES = (
    normal(1, D_MODEL, H * D_K) / 3,
    normal(2, D_CONTEXT, H * D_K) / 3,
    normal(3, D_CONTEXT, H * D_V) / 3,
    normal(4, H * D_V, D_MODEL) / 3,
)
NAMES = ("w_query", "w_key", "w_value", "w_output")
LAYER = MultiHeadAttention(*MATRICES, n_heads=H)
X, CONTEXT = normal(5, B, N, D_MODEL), normal(6, B, M, D_CONTEXT)
SELF_MATRICES = (MATRICES[0], normal(7, D_MODEL, H * D_K), normal(8, D_MODEL, H * D_V), MATRICES[3])
SELF = MultiHeadAttention(*SELF_MATRICES, n_heads=H)


def by_loops(
    x: NDArray[Any],
    context: NDArray[Any],
    matrices: tuple[NDArray[Any], ...],
    mask: NDArray[Any] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Output and weights; `mask` has one table for each sequence, or one for all."""
    lists = tuple(matrix.astype(float).tolist() for matrix in matrices)
    query, key, value, output = lists
    results = []
    for b in range(len(x)):
        table = None if mask is None else (mask[b] if mask.ndim == 3 else mask).tolist()
        results.append(
            loops.multi_head(
                x[b].tolist(), context[b].tolist(), (query, key, value, output), H, table
            )
        )
    return np.array([r[0] for r in results]), np.array([r[1] for r in results])


@pytest.mark.parametrize("batch", [(), (2,), (2, 3), (0,), (3, 3)])
@pytest.mark.parametrize(
    ("n", "heads", "width"), [(5, 3, 2), (3, 3, 3), (1, 7, 1), (4, 1, 5), (0, 2, 3)]
)
def test_each_head_gets_its_own_slice_of_every_row(
    batch: tuple[int, ...], n: int, heads: int, width: int
) -> None:
    x = normal(0, *batch, n, heads * width)
    expected = np.zeros((*batch, heads, n, width))
    for index in np.ndindex(*batch, heads, n, width):
        *lead, head, row, feature = index
        expected[index] = x[(*lead, row, head * width + feature)]
    same(expected, split_heads(x, heads))
    same(x, merge_heads(expected))


def test_merging_puts_the_heads_side_by_side_in_each_row() -> None:
    heads = normal(0, B, H, N, D_V)
    expected = [
        [[h for head in range(H) for h in heads[b, head, n]] for n in range(N)] for b in range(B)
    ]
    same(expected, merge_heads(heads))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_splitting_and_merging_keep_the_type(dtype: type[np.floating[Any]]) -> None:
    x = normal(0, 5, 6).astype(dtype)
    assert dtype == split_heads(x, 2).dtype
    assert dtype == merge_heads(split_heads(x, 2)).dtype
    assert np.float64 == split_heads([[1, 2]], 2).dtype
    assert np.float64 == merge_heads([[[1, 2]]]).dtype


def test_splitting_and_merging_leave_the_callers_arrays_alone() -> None:
    x, heads = normal(0, 5, 6), normal(1, 2, 5, 3)
    x.flags.writeable = heads.flags.writeable = False
    with untouched(x, heads):
        split_heads(x, 2)
        merge_heads(heads)


def test_a_view_is_split_and_merged_right() -> None:
    x = normal(0, 10, 12)[::-2, ::2]
    same(split_heads(x.copy(), 3), split_heads(x, 3))
    same(x, merge_heads(split_heads(x, 3)))
    same(x, merge_heads(split_heads(np.asfortranarray(x), 3)))


def test_a_width_that_the_heads_do_not_divide_is_refused() -> None:
    with refused(ValueError, "x", "width 7", "(5, 7)", "multiple of n_heads = 2"):
        split_heads(np.ones((5, 7)), 2)
    with refused(ValueError, "x", "width 2", "multiple of n_heads = 3"):
        split_heads(np.ones((3, 2)), 3)


def test_heads_without_an_axis_of_their_own_are_refused() -> None:
    with refused(ValueError, "heads", "(5, 6)", "3 or more axes"):
        merge_heads(np.ones((5, 6)))


def test_a_layer_is_the_loops() -> None:
    output, weights = by_loops(X, CONTEXT, MATRICES)
    attention = LAYER(X, context=CONTEXT)
    close(output, attention.output, rtol=1e-11)
    close(weights, attention.weights, rtol=1e-11)


def test_without_a_context_the_tokens_attend_to_themselves() -> None:
    output, weights = by_loops(X, X, SELF_MATRICES)
    close(output, SELF(X).output, rtol=1e-11)
    close(weights, SELF(X).weights, rtol=1e-11)


@pytest.mark.parametrize("lead", [(), (1,), (B, 1)])
def test_a_layers_mask_broadcasts_over_its_heads(lead: tuple[int, ...]) -> None:
    bias = normal(9, *lead, N, M)
    bias[..., 0, 3:] = -np.inf
    tables = np.broadcast_to(bias, (B, 1, N, M))[:, 0]
    output, weights = by_loops(X, CONTEXT, MATRICES, tables)
    attention = LAYER(X, bias, context=CONTEXT)
    close(output, attention.output, rtol=1e-11)
    close(weights, attention.weights, rtol=1e-11)


def test_a_mask_may_differ_from_head_to_head() -> None:
    bias = normal(9, H, N, M)
    attention = LAYER(X, bias, context=CONTEXT)
    for head in range(H):
        _, weights = by_loops(X, CONTEXT, MATRICES, bias[head])
        close(weights[:, head], attention.weights[:, head], rtol=1e-11)


def test_padding_hides_the_same_keys_from_every_head() -> None:
    mask = padding_mask([3, 7])
    output, weights = by_loops(X, CONTEXT, MATRICES, np.broadcast_to(mask, (B, N, M)))
    attention = LAYER(X, mask[:, None], context=CONTEXT)
    close(output, attention.output, rtol=1e-11)
    close(weights, attention.weights, rtol=1e-11)


def test_where_batch_equals_heads_the_layer_refuses_to_guess() -> None:
    x = normal(5, H, N, D_MODEL)
    with refused(ValueError, "mask", f"(3, 1, {N})", "2 ways"):
        SELF(x, padding_mask([1, 2, N]))
    lengths = padding_mask([1, 2, N])
    output, _ = by_loops(x, x, SELF_MATRICES, np.broadcast_to(lengths, (H, N, N)))
    close(output, SELF(x, lengths[:, None]).output, rtol=1e-11)


def test_a_causal_layer_does_not_see_the_future() -> None:
    later = X.copy()
    later[:, 3:] = 1000
    same(SELF(X, causal_mask(N)).output[:, :3], SELF(later, causal_mask(N)).output[:, :3])


def test_any_leading_axes_are_a_batch() -> None:
    x = normal(5, 2, 3, N, D_MODEL)
    whole = SELF(x)
    assert (2, 3, N, D_MODEL) == whole.output.shape
    assert (2, 3, H, N, N) == whole.weights.shape
    for index in np.ndindex(2, 3):
        close(SELF(x[index]).output, whole.output[index])
        close(SELF(x[index]).weights, whole.weights[index])


def test_one_context_serves_a_batch_of_tokens() -> None:
    close(LAYER(X, context=np.stack([CONTEXT[0]] * B)).output, LAYER(X, context=CONTEXT[0]).output)


def test_rows_that_may_attend_to_nothing_follow_the_rule() -> None:
    mask = np.ones((N, M), bool)
    mask[2] = False
    with refused(ValueError, "mask", "rows 2 may attend to no key", "empty_rows='zeros'"):
        LAYER(X, mask, context=CONTEXT)
    attention = LAYER(X, mask, context=CONTEXT, empty_rows="zeros")
    same(np.zeros((B, D_MODEL)), attention.output[:, 2])
    same(np.zeros((B, H, M)), attention.weights[:, :, 2])


def test_an_empty_context_and_foreign_batches_are_refused_by_the_callers_names() -> None:
    with refused(ValueError, "context", "no tokens", "empty_rows='zeros'"):
        LAYER(X, context=CONTEXT[:, :0])
    same(np.zeros((B, N, D_MODEL)), LAYER(X, context=CONTEXT[:, :0], empty_rows="zeros").output)
    with refused(ValueError, "x, context", "(2,)", "(3,)"):
        LAYER(X, context=normal(9, 3, M, D_CONTEXT))


def test_an_output_matrix_that_leads_to_another_width_is_refused() -> None:
    with refused(ValueError, "w_output", "(18, 13)", "d_model = 11"):
        MultiHeadAttention(*MATRICES[:3], normal(9, H * D_V, 13), n_heads=H)


def test_a_layer_stays_what_it_was_when_the_callers_matrices_change() -> None:
    matrices = [matrix.copy() for matrix in MATRICES]
    layer = MultiHeadAttention(*matrices, n_heads=H)
    for matrix in matrices:
        matrix[:] = 7
    same(LAYER(X, context=CONTEXT).output, layer(X, context=CONTEXT).output)
    with pytest.raises(ValueError, match="read-only"):
        layer.w_query[0, 0] = 7


@pytest.mark.parametrize("n_heads", [1, 2])
def test_writing_into_split_or_merged_heads_leaves_the_argument_alone(n_heads: int) -> None:
    x = normal(9, 5, 6)
    with untouched(x):
        split_heads(x, n_heads)[:] = 7
    heads = normal(9, n_heads, 5, 3)
    with untouched(heads):
        merge_heads(heads)[:] = 7


def test_no_tokens_give_no_rows() -> None:
    assert (0, D_MODEL) == SELF(X[0, :0]).output.shape
    assert (0, N, D_MODEL) == SELF(X[:0]).output.shape
    assert (H, 0, 0) == SELF(X[0, :0]).weights.shape


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_type_of_tokens_and_matrices_is_kept(dtype: type[np.floating[Any]]) -> None:
    layer = MultiHeadAttention(*(m.astype(dtype) for m in SELF_MATRICES), n_heads=H)
    attention = layer(X.astype(dtype))
    assert [dtype] * 2 == [attention.output.dtype, attention.weights.dtype]
    output, weights = by_loops(X.astype(dtype), X.astype(dtype), SELF_MATRICES)
    close(output, attention.output, rtol=1e-3, atol=1e-5)
    close(weights, attention.weights, rtol=1e-3, atol=1e-5)


def test_types_that_differ_meet_in_the_widest() -> None:
    layer = MultiHeadAttention(*(half(m) for m in SELF_MATRICES), n_heads=H)
    assert np.float32 == layer(single(X)).output.dtype
    assert np.float64 == layer(X).output.dtype
    assert np.float64 == layer(np.ones((2, D_MODEL), int)).output.dtype


def test_half_precision_is_computed_in_single_and_cast_back() -> None:
    matrices = tuple(half(m) for m in SELF_MATRICES)
    x = half(X)
    attention = MultiHeadAttention(*matrices, n_heads=H)(x)
    assert [np.float16] * 2 == [attention.output.dtype, attention.weights.dtype]
    output, weights = by_loops(x, x, matrices)
    close(half(output), attention.output, rtol=1e-3, atol=1e-4)
    close(half(weights), attention.weights, rtol=1e-3, atol=1e-6)


def test_integer_matrices_become_real_numbers() -> None:
    eye = np.eye(2, dtype=int)
    layer = MultiHeadAttention(eye, eye, eye, eye, n_heads=2)
    assert [np.float64] * 4 == [getattr(layer, name).dtype for name in NAMES]
    same([[3.0, 5.0]], layer([[3, 5]]).output)


def test_the_callers_arrays_are_left_alone() -> None:
    x, context = X.copy(), CONTEXT.copy()
    mask = normal(9, N, M)
    for array in (x, mask):
        array.flags.writeable = False
    with untouched(x, context, mask, *MATRICES):
        layer = MultiHeadAttention(*MATRICES, n_heads=H)
        layer(x, mask, context=context)


def test_a_layer_is_frozen_and_knows_its_widths() -> None:
    assert (H, D_K, D_V) == (LAYER.n_heads, LAYER.d_k, LAYER.d_v)
    for name, matrix in zip(NAMES, MATRICES, strict=True):
        same(matrix, getattr(LAYER, name))
    with pytest.raises(FrozenInstanceError):
        LAYER.n_heads = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("name", "shape", "parts"),
    [
        ("w_query", (D_MODEL, H * D_K + 1), ("(11, 13)", "multiple of n_heads = 3")),
        ("w_key", (D_CONTEXT, H * D_K + 3), ("(13, 15)", "as w_query, 12")),
        ("w_value", (D_CONTEXT, H * D_V + 2), ("(13, 20)", "multiple of n_heads = 3")),
        ("w_value", (D_CONTEXT + 1, H * D_V), ("(14, 18)", "rows as w_key, 13")),
        ("w_output", (H * D_K, D_MODEL), ("(12, 11)", "n_heads * d_v = 18")),
    ],
)
def test_matrices_that_disagree_are_refused_by_name(
    name: str, shape: tuple[int, int], parts: tuple[str, ...]
) -> None:
    matrices: dict[str, Any] = dict(zip(NAMES, MATRICES, strict=True)) | {name: np.ones(shape)}
    with refused(ValueError, name, *parts):
        MultiHeadAttention(**matrices, n_heads=H)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(3,), (1, 3, 3), (0, 3), (3, 0), (0, 0)])
def test_a_matrix_has_two_axes_and_none_empty(name: str, shape: tuple[int, ...]) -> None:
    matrices: dict[str, Any] = dict(zip(NAMES, MATRICES, strict=True)) | {name: np.ones(shape)}
    with refused(ValueError, name, f"shape {shape}", "axes"):
        MultiHeadAttention(**matrices, n_heads=H)


def test_tokens_of_another_width_are_refused_by_name() -> None:
    with refused(ValueError, "x", "width 13", "expected 11, the rows of w_query"):
        LAYER(CONTEXT)
    with refused(ValueError, "context", "width 11", "expected 13, the rows of w_key"):
        LAYER(X, context=X)
    with refused(ValueError, "x", "width 11", "expected 13, the rows of w_key"):
        LAYER(X)


@pytest.mark.parametrize(
    ("matrices", "x"),
    [
        (([[1e200]], [[1.0]], [[1.0]], [[1.0]]), [[1e200]]),
        (([[1.0]], [[1e200]], [[1.0]], [[1.0]]), [[1e200]]),
        (([[0.0]], [[0.0]], [[1e200]], [[1.0]]), [[1e200]]),
        (([[0.0]], [[0.0]], [[1e200]], [[1e200]]), [[1.0]]),
        (([[0.0]], [[0.0]], [[1e200, 1e200]], [[1e200], [-1e200]]), [[1.0]]),
    ],
    ids=["query", "key", "value", "output", "output is inf - inf"],
)
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning", "ignore:invalid:RuntimeWarning")
def test_projections_that_overflow_are_refused_and_never_come_out_as_nan(
    matrices: tuple[Any, Any, Any, Any],
    x: Any,  # noqa: ANN401
) -> None:
    with pytest.raises(ValueError, match="overflow"):
        MultiHeadAttention(*matrices, n_heads=1)(x)


def test_projections_that_overflow_do_not_warn() -> None:
    layer = MultiHeadAttention([[1e200]], [[1.0]], [[1.0]], [[1.0]], n_heads=1)
    with pytest.raises(ValueError, match="overflow"):
        layer([[1e200]])


def test_an_output_too_large_for_half_precision_is_refused() -> None:
    zero, large = half([[0.0]]), half([[300.0]])
    with pytest.raises(ValueError, match="float16"):
        MultiHeadAttention(zero, zero, large, large, n_heads=1)(half([[1.0]]))


def test_drawn_matrices_have_the_shapes_of_the_paper() -> None:
    rng = np.random.default_rng(0)
    layer = MultiHeadAttention.from_rng(rng, 11, 3, d_k=4, d_v=5)
    shapes = [(11, 12), (11, 12), (11, 15), (15, 11)]
    assert shapes == [getattr(layer, name).shape for name in NAMES]
    layer = MultiHeadAttention.from_rng(rng, 15, 3)
    assert (5, 5, 3) == (layer.d_k, layer.d_v, layer.n_heads)
    layer = MultiHeadAttention.from_rng(rng, 15, 3, d_k=2)
    assert (2, 5) == (layer.d_k, layer.d_v)
    layer = MultiHeadAttention.from_rng(rng, 15, 3, d_v=2)
    assert (5, 2) == (layer.d_k, layer.d_v)
    assert (15, 15) == MultiHeadAttention.from_rng(rng, 15, 3).w_output.shape


def test_drawing_takes_the_matrices_in_the_order_that_it_says() -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(3), 11, 3, d_k=4, d_v=5)
    rng = np.random.default_rng(3)
    for name, shape in zip(NAMES, [(11, 12), (11, 12), (11, 15), (15, 11)], strict=True):
        close(rng.standard_normal(shape) / np.sqrt(shape[0]), getattr(layer, name))


def test_drawn_projections_keep_the_variance() -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(1), 256, 2, d_v=64)
    for name in NAMES:
        matrix = getattr(layer, name)
        close(1.0, matrix.shape[0] * matrix.var(), rtol=0.05)
        close(0.0, np.sqrt(matrix.shape[0]) * matrix.mean(), atol=0.03)


@pytest.mark.parametrize("bad", [None, 0, np.random.RandomState(0), np.random])
def test_drawing_takes_a_generator(bad: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "rng", "got ", "numpy.random.Generator"):
        MultiHeadAttention.from_rng(bad, 4, 2)


@pytest.mark.parametrize("widths", [{}, {"d_k": 2}, {"d_v": 2}])
def test_drawing_needs_a_width_that_the_heads_divide_unless_both_are_given(
    widths: dict[str, int],
) -> None:
    rng = np.random.default_rng(0)
    with refused(ValueError, "d_model", "got 7", "multiple of n_heads = 3"):
        MultiHeadAttention.from_rng(rng, 7, 3, **widths)
    layer = MultiHeadAttention.from_rng(rng, 7, 3, d_k=2, d_v=2)
    assert (2, 2) == (layer.d_k, layer.d_v)


G = 2
GROUPED_MATRICES = (
    normal(1, D_MODEL, 3 * G * D_K) / 3,
    normal(2, D_CONTEXT, G * D_K) / 3,
    normal(3, D_CONTEXT, G * D_V) / 3,
    normal(4, 3 * G * D_V, D_MODEL) / 3,
)


def spread(matrix: NDArray[Any], groups: int, times: int) -> NDArray[Any]:
    """Each group's columns as many times as heads read them."""
    return np.hstack([part for part in np.split(matrix, groups, axis=1) for _ in range(times)])


@pytest.mark.parametrize("causal", [False, True])
def test_heads_in_groups_are_heads_with_equal_matrices(causal: bool) -> None:  # noqa: FBT001
    w_query, w_key, w_value, w_output = GROUPED_MATRICES
    mask = causal_mask(N, M) if causal else None
    layer = MultiHeadAttention(*GROUPED_MATRICES, n_heads=3 * G, n_key_heads=G)
    apart = MultiHeadAttention(
        w_query, spread(w_key, G, 3), spread(w_value, G, 3), w_output, n_heads=3 * G
    )
    output, weights = layer(X, mask, context=CONTEXT)
    expected = apart(X, mask, context=CONTEXT)
    close(expected.output, output)
    close(expected.weights, weights)
    assert (3 * G, G, D_K, D_V) == (layer.n_heads, layer.n_key_heads, layer.d_k, layer.d_v)
    assert 3 * G == apart.n_key_heads


def test_one_head_of_keys_may_serve_all() -> None:
    layer = MultiHeadAttention.from_rng(np.random.default_rng(0), 12, 4, d_v=5, n_key_heads=1)
    shapes = [(12, 12), (12, 3), (12, 5), (20, 12)]
    assert shapes == [getattr(layer, name).shape for name in NAMES]
    assert (B, 4, N, N) == layer(normal(9, B, N, 12)).weights.shape


@pytest.mark.parametrize(
    ("name", "shape", "parts"),
    [
        ("w_query", (D_MODEL, 6 * D_K + 1), ("(11, 25)", "multiple of n_heads = 6")),
        ("w_key", (D_CONTEXT, 6 * D_K), ("(13, 24)", "n_key_heads * d_k columns, 8")),
        ("w_value", (D_CONTEXT, G * D_V + 1), ("(13, 13)", "multiple of n_key_heads = 2")),
        ("w_output", (G * D_V, D_MODEL), ("(12, 11)", "rows for n_heads * d_v = 36")),
    ],
)
def test_matrices_that_disagree_with_the_groups_are_refused_by_name(
    name: str, shape: tuple[int, int], parts: tuple[str, ...]
) -> None:
    matrices: dict[str, Any] = dict(zip(NAMES, GROUPED_MATRICES, strict=True)) | {
        name: np.ones(shape)
    }
    with refused(ValueError, name, *parts):
        MultiHeadAttention(**matrices, n_heads=6, n_key_heads=G)


def test_groups_divide_the_heads() -> None:
    for groups in (2, 6):
        with refused(ValueError, "n_key_heads", f"got {groups}", "divides n_heads = 3"):
            MultiHeadAttention(*MATRICES, n_heads=H, n_key_heads=groups)
        with refused(ValueError, "n_key_heads", f"got {groups}"):
            MultiHeadAttention.from_rng(np.random.default_rng(0), 6, 3, n_key_heads=groups)


@pytest.mark.parametrize("lead", [None, (), (B, 1)])
def test_the_layer_in_blocks_is_the_loops(lead: tuple[int, ...] | None) -> None:
    mask = None
    if lead is not None:
        mask = np.random.default_rng(1).random((*lead, N, M)) < 0.5
        mask[..., 0] = True
    whole = None if mask is None else loops.additive(mask.reshape(-1, N, M)[[0, -1]])
    expected, _ = by_loops(X, CONTEXT, MATRICES, whole)
    with untouched(X, CONTEXT, *([] if mask is None else [mask])):
        actual = LAYER.blockwise(X, mask, context=CONTEXT)
    close(expected, actual)


@pytest.mark.parametrize(("dtype", "atol"), [(np.float64, 1e-13), (np.float32, 1e-5)])
def test_the_layer_in_blocks_hides_the_future_and_what_is_before_the_window(
    dtype: type[np.floating[Any]], atol: float
) -> None:
    x, *matrices = (array.astype(dtype) for array in (X, *SELF_MATRICES))
    layer = MultiHeadAttention(*matrices, n_heads=H)
    causal, windowed = causal_mask(N), sliding_window_mask(N, window=2)
    expected, _ = by_loops(x.astype(float), x.astype(float), tuple(matrices), causal)
    close(expected, layer.blockwise(x, causal=True), atol=atol)
    expected, _ = by_loops(x.astype(float), x.astype(float), tuple(matrices), windowed)
    close(expected, layer.blockwise(x, window=2, n_threads=2), atol=atol)
    assert dtype == layer.blockwise(x).dtype


def test_groups_of_heads_may_attend_in_blocks() -> None:
    layer = MultiHeadAttention(*GROUPED_MATRICES, n_heads=3 * G, n_key_heads=G)
    w_query, w_key, w_value, w_output = GROUPED_MATRICES
    apart = MultiHeadAttention(
        w_query, spread(w_key, G, 3), spread(w_value, G, 3), w_output, n_heads=3 * G
    )
    close(apart(X, context=CONTEXT).output, layer.blockwise(X, context=CONTEXT))


def test_threads_change_no_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_blocks, "_WORTH_A_THREAD", 1)
    monkeypatch.setattr(_threads, "_WORTH_A_STRIP", 1)
    expected, _ = by_loops(X, CONTEXT, MATRICES)
    for n_threads in (1, 2, 3):
        close(expected, LAYER.blockwise(X, context=CONTEXT, n_threads=n_threads))
    with refused(ValueError, "n_threads", "got 0", "1 or more"):
        LAYER.blockwise(X, context=CONTEXT, n_threads=0)


def test_in_blocks_the_layer_refuses_what_it_refuses_with_the_table() -> None:
    mask = np.ones((N, M), bool)
    mask[2] = False
    with refused(ValueError, "mask", "rows 2 may attend to no key", "empty_rows='zeros'"):
        LAYER.blockwise(X, mask, context=CONTEXT)
    output = LAYER.blockwise(X, mask, context=CONTEXT, empty_rows="zeros")
    same(np.zeros((B, D_MODEL)), output[:, 2])
    with refused(ValueError, "x", "width 10", "expected 11"):
        LAYER.blockwise(X[..., 1:], context=CONTEXT)
    with refused(ValueError, "context", "no tokens"):
        LAYER.blockwise(X, context=CONTEXT[:, :0])
    with refused(TypeError, "causal", "True or False"):
        LAYER.blockwise(X, context=CONTEXT, causal=1)  # type: ignore[arg-type]


def test_a_layer_in_blocks_holds_no_table() -> None:
    n = 2048
    layer = MultiHeadAttention(*(np.eye(8, dtype=np.float32) for _ in range(4)), n_heads=4)
    tokens = np.ones((n, 8), np.float32)
    ROOMS.clear()
    tracemalloc.start()
    layer.blockwise(tokens, n_threads=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    one_table = tokens.itemsize * n * n
    assert peak < 4 * 2**20 < one_table
