"""The same results as PyTorch, which none of us wrote."""

from math import prod
from typing import Any

import numpy as np
import pytest
import torch
from numpy.random import Generator
from numpy.typing import NDArray
from tests.tools import close, same
from torch.nn.attention.bias import causal_lower_right

from attention_course import (
    MultiHeadAttention,
    causal_mask,
    combine_masks,
    merge_heads,
    padding_mask,
    scaled_dot_product_attention,
    sliding_window_mask,
    softmax,
    softmax_jacobian,
    split_heads,
)

Real = type[np.floating[Any]]
TYPES: list[Real] = [np.float32, np.float64]
TOLERANCE = {np.float32: 2e-5, np.float64: 1e-11}
SEEDS = range(20)
sdpa = torch.nn.functional.scaled_dot_product_attention


def array(tensor: Any) -> NDArray[Any]:  # noqa: ANN401
    return np.asarray(tensor.detach().numpy())


def tensor(values: NDArray[Any]) -> Any:  # noqa: ANN401
    return torch.from_numpy(np.array(values, order="C"))


def agree(expected: NDArray[Any], actual: NDArray[Any], dtype: Real) -> None:
    assert expected.dtype == actual.dtype == dtype
    close(expected, actual, rtol=TOLERANCE[dtype], atol=TOLERANCE[dtype])


def problem(rng: Generator, dtype: Real, *, square: bool = False) -> tuple[NDArray[Any], ...]:
    """Queries, keys and values of random shapes, and a mask with one allowed key or more a row."""
    batch, heads, n, m, d_k, d_v = (int(i) for i in rng.integers(1, 9, 6))
    m = n if square else m
    size = rng.choice([1.0, 30.0])
    query = size * rng.standard_normal((batch, heads, n, d_k))
    key = rng.standard_normal((batch, heads, m, d_k))
    value = rng.standard_normal((batch, heads, m, d_v))
    allowed = rng.random((batch, heads, n, m)) < 0.5
    allowed[..., rng.integers(m)] |= ~allowed.any(axis=-1)
    return query.astype(dtype), key.astype(dtype), value.astype(dtype), allowed


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", ["none", "boolean", "additive", "bias"])
def test_attention_with_every_kind_of_mask(kind: str, dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    query, key, value, allowed = problem(rng, dtype)
    bias = rng.standard_normal(allowed.shape).astype(dtype)
    hiding = np.where(allowed, 0, -np.inf).astype(dtype)
    mask = {"none": None, "boolean": allowed, "additive": hiding, "bias": bias + hiding}[kind]
    expected = sdpa(
        tensor(query),
        tensor(key),
        tensor(value),
        attn_mask=None if mask is None else tensor(mask),
    )
    agree(array(expected), scaled_dot_product_attention(query, key, value, mask).output, dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_causal_attention_where_queries_and_keys_are_as_many(dtype: Real, seed: int) -> None:
    query, key, value, _ = problem(np.random.default_rng(seed), dtype, square=True)
    expected = sdpa(tensor(query), tensor(key), tensor(value), is_causal=True)
    mask = causal_mask(query.shape[-2])
    agree(array(expected), scaled_dot_product_attention(query, key, value, mask).output, dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_decoding_agrees_with_pytorchs_lower_right_mask(dtype: Real, seed: int) -> None:
    query, key, value, _ = problem(np.random.default_rng(seed), dtype)
    n, m = query.shape[-2], key.shape[-2]
    if n > m:
        query, n = query[..., :m, :], m
    expected = sdpa(tensor(query), tensor(key), tensor(value), attn_mask=causal_lower_right(n, m))
    mask = causal_mask(n, m)
    agree(array(expected), scaled_dot_product_attention(query, key, value, mask).output, dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scale", [0.3, 1.0, -2.0])
@pytest.mark.parametrize("dtype", TYPES)
def test_a_scale_of_ones_own(dtype: Real, scale: float, seed: int) -> None:
    query, key, value, allowed = problem(np.random.default_rng(seed), dtype)
    expected = sdpa(
        tensor(query), tensor(key), tensor(value), attn_mask=tensor(allowed), scale=scale
    )
    actual = scaled_dot_product_attention(query, key, value, allowed, scale=scale)
    agree(array(expected), actual.output, dtype)


@pytest.mark.parametrize("dtype", TYPES)
def test_rows_that_allow_nothing_give_zeros_as_pytorchs_do(dtype: Real) -> None:
    query, key, value, allowed = problem(np.random.default_rng(5), dtype)
    allowed[..., ::2, :] = False
    expected = sdpa(tensor(query), tensor(key), tensor(value), attn_mask=tensor(allowed))
    actual = scaled_dot_product_attention(query, key, value, allowed, empty_rows="zeros")
    agree(array(expected), actual.output, dtype)


@pytest.mark.parametrize("dtype", TYPES)
def test_leading_axes_broadcast_alike(dtype: Real) -> None:
    rng = np.random.default_rng(0)
    query, key, value, bias = (
        rng.standard_normal(shape).astype(dtype)
        for shape in ((2, 3, 5, 7), (3, 11, 7), (2, 1, 11, 13), (2, 1, 1, 11))
    )
    shapes = [torch.broadcast_shapes(a.shape[:-2], (2, 3)) for a in (query, key, value)]
    tensors = [
        tensor(a).expand(*shape, *a.shape[-2:])
        for a, shape in zip((query, key, value), shapes, strict=True)
    ]
    expected = sdpa(*tensors, attn_mask=tensor(bias))
    agree(array(expected), scaled_dot_product_attention(query, key, value, bias).output, dtype)


@pytest.mark.parametrize("seed", SEEDS)
def test_half_precision_is_as_close_to_double_as_pytorchs(seed: int) -> None:
    query, key, value, allowed = problem(np.random.default_rng(seed), np.float16)
    halves = [tensor(a) for a in (query, key, value)]
    exact = array(sdpa(*(half.double() for half in halves), attn_mask=tensor(allowed)))
    actual = scaled_dot_product_attention(query, key, value, allowed).output
    assert np.float16 == actual.dtype
    close(exact.astype(np.float16), actual, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_softmax_over_any_axis(dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 8, 3))
    scores = (rng.choice([1.0, 1000.0]) * rng.standard_normal(shape)).astype(dtype)
    for axis in range(-3, 3):
        agree(array(torch.softmax(tensor(scores), axis)), softmax(scores, axis), dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_the_jacobian_is_autograds(dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    scores = (3 * rng.standard_normal(int(rng.integers(1, 12)))).astype(dtype)

    def softmax_of(s: Any) -> Any:  # noqa: ANN401
        return torch.softmax(s, -1)

    expected = torch.autograd.functional.jacobian(softmax_of, tensor(scores))
    agree(array(expected), softmax_jacobian(scores), dtype)


@pytest.mark.parametrize("shape", [(5, 6), (2, 5, 6), (3, 2, 5, 6), (6, 6, 6)])
@pytest.mark.parametrize("heads", [1, 2, 3, 6])
def test_splitting_and_merging_are_view_and_transpose(shape: tuple[int, ...], heads: int) -> None:
    x = np.arange(float(prod(shape))).reshape(shape)
    split = tensor(x).view(*shape[:-1], heads, -1).transpose(-3, -2)
    same(array(split), split_heads(x, heads))
    same(array(split.transpose(-3, -2).flatten(-2)), merge_heads(array(split)))


def layers(rng: Generator, dtype: Real, d_model: int, heads: int) -> tuple[MultiHeadAttention, Any]:
    """A layer of ours, and PyTorch's with the same matrices."""
    layer = MultiHeadAttention(
        *(rng.standard_normal((d_model, d_model)).astype(dtype) / 2 for _ in range(4)),
        n_heads=heads,
    )
    theirs = torch.nn.MultiheadAttention(d_model, heads, bias=False, batch_first=True)
    theirs = theirs.to(torch.from_numpy(np.empty(0, dtype)).dtype)
    with torch.no_grad():
        theirs.in_proj_weight.copy_(
            tensor(np.vstack([layer.w_query.T, layer.w_key.T, layer.w_value.T]))
        )
        theirs.out_proj.weight.copy_(tensor(layer.w_output.T))
    return layer, theirs


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", ["self", "causal", "cross", "padded"])
def test_a_layer_with_the_same_matrices(kind: str, dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    heads, width = (int(i) for i in rng.integers(1, 5, 2))
    batch, n, m = (int(i) for i in rng.integers(1, 8, 3))
    layer, theirs = layers(rng, dtype, heads * width, heads)
    x = rng.standard_normal((batch, n, heads * width)).astype(dtype)
    context = rng.standard_normal((batch, m, heads * width)).astype(dtype)
    options: dict[str, Any] = {}
    mask = None
    if kind in ("self", "causal"):
        context = x
    if kind == "causal":
        mask = causal_mask(n)
        options["attn_mask"] = torch.ones(n, n, dtype=torch.bool).triu(1)
    if kind == "padded":
        lengths = rng.integers(1, m + 1, batch)
        mask = padding_mask(lengths, m)[:, None]
        options["key_padding_mask"] = tensor(np.arange(m) >= lengths[:, None])
    output, weights = theirs(
        tensor(x), tensor(context), tensor(context), average_attn_weights=False, **options
    )
    actual = layer(x, mask, context=None if context is x else context)
    agree(array(weights), actual.weights, dtype)
    agree(array(output), actual.output, dtype)
    in_blocks = layer.blockwise(
        x,
        None if kind == "causal" else mask,
        context=None if context is x else context,
        causal=kind == "causal",
    )
    agree(array(output), in_blocks, dtype)


@pytest.mark.parametrize("window", [1, 2, 3, 7])
def test_a_window_is_a_band_of_pytorchs_triangles(window: int) -> None:
    band = torch.ones(7, 7).tril() * torch.ones(7, 7).triu(1 - window)
    same(np.where(array(band) == 1, 0, -np.inf), sliding_window_mask(7, window=window))
    both = combine_masks(causal_mask(7), array(torch.ones(7, 7).triu(1 - window) == 1))
    same(both, sliding_window_mask(7, window=window))
