"""What holds for attention in blocks, whatever the shapes, blocks, masks, types and threads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.tools import close, untouched

from attention_course import (
    BlockwiseAttention,
    _blocks,
    _problem,
    attention_backward,
    attention_steps,
    blockwise_attention,
    blockwise_attention_backward,
    causal_mask,
    combine_masks,
    scaled_dot_product_attention,
    sliding_window_mask,
)

Array = NDArray[np.floating[Any]]
STEP = 1e-5
DTYPES = st.sampled_from([np.float16, np.float32, np.float64])


@pytest.fixture(autouse=True, scope="module", params=[32, 0], ids=["few", "many"])
def _ways(request: pytest.FixtureRequest) -> Iterator[None]:
    """Use threads for little work, and take small problems for few queries and for many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_blocks, "_WORTH_A_THREAD", 1)
        patch.setattr(_problem, "_FEW_QUERIES", request.param)
        yield


@dataclass(frozen=True)
class Problem:
    """One attention, what hides keys by itself, and how it is cut."""

    arrays: tuple[Array, Array, Array]
    grad_output: Array
    mask: NDArray[Any] | None
    hidden: dict[str, Any]
    options: dict[str, Any]
    cut: dict[str, Any]

    @property
    def keywords(self) -> dict[str, Any]:
        """What the blockwise functions are told beside the arrays and the mask."""
        return self.hidden | self.options | self.cut

    @property
    def whole_mask(self) -> NDArray[Any] | None:
        """The mask with causal and window written out, as the readable functions take it."""
        n, m = self.arrays[0].shape[-2], self.arrays[1].shape[-2]
        window = self.hidden["window"]
        if window is not None:
            band = sliding_window_mask(n, m, window=window)
        elif self.hidden["causal"]:
            band = causal_mask(n, m)
        else:
            return self.mask
        return band if self.mask is None else combine_masks(band, self.mask)

    @property
    def largest_score(self) -> float:
        """What no score exceeds in magnitude."""
        query, key, _ = (a.astype(float) for a in self.arrays)
        scale = self.options["scale"]
        scale = query.shape[-1] ** -0.5 if scale is None else scale
        longest = [np.linalg.norm(a, axis=-1).max() for a in (query, key)]
        return float(abs(scale) * longest[0] * longest[1])


@st.composite
def problems(
    draw: st.DrawFn, longest: int = 40, sizes: tuple[float, ...] = (0.3, 3, 30)
) -> Problem:
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, m = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    d_k, d_v = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    batch = draw(st.lists(st.integers(1, 2), max_size=2))
    heads, groups = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    grouped = draw(st.booleans())
    key_heads = groups if grouped else heads * groups
    lead = (*batch, heads * groups)
    size = draw(st.sampled_from(sizes))
    query, upstream = (
        size * rng.standard_normal((*lead, n, d_k)),
        rng.standard_normal((*lead, n, d_v)),
    )
    # A leading axis may be left to broadcasting.
    fewer = batch[draw(st.integers(0, len(batch))) :]
    key = size * rng.standard_normal((*fewer, key_heads, m, d_k))
    value = rng.standard_normal((*batch, key_heads, m, d_v))

    # A mask with some but not all of the leading axes may fit in two ways, and be refused.
    axes = draw(st.sampled_from([(*lead, n, m), (n, m), (m,)]))
    shape = [1 if draw(st.integers(0, 3)) == 3 else axis for axis in axes]
    allowed = rng.random(shape) < draw(st.sampled_from([0.3, 0.9]))
    biases = np.where(allowed, rng.standard_normal(shape), -np.inf)
    masks: list[NDArray[Any] | None] = [None, allowed, biases, biases.astype(np.float32)]
    dtype = draw(DTYPES)
    return Problem(
        arrays=(query.astype(dtype), key.astype(dtype), value.astype(dtype)),
        grad_output=upstream.astype(dtype),
        mask=draw(st.sampled_from(masks)),
        hidden={
            "causal": draw(st.booleans()),
            "window": draw(st.none() | st.integers(1, longest)),
        },
        options={
            "scale": draw(st.none() | st.floats(-0.5, 0.5)),
            "soft_cap": draw(st.none() | st.floats(0.5, 50)),
            "grouped_heads": grouped,
            "empty_rows": "zeros",
        },
        cut={
            "block_size": draw(st.none() | st.integers(1, longest + 5)),
            "n_threads": draw(st.none() | st.integers(1, 4)),
        },
    )


def rounding(p: Problem, *, n_sums: float = 8) -> float:
    """How far apart two right results may lie, for outputs near 1 in size."""
    computed = np.result_type(np.float32, *p.arrays)
    return float(np.finfo(computed).eps) * n_sums * (4 + p.largest_score)


def exact(p: Problem) -> tuple[Array, Array, Array]:
    query, key, value = (a.astype(float) for a in p.arrays)
    return query, key, value


@settings(max_examples=400)
@given(p=problems())
def test_the_blocks_give_what_the_table_gives(p: Problem) -> None:
    expected = scaled_dot_product_attention(*exact(p), p.whole_mask, **p.options)
    with untouched(*p.arrays, *([] if p.mask is None else [p.mask])):
        found = blockwise_attention(*p.arrays, p.mask, **p.keywords)
    assert p.arrays[0].dtype == found.output.dtype
    coarse = 2e-3 if found.output.dtype == np.float16 else 0.0
    close(expected.output, found.output, rtol=coarse, atol=rounding(p) + coarse / 1e3)


@given(p=problems())
def test_log_sums_are_those_of_the_tables_rows(p: Problem) -> None:
    masked = attention_steps(*exact(p), p.whole_mask, **p.options).masked
    found = blockwise_attention(*exact(p), p.mask, **p.keywords)
    top = masked.max(axis=-1)
    seen = top > -np.inf
    assert (np.isfinite(found.log_sums) == seen).all()
    expected = top[seen] + np.log(np.exp(masked[seen] - top[seen][:, None]).sum(axis=-1))
    close(expected, found.log_sums[seen], rtol=1e-12, atol=1e-11)


@settings(max_examples=300)
@given(p=problems(sizes=(0.3, 3)))
def test_the_way_back_in_blocks_is_the_way_back_with_the_table(p: Problem) -> None:
    there = blockwise_attention(*p.arrays, p.mask, **p.keywords)
    up = p.grad_output
    back = blockwise_attention_backward(*p.arrays, up, there, p.mask, **p.keywords)
    expected = attention_backward(*exact(p), up.astype(float), p.whole_mask, **p.options)
    for given_, gradient, wanted in zip(p.arrays, back, expected, strict=True):
        assert (given_.shape, given_.dtype) == (gradient.shape, gradient.dtype)
        # The output comes back rounded to the type of the arguments.
        units = np.finfo(given_.dtype).eps / np.finfo(np.result_type(np.float32, given_)).eps
        size = max(1.0, np.abs(wanted).max())
        close(wanted, gradient, rtol=0, atol=units * rounding(p, n_sums=64) * size)


@settings(max_examples=50)
@given(p=problems(longest=4, sizes=(1.0,)))
def test_the_way_back_in_blocks_is_central_differences(p: Problem) -> None:
    def there(arrays: Sequence[Array]) -> BlockwiseAttention:
        query, key, value = arrays
        return blockwise_attention(query, key, value, p.mask, **p.keywords)

    inputs, up = exact(p), p.grad_output.astype(float)
    back = blockwise_attention_backward(*inputs, up, there(inputs), p.mask, **p.keywords)
    for place, (array, gradient) in enumerate(zip(inputs, back, strict=True)):
        direction = np.random.default_rng(place).standard_normal(array.shape)
        ahead, behind = (
            [a + sign * STEP * direction if i == place else a for i, a in enumerate(inputs)]
            for sign in (1, -1)
        )
        slope = ((there(ahead).output - there(behind).output) * up).sum() / (2 * STEP)
        close(slope, (gradient * direction).sum(), rtol=1e-5, atol=1e-6)
