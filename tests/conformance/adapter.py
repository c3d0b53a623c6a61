"""Each ONNX operator in terms of the library's public functions: arguments are translated, no more.

`OPERATORS` maps the name of an operator, and after a comma the way it is computed, to a function of
a node's inputs by position and of its attributes. It returns the node's outputs by position, as the
operator's specification lists them; None is an output that this way of computing does not have.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from attention_course import (
    KeyValueCache,
    attention_steps,
    blockwise_attention,
    causal_mask,
    combine_masks,
    layer_norm,
    merge_heads,
    padding_mask,
    rms_norm,
    rotate,
    softmax,
    split_heads,
)

Array: TypeAlias = NDArray[Any]
Inputs: TypeAlias = list[Array | None]
Outputs: TypeAlias = tuple[Array | None, ...]

# ONNX's numbers for types. The library computes in single precision or better.
_PRECISIONS = {11: np.float64}


def attention(inputs: Inputs, given: dict[str, Any]) -> Outputs:
    """Attention, versions 23 to 25: Y, present_key, present_value and qk_matmul_output."""
    query, cache, mask, options = _arguments(inputs, given)
    steps = attention_steps(query, cache.key, cache.value, mask, **options)
    shown = (steps.scaled, steps.capped, steps.masked, steps.weights)
    return _as_given(inputs, steps.output, cache, shown[given.get("qk_matmul_output_mode", 0)])


def attention_in_blocks(inputs: Inputs, given: dict[str, Any]) -> Outputs:
    """Attention by small blocks, which never hold the table that is qk_matmul_output.

    Where queries and keys are as many, the function is told of the future, and no mask is made.
    """
    query, key, _, _, past_key, _, lengths = inputs + [None] * (7 - len(inputs))
    assert query is not None
    assert key is not None
    as_many = past_key is None and lengths is None and query.shape[-2] == key.shape[-2]
    causal = as_many and bool(given.get("is_causal"))
    told = given | {"is_causal": 0} if causal else given
    query, cache, mask, options = _arguments(inputs, told)
    blocks = blockwise_attention(
        query, cache.key, cache.value, mask, causal=causal, block_size=2, **options
    )
    return _as_given(inputs, blocks.output, cache, None)


def _arguments(
    inputs: Inputs, given: dict[str, Any]
) -> tuple[Array, KeyValueCache, Array, dict[str, Any]]:
    """Return the queries, the keys and values past and present, the mask, and what else is set."""
    query, key, value, mask, past_key, past_value, lengths = inputs + [None] * (7 - len(inputs))
    assert query is not None
    assert key is not None
    assert value is not None
    wide = _PRECISIONS.get(given.get("softmax_precision", 0), np.float32)
    query, key, value = (a.astype(wide) for a in (query, key, value))
    if query.ndim == 3:
        query = split_heads(query, given["q_num_heads"])
        key, value = (split_heads(a, given["kv_num_heads"]) for a in (key, value))
    cache = KeyValueCache()
    if past_key is not None and past_value is not None:
        cache.append(past_key.astype(wide), past_value.astype(wide))
    n_queries, offset = query.shape[-2], len(cache)
    cache.append(key, value)
    hidden = _mask(
        mask,
        (n_queries, len(cache)),
        offset if lengths is None else lengths - n_queries,
        lengths,
        given,
    )
    options = {
        "scale": given.get("scale"),
        "soft_cap": given.get("softcap") or None,
        "grouped_heads": True,
        "empty_rows": "zeros",
    }
    return query, cache, hidden, options


def _as_given(inputs: Inputs, output: Array, cache: KeyValueCache, table: Array | None) -> Outputs:
    """Return the outputs in the layout and type of the inputs."""
    query = inputs[0]
    assert query is not None
    joined = merge_heads(output) if query.ndim == 3 else output
    return tuple(
        None if array is None else array.astype(query.dtype)
        for array in (joined, cache.key, cache.value, table)
    )


def _mask(
    mask: Array | None,
    shape: tuple[int, int],
    offset: Any,  # noqa: ANN401
    lengths: Array | None,
    given: dict[str, Any],
) -> Array:
    """Combine what hides keys: the given mask, the future, the windows, and the padding."""
    n_queries, n_keys = shape
    parts: list[Array] = [np.zeros((n_queries, n_keys))]
    if mask is not None:
        hidden = False if mask.dtype == bool else -np.inf
        missing = [(0, 0)] * (mask.ndim - 1) + [(0, n_keys - mask.shape[-1])]
        whole = mask if mask.dtype == bool else mask.astype(np.float64)
        parts.append(np.pad(whole, missing, constant_values=hidden))
    right = 0 if given.get("is_causal") else given.get("right_window_size", -1)
    if right >= 0:
        parts.append(_up_to(offset + right, shape))
    left = given.get("left_window_size", -1)
    if left >= 0:
        parts.append(_up_to(offset - left - 1, shape) == -np.inf)
    if lengths is not None:
        parts.append(padding_mask(lengths, n_keys)[:, None])
    return combine_masks(*parts)


def _up_to(offset: Any, shape: tuple[int, int]) -> Array:  # noqa: ANN401
    """Return the causal mask of queries that begin at position `offset`, or at one each."""
    if np.ndim(offset):
        return np.stack([_up_to(int(one), shape)[None] for one in offset])
    n_queries, n_keys = shape
    seen = causal_mask(n_queries, max(offset + n_queries, 0))[:, :n_keys]
    unseen = np.full((n_queries, n_keys - seen.shape[1]), -np.inf)
    return np.hstack([seen, unseen])


def rotary_embedding(inputs: Inputs, given: dict[str, Any]) -> Outputs:
    """RotaryEmbedding, version 23."""
    x, cosine, sine, positions = inputs + [None] * (4 - len(inputs))
    assert x is not None
    assert cosine is not None
    assert sine is not None
    if positions is not None:
        cosine, sine = cosine[positions], sine[positions]
    joined = x.ndim == 3
    heads = split_heads(x, given["num_heads"]) if joined else x
    pairs: Any = "adjacent" if given.get("interleaved") else "halves"
    turned = rotate(heads, cosine[:, None], sine[:, None], pairs=pairs)
    return (merge_heads(turned) if joined else turned,)


def layer_normalization(inputs: Inputs, given: dict[str, Any]) -> Outputs:
    """LayerNormalization, version 17: Y, Mean and InvStdDev."""
    x, gain, bias = inputs + [None] * (3 - len(inputs))
    assert x is not None
    return layer_norm(x, gain, bias, **_options(given))


def rms_normalization(inputs: Inputs, given: dict[str, Any]) -> Outputs:
    """RMSNormalization, version 23."""
    x, gain = inputs
    assert x is not None
    return (rms_norm(x, gain, **_options(given)).output,)


def _options(given: dict[str, Any]) -> dict[str, Any]:
    return {"first_axis": given.get("axis", -1), "epsilon": given.get("epsilon", 1e-5)}


def softmax_over_an_axis(inputs: Inputs, given: dict[str, Any]) -> Outputs:
    """Softmax, version 13."""
    (x,) = inputs
    assert x is not None
    return (softmax(x, given.get("axis", -1)),)


OPERATORS: dict[str, Callable[[Inputs, dict[str, Any]], Outputs]] = {
    "Attention": attention,
    "Attention, in blocks": attention_in_blocks,
    "RotaryEmbedding": rotary_embedding,
    "LayerNormalization": layer_normalization,
    "RMSNormalization": rms_normalization,
    "Softmax": softmax_over_an_axis,
}
