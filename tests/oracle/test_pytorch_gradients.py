"""Gradients, caches, rotations and normalisations, beside PyTorch's."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from tests.oracle.test_pytorch import (
    SEEDS,
    TOLERANCE,
    TYPES,
    Real,
    agree,
    array,
    layers,
    problem,
    sdpa,
    tensor,
)
from tests.tools import close

from attention_course import (
    KeyValueCache,
    attention_backward,
    blockwise_attention,
    blockwise_attention_backward,
    causal_mask,
    layer_norm,
    rms_norm,
    rotary_positions,
    rotate,
    scaled_dot_product_attention,
    split_heads,
)


def learned(*values: NDArray[Any]) -> list[Any]:
    """Tensors that gather gradients."""
    return [tensor(a).requires_grad_() for a in values]


def agree_all(tensors: list[Any], gradients: Any, dtype: Real) -> None:  # noqa: ANN401
    for theirs, ours in zip(tensors, gradients, strict=True):
        size = float(theirs.grad.abs().max())
        assert ours.dtype == dtype
        close(
            array(theirs.grad),
            ours,
            rtol=TOLERANCE[dtype],
            atol=TOLERANCE[dtype] * max(1.0, size),
        )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", ["none", "boolean", "additive", "bias"])
def test_gradients_with_every_kind_of_mask(kind: str, dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    query, key, value, allowed = problem(rng, dtype)
    hiding = np.where(allowed, 0, -np.inf).astype(dtype)
    bias = hiding + rng.standard_normal(allowed.shape).astype(dtype)
    mask = {"none": None, "boolean": allowed, "additive": hiding, "bias": bias}[kind]
    upstream = rng.standard_normal((*query.shape[:-1], value.shape[-1])).astype(dtype)
    scale = float(rng.choice([0.3, 1.0, -2.0])) if seed % 2 else None
    tensors = learned(query, key, value)
    output = sdpa(*tensors, attn_mask=None if mask is None else tensor(mask), scale=scale)
    output.backward(tensor(upstream))
    agree_all(tensors, attention_backward(query, key, value, upstream, mask, scale=scale), dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("kind", ["none", "causal", "boolean", "additive", "grouped"])
def test_blocks_forward_and_back(kind: str, dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    batch, shared, groups, d_k, d_v = (int(i) for i in rng.integers(1, 5, 5))
    shared = shared if kind == "grouped" else 1
    n, m = (int(i) for i in rng.integers(40, 90, 2))
    n = m if kind == "causal" else n
    size = float(rng.choice([0.5, 5.0]))
    query, key, value, upstream = (
        (factor * rng.standard_normal((batch, *shape))).astype(dtype)
        for factor, shape in (
            (size, (shared * groups, n, d_k)),
            (1.0, (groups, m, d_k)),
            (1.0, (groups, m, d_v)),
            (1.0, (shared * groups, n, d_v)),
        )
    )
    allowed = rng.random((batch, 1, n, m)) < 0.4
    allowed[..., 0] |= ~allowed.any(axis=-1)
    mask = {"boolean": allowed, "additive": np.where(allowed, 0, -np.inf).astype(dtype)}.get(kind)
    options: dict[str, Any] = {
        "causal": kind == "causal",
        "grouped_heads": True,
        "block_size": int(rng.integers(5, 60)),
    }
    tensors = learned(query, key, value)
    output = sdpa(
        *tensors,
        attn_mask=None if mask is None else tensor(mask),
        is_causal=kind == "causal",
        enable_gqa=True,
    )
    output.backward(tensor(upstream))
    there = blockwise_attention(query, key, value, mask, **options)
    agree(array(output), there.output, dtype)
    back = blockwise_attention_backward(query, key, value, upstream, there, mask, **options)
    agree_all(tensors, back, dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_grouped_heads_forward_and_back(dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    batch, shared, groups, n, d_k, d_v = (int(i) for i in rng.integers(1, 7, 6))
    query, key, value, upstream = (
        rng.standard_normal((batch, *shape)).astype(dtype)
        for shape in (
            (shared * groups, n, d_k),
            (groups, n, d_k),
            (groups, n, d_v),
            (shared * groups, n, d_v),
        )
    )
    tensors = learned(query, key, value)
    output = sdpa(*tensors, is_causal=True, enable_gqa=True)
    output.backward(tensor(upstream))
    mask = causal_mask(n)
    ours = scaled_dot_product_attention(query, key, value, mask, grouped_heads=True)
    agree(array(output), ours.output, dtype)
    agree_all(
        tensors, attention_backward(query, key, value, upstream, mask, grouped_heads=True), dtype
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_a_soft_cap_forward_and_back(dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    query, key, value, allowed = problem(rng, dtype)
    cap = float(rng.uniform(0.5, 20))
    upstream = rng.standard_normal((*query.shape[:-1], value.shape[-1])).astype(dtype)
    tensors = learned(query, key, value)
    scores = tensors[0] @ tensors[1].transpose(-1, -2) / query.shape[-1] ** 0.5
    capped = (cap * torch.tanh(scores / cap)).masked_fill(~tensor(allowed), -torch.inf)
    output = torch.softmax(capped, -1) @ tensors[2]
    output.backward(tensor(upstream))
    ours = scaled_dot_product_attention(query, key, value, allowed, soft_cap=cap)
    agree(array(output), ours.output, dtype)
    agree_all(
        tensors, attention_backward(query, key, value, upstream, allowed, soft_cap=cap), dtype
    )


@pytest.mark.parametrize("dtype", TYPES)
def test_what_was_broadcast_gets_the_sum_as_in_pytorch(dtype: Real) -> None:
    rng = np.random.default_rng(0)
    query, key, value, upstream = (
        rng.standard_normal(shape).astype(dtype)
        for shape in ((2, 3, 5, 7), (3, 11, 7), (2, 1, 11, 13), (2, 3, 5, 13))
    )
    tensors = learned(query, key, value)
    scores = tensors[0] @ tensors[1].transpose(-1, -2) / 7**0.5
    (torch.softmax(scores, -1) @ tensors[2]).backward(tensor(upstream))
    agree_all(tensors, attention_backward(query, key, value, upstream), dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_a_layer_of_pytorchs_decoded_token_by_token_through_the_cache(
    dtype: Real, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    heads, width = (int(i) for i in rng.integers(1, 5, 2))
    batch, n = (int(i) for i in rng.integers(1, 8, 2))
    layer, theirs = layers(rng, dtype, heads * width, heads)
    x = rng.standard_normal((batch, n, heads * width)).astype(dtype)
    hidden = torch.ones(n, n, dtype=torch.bool).triu(1)
    expected, _ = theirs(*[tensor(x)] * 3, attn_mask=hidden, need_weights=False)
    cache = KeyValueCache()
    for place in range(n):
        token = x[:, [place]]
        query, key, value = (
            split_heads(token @ w, heads) for w in (layer.w_query, layer.w_key, layer.w_value)
        )
        cache.append(key, value)
        output = cache.attend(query).output.transpose(0, 2, 1, 3).reshape(batch, 1, -1)
        agree(array(expected)[:, [place]], output @ layer.w_output, dtype)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_the_gradients_of_a_layer_with_the_same_matrices(dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    heads, width = (int(i) for i in rng.integers(1, 5, 2))
    batch, n, m = (int(i) for i in rng.integers(1, 8, 3))
    layer, theirs = layers(rng, dtype, heads * width, heads)
    x, context, upstream = (
        rng.standard_normal((batch, rows, heads * width)).astype(dtype) for rows in (n, m, n)
    )
    asking, asked = learned(x, context)
    theirs(asking, asked, asked, need_weights=False)[0].backward(tensor(upstream))
    query = split_heads(x @ layer.w_query, heads)
    key, value = (split_heads(context @ w, heads) for w in (layer.w_key, layer.w_value))
    joined = upstream @ layer.w_output.T
    back = attention_backward(query, key, value, split_heads(joined, heads))
    flat = [g.swapaxes(-3, -2).reshape(batch, -1, heads * width) for g in back]
    agree_all(
        [asking, asked],
        (
            flat[0] @ layer.w_query.T,
            flat[1] @ layer.w_key.T + flat[2] @ layer.w_value.T,
        ),
        dtype,
    )


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("dtype", TYPES)
def test_normalisations(dtype: Real, seed: int) -> None:
    rng = np.random.default_rng(seed)
    shape = tuple(int(i) for i in rng.integers(1, 8, 3))
    x = (rng.choice([1e-3, 1.0, 1e3]) * rng.standard_normal(shape)).astype(dtype)
    axes = int(rng.integers(1, 4))
    gain, bias = (rng.standard_normal(shape[-axes:]).astype(dtype) for _ in range(2))
    theirs = torch.nn.functional.layer_norm(
        tensor(x), shape[-axes:], tensor(gain), tensor(bias), 1e-5
    )
    agree(array(theirs), layer_norm(x, gain, bias, first_axis=-axes).output, dtype)
    theirs = torch.nn.functional.rms_norm(tensor(x), shape[-axes:], tensor(gain), 1e-5)
    agree(array(theirs), rms_norm(x, gain, first_axis=-axes).output, dtype)


@pytest.mark.parametrize("seed", SEEDS)
def test_adjacent_pairs_are_turned_as_complex_numbers_are(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, pairs, first = (int(i) for i in rng.integers(1, 9, 3))
    x = rng.standard_normal((3, n, 2 * pairs))
    numbers = torch.view_as_complex(tensor(x.reshape(3, n, pairs, 2)))
    rates = 10000.0 ** (-torch.arange(pairs, dtype=torch.float64) / pairs)
    angles = torch.outer(torch.arange(first, first + n, dtype=torch.float64), rates)
    turned = torch.view_as_real(numbers * torch.polar(torch.ones_like(angles), angles))
    positions = rotary_positions(n, 2 * pairs, first=first)
    agree(array(turned.flatten(-2)), rotate(x, *positions), np.float64)
