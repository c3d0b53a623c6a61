"""The way back through attention: from the gradient of the output to those of its inputs."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import Reals, computing_type, finite_array, finite_result
from attention_course._dot_product import (
    EmptyRows,
    by_group,
    checked_arrays,
    tables_of_checked,
)

_TABLES_HELD = 8  # Five of the way there, then the gradients of weights, masked and scores.


class AttentionGradients(NamedTuple):
    """How a loss changes with each argument of one attention.

    Attributes
    ----------
    query
        ndarray of the shape of `query`: dQ.
    key
        ndarray of the shape of `key`: dK.
    value
        ndarray of the shape of `value`: dV.
    """

    query: Reals
    key: Reals
    value: Reals


@np.errstate(all="ignore")
def attention_backward(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    grad_output: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    soft_cap: float | None = None,
    grouped_heads: bool = False,
    empty_rows: EmptyRows = "error",
) -> AttentionGradients:
    r"""Return how a loss changes with queries, keys and values, given how it does with the output.

    With :math:`A` the weights, :math:`S` the scores plus mask that softmax turns into them, and
    :math:`dX` the derivative of the loss with respect to :math:`X`:

    .. math::

        dV &= A^\top dO, \qquad dA = dO\, V^\top \\
        dS_{ij} &= A_{ij} \Bigl(dA_{ij} - \sum_k A_{ik}\, dA_{ik}\Bigr) \\
        dQ &= dS\, K / \sqrt{d_k}, \qquad dK = dS^\top Q / \sqrt{d_k}

    The middle line is the Jacobian of softmax applied to a row of :math:`dA`, without ever forming
    the Jacobian. A soft cap multiplies :math:`dS` by its slope, :math:`1 - \tanh^2`. Masked pairs
    have weight 0, so nothing flows through them. An argument that was broadcast, or a key head that
    several query heads share, gets the sum of what flows back to it.

    Parameters
    ----------
    query, key, value, mask, scale, soft_cap, grouped_heads, empty_rows
        As for `scaled_dot_product_attention`, of which these are the gradients.
    grad_output
        array of the shape of its output, (..., n_queries, d_v): dO, the derivative of the loss with
        respect to each entry of the output.

    Returns
    -------
    AttentionGradients
        query, key and value: dQ, dK and dV, each of its argument's shape and type; integers become
        float64. No argument is changed.

    Raises
    ------
    TypeError, ValueError
        As `scaled_dot_product_attention` does; and ValueError if `grad_output` has another shape
        than the output, is not finite, or is so large that a gradient overflows.

    Notes
    -----
    Sections 4.3 and 6.3. Rumelhart, Hinton and Williams (1986) for the method; Dao et al. (2022),
    appendix B.2, for these formulas.

    Examples
    --------
    Two equal keys share the weight, 1/2 each, so each value moves the output half as much as it
    moves itself. Key 2 has the larger value: raising its score by 1 raises the output by
    1/2 · (4 − 2) = 1, and moving the key by 1 raises its score by the query, 3:

    >>> gradients = attention_backward([[3.0]], [[1.0], [1.0]], [[0.0], [4.0]], [[1.0]])
    >>> gradients.value
    array([[0.5],
           [0.5]])
    >>> gradients.key
    array([[-3.],
           [ 3.]])
    >>> gradients.query
    array([[0.]])
    """
    q, k, v = checked_arrays(query, key, value)
    upstream = finite_array("grad_output", grad_output, min_ndim=2)
    tables = tables_of_checked(
        q,
        k,
        v,
        mask,
        scale=scale,
        soft_cap=soft_cap,
        grouped_heads=grouped_heads,
        empty_rows=empty_rows,
        n_tables=_TABLES_HELD,
    )
    if upstream.shape != tables.output.shape:
        raise ValueError(
            f"grad_output: got shape {upstream.shape}; "
            f"expected the shape of the output, {tables.output.shape}"
        )
    # How fast a masked score grows with its score: the cap's slope is 1 - tanh² = 1 / cosh².
    slope = np.full((1, 1), tables.scale)
    if tables.soft_cap is not None:
        slope = tables.scale / np.cosh(tables.scaled / tables.soft_cap) ** 2

    computed = computing_type(tables.weights, upstream)
    arrays = (q, k, v, tables.weights, upstream, slope)
    inputs = [array.astype(computed, copy=False) for array in arrays]
    if grouped_heads:
        inputs = [by_group(array, k.shape[-3]) for array in inputs]
    gradients = _five_steps_back(*inputs[:5], slope=inputs[5])
    return AttentionGradients(
        *(
            as_given(name, gradient, grouped.shape, given)
            for name, gradient, grouped, given in zip(
                AttentionGradients._fields, gradients, inputs[:3], (q, k, v), strict=True
            )
        )
    )


def _five_steps_back(
    query: Reals,
    key: Reals,
    value: Reals,
    weights: Reals,
    grad_output: Reals,
    *,
    slope: Reals,
) -> tuple[Reals, Reals, Reals]:
    grad_value = np.matrix_transpose(weights) @ grad_output
    grad_weights = grad_output @ np.matrix_transpose(value)
    grad_masked = _back_through_softmax(weights, grad_weights)
    grad_scores = grad_masked * slope
    grad_query = grad_scores @ key
    grad_key = np.matrix_transpose(grad_scores) @ query
    return grad_query, grad_key, grad_value


def _back_through_softmax(weights: Reals, grad_weights: Reals) -> Reals:
    """Multiply each row of gradients by the Jacobian of its softmax."""
    weights, grad_weights = np.broadcast_arrays(weights, grad_weights)
    if not weights.shape[-1]:
        return weights
    # A constant taken off a row cancels out. With the gradient of the
    # largest weight taken off, nothing of 1 − p is rounded away where that
    # weight p is almost 1.
    largest = weights.argmax(axis=-1, keepdims=True)
    most = np.take_along_axis(grad_weights, largest, axis=-1)
    apart = np.where(weights > 0, grad_weights - most, 0)
    row_sums = (weights * apart).sum(axis=-1, keepdims=True)
    back: Reals = weights * (apart - row_sums)
    return back


@np.errstate(all="ignore")
def as_given(name: str, gradient: Reals, shape: tuple[int, ...], given: NDArray[Any]) -> Reals:
    """Return a gradient summed over broadcast axes, in the shape and type of its argument."""
    ahead = gradient.ndim - len(shape)
    spread = [
        axis
        for axis, length in enumerate(gradient.shape)
        if axis < ahead or shape[axis - ahead] != length
    ]
    summed = gradient.sum(axis=tuple(spread), keepdims=True) if spread else gradient
    cast = summed.reshape(given.shape).astype(given.dtype, copy=False)
    return finite_result("grad_output, query, key, value", cast, f"the gradient of {name}")
