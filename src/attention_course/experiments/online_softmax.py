"""Softmax and weighted sum of one query, a few keys at a time: what is kept after each block."""

from dataclasses import dataclass
from math import exp, inf, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import Reals, finite_array, whole_number
from attention_course._masks import additive_mask
from attention_course.examples import two_tokens
from attention_course.experiments._printing import say

_AXES = 2


@dataclass(frozen=True, eq=False)
class Block:
    """What is known after a block of keys.

    Attributes
    ----------
    scores
        ndarray of shape (n_keys of the block,): the scaled scores of the block.
    shrink
        What the sums of the blocks before are multiplied by; 0 at the first block.
    largest
        The largest score so far.
    exp_sum
        The sum of all exponentials so far, each of a score minus `largest`.
    weighted
        ndarray of shape (d_v,): the sum of all values so far, each times its exponential.
    """

    scores: NDArray[np.float64]
    shrink: float
    largest: float
    exp_sum: float
    weighted: NDArray[np.float64]

    @property
    def output(self) -> NDArray[np.float64]:
        """The weighted average of the values so far."""
        return self.weighted / self.exp_sum


def follow_blocks(
    query: ArrayLike, key: ArrayLike, value: ArrayLike, *, block_size: int = 1
) -> list[Block]:
    r"""Attend from one query to a block of keys after another, and keep what is known after each.

    .. math::

        m' &= \max(m, \max_j s_j) \\
        \ell' &= e^{m - m'} \ell + \textstyle\sum_j e^{s_j - m'} \\
        o' &= e^{m - m'} o + \textstyle\sum_j e^{s_j - m'} v_j

    Parameters
    ----------
    query
        array of shape (d_k,).
    key
        array of shape (n_keys, d_k), of one key or more.
    value
        array of shape (n_keys, d_v).
    block_size
        How many keys make a block; the last one may hold fewer.

    Returns
    -------
    list of Block
        One for each block. The output of the last is that of attention.

    Raises
    ------
    TypeError
        If an argument does not hold real numbers, or `block_size` is not an integer.
    ValueError
        If shapes disagree, an entry is not finite, or `block_size` is below 1.

    Notes
    -----
    Section 6.6. Milakov and Gimelshein (2018), algorithm 3; Rabe and Staats (2021), section 2.

    Examples
    --------
    Two scores of 0 and 0: the sum of exponentials is 1, then 2.

    >>> for block in follow_blocks([0.0], [[3.0], [5.0]], [[10.0], [20.0]]):
    ...     print(block.largest, block.exp_sum, block.weighted, block.output)
    0.0 1.0 [10.] [10.]
    0.0 2.0 [30.] [15.]
    """
    q, k, v = (
        finite_array(name, array).astype(np.float64)
        for name, array in (("query", query), ("key", key), ("value", value))
    )
    size = whole_number("block_size", block_size, minimum=1)
    if k.ndim != _AXES or not k.size or q.shape != k.shape[1:]:
        raise ValueError(
            f"query, key: got shapes {q.shape} and {k.shape}; expected (d_k,) and (n_keys, d_k)"
        )
    if v.ndim != _AXES or len(v) != len(k):
        raise ValueError(f"value: got shape {v.shape}; expected a row for each of {len(k)} keys")
    return _blocks(q, k, v, size)


def _blocks(query: Reals, key: Reals, value: Reals, size: int) -> list[Block]:
    scale = 1 / sqrt(len(query))
    largest, exp_sum = -inf, 0.0
    weighted = np.zeros(value.shape[1])
    blocks = []
    for first in range(0, len(key), size):
        keys = slice(first, first + size)
        scores = key[keys] @ query * scale
        before, largest = largest, max(largest, scores.max())
        shrink = exp(before - largest)
        exponentials = np.exp(scores - largest)
        exp_sum = shrink * exp_sum + float(exponentials.sum())
        weighted = shrink * weighted + exponentials @ value[keys]
        blocks.append(Block(scores, shrink, largest, exp_sum, weighted))
    return blocks


def share_of_blocks(mask: ArrayLike, block_size: int) -> NDArray[np.float64]:
    r"""Cut a mask into square blocks and return which share of each block's pairs is allowed.

    A block with a share of 0 need not be computed at all; one with a share of 1 needs no mask.

    Parameters
    ----------
    mask
        array of shape (n_queries, n_keys): booleans, True = may attend, or floats that are added
        to the scores.
    block_size
        How many queries and how many keys make a block; the last ones may hold fewer.

    Returns
    -------
    ndarray of shape (n_query_blocks, n_key_blocks)
        From 0 to 1.

    Raises
    ------
    TypeError
        If `mask` is no mask or `block_size` not an integer.
    ValueError
        If `mask` has not two axes, or `block_size` is below 1.

    Notes
    -----
    Section 6.6. Dao et al. (2022), section 3.3, skips blocks in the same way.

    Examples
    --------
    >>> from attention_course import causal_mask
    >>> share_of_blocks(causal_mask(4), 2)
    array([[0.75, 0.  ],
           [1.  , 0.75]])
    """
    allowed = ~np.isneginf(additive_mask("mask", mask))
    size = whole_number("block_size", block_size, minimum=1)
    if allowed.ndim != _AXES or not allowed.size:
        raise ValueError(f"mask: got shape {allowed.shape}; expected (n_queries, n_keys)")
    rows, columns = (range(0, n, size) for n in allowed.shape)
    shares = [[allowed[r : r + size, c : c + size].mean() for c in columns] for r in rows]
    return np.array(shares, np.float64)


def main() -> None:
    """Print what is known of token 2 of section 6.2 after each of its two keys.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    The last line holds the weighted average that section 6.2 finds, (0.804, 1.413):

    >>> main()
    score   shrink   largest   sum of exp   output
    0.000    0.000     0.000        1.000   0.000 -1.000
    1.414    0.243     1.414        1.243   0.804 1.413
    """
    tokens = two_tokens()
    say("score   shrink   largest   sum of exp   output")
    for block in follow_blocks(tokens.query[1], tokens.key, tokens.value):
        x, y = block.output
        say(
            f"{block.scores[0]:.3f}   {block.shrink:6.3f}   {block.largest:7.3f}"
            f"   {block.exp_sum:10.3f}   {x:.3f} {y:.3f}"
        )


if __name__ == "__main__":
    main()
