"""All that is multiplied, raised and added on the way through attention."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from attention_course._checks import Reals
from attention_course._dot_product import AttentionSteps, attention_steps
from attention_course._masks import causal_mask
from attention_course.examples import two_tokens
from attention_course.experiments._printing import say

Switch: TypeAlias = Literal["on", "off"]
"""Whether a step is done or left out."""

SWITCHES: tuple[Switch, Switch] = ("on", "off")

_AXES = 2


@dataclass(frozen=True, eq=False)
class WorkedSteps:
    """The steps of one attention and the terms that each is made of.

    Attributes
    ----------
    steps
        Every result on the way.
    products
        ndarray of shape (n_queries, n_keys, d_k): the terms of each score.
    exponentials
        ndarray of shape (n_queries, n_keys): e to the power of each masked score.
    totals
        ndarray of shape (n_queries,): their sums.
    shares
        ndarray of shape (n_queries, n_keys, d_v): what each output takes from each value.
    """

    steps: AttentionSteps
    products: Reals
    exponentials: Reals
    totals: Reals
    shares: Reals


@np.errstate(over="ignore", under="ignore")
def work_out(
    query: ArrayLike, key: ArrayLike, value: ArrayLike
) -> Mapping[tuple[Switch, Switch], WorkedSteps]:
    r"""Attend with and without a causal mask, with and without scaling, and keep all terms.

    .. math::

        q_{ic} k_{jc} \;\to\; \textstyle\sum_c q_{ic} k_{jc} \;\to\; e^{s_{ij}} \;\to\;
        \textstyle\sum_j e^{s_{ij}} \;\to\; a_{ij} v_{jc}

    Parameters
    ----------
    query, key, value
        arrays of shape (n_queries, d_k), (n_keys, d_k) and (n_keys, d_v).

    Returns
    -------
    Mapping
        One entry for each setting of the mask and, second, of the scaling. Exponentials of large
        scores may be infinite here; the weights never are, as softmax subtracts the maximum first.

    Raises
    ------
    TypeError, ValueError
        As `attention_steps` does; and ValueError if there are batches.

    Notes
    -----
    Section 6.2.

    Examples
    --------
    >>> example = two_tokens()
    >>> worked = work_out(example.query, example.key, example.value)["on", "on"]
    >>> worked.products[0, 0]
    array([-9., -9.])
    >>> np.round(worked.exponentials[1], 3)
    array([1.   , 4.113])
    """
    usual = attention_steps(query, key, value)
    if usual.scores.ndim != _AXES:
        raise ValueError(
            f"query, key: got scores of shape {usual.scores.shape}; expected (n_queries, n_keys)"
        )
    masks = {"on": causal_mask(*usual.scores.shape), "off": None}
    scales = {"on": usual.scale, "off": 1.0}
    result = {}
    for mask, scale in product(SWITCHES, SWITCHES):
        steps = attention_steps(query, key, value, masks[mask], scale=scales[scale])
        exponentials = np.exp(steps.masked)
        result[mask, scale] = WorkedSteps(
            steps=steps,
            products=steps.query[:, None, :] * steps.key[None, :, :],
            exponentials=exponentials,
            totals=exponentials.sum(axis=1),
            shares=steps.weights[:, :, None] * steps.value[None, :, :],
        )
    return result


def main() -> None:
    """Print what mask and scaling do to the weights of the two tokens.

    Notes
    -----
    Section 6.2.

    Examples
    --------
    >>> main()
    mask on,  scaling on    weights [1. 0.]  [0.196 0.804]
    mask on,  scaling off   weights [1. 0.]  [0.119 0.881]
    mask off, scaling on    weights [0. 1.]  [0.196 0.804]
    mask off, scaling off   weights [0. 1.]  [0.119 0.881]
    """
    example = two_tokens()
    for (mask, scale), worked in work_out(example.query, example.key, example.value).items():
        rows = "  ".join(str(row) for row in np.round(worked.steps.weights, 3))
        say(f"mask {mask + ',':<4} scaling {scale:<4}  weights {rows}")


if __name__ == "__main__":
    main()
