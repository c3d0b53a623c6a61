"""The way back through blockwise attention: weights are computed again, never kept."""

from itertools import groupby
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from attention_course._blocks import Plan, planned, seen_by
from attention_course._blockwise import BlockwiseAttention, attended
from attention_course._checks import Reals, finite_array
from attention_course._dot_product import EmptyRows, by_group
from attention_course._gradients import AttentionGradients, as_given
from attention_course._problem import Problem, Task, checked_problem, extent
from attention_course._threads import run

_COARSE = 2**-13


@np.errstate(all="ignore")
def blockwise_attention_backward(  # noqa: PLR0917
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    grad_output: ArrayLike,
    forward: BlockwiseAttention,
    mask: ArrayLike | None = None,
    *,
    causal: bool = False,
    window: int | None = None,
    scale: float | None = None,
    soft_cap: float | None = None,
    grouped_heads: bool = False,
    empty_rows: EmptyRows = "error",
    block_size: int | None = None,
    n_threads: int | None = None,
) -> AttentionGradients:
    r"""Return the gradients of `attention_backward`, fast and in linear memory.

    With the shift :math:`m_i` and the sum :math:`\ell_i` of row i, the output :math:`O`, all from
    the way there, and :math:`s_{ij}` the scaled and masked scores:

    .. math::

        A_{ij} &= e^{s_{ij} - m_i} / \ell_i, \qquad D_i = \textstyle\sum_c dO_{ic}\, O_{ic} \\
        dS_{ij} &= A_{ij} \Bigl( \textstyle\sum_c dO_{ic} V_{jc} - D_i \Bigr)

    The sum that the Jacobian of softmax takes over a whole row, :math:`\sum_k A_{ik}\, dA_{ik}`,
    is :math:`D_i`, which needs no weights at all. So each block of weights can be computed again
    from the scores, used, and forgotten.

    Parameters
    ----------
    query, key, value, mask, causal, window, scale, soft_cap, grouped_heads, empty_rows
        What `blockwise_attention` was given.
    grad_output
        array of the shape of its output, (..., n_queries, d_v): the derivative of the loss with
        respect to each entry of the output. It is read in the type that the arguments are computed
        in.
    forward
        What it gave back. Where the arguments are in half precision, or scores are so large that
        they depend on how they are cut into blocks, it is computed again.
    block_size, n_threads
        As for `blockwise_attention`. Heads are spread over threads, the rows of one are not.

    Returns
    -------
    AttentionGradients
        query, key and value: dQ, dK and dV, each of its argument's shape and type; integers become
        float64. No argument is changed.

    Raises
    ------
    TypeError
        As `blockwise_attention` does; and if `forward` is not what it returns.
    ValueError
        As `blockwise_attention` does; and if `grad_output` or `forward` has another shape than the
        output, or is not finite, or a gradient overflows.

    Notes
    -----
    Section 4.3. Dao et al. (2022), appendix B.4, algorithm 4. Where one weight is almost 1,
    :math:`dS` is a small difference of numbers as large as :math:`D_i`, and keeps fewer digits than
    in `attention_backward`.

    Examples
    --------
    Two equal keys, 1/2 of the weight each, as for `attention_backward`:

    >>> from attention_course import blockwise_attention
    >>> query, key, value = [[3.0]], [[1.0], [1.0]], [[0.0], [4.0]]
    >>> forward = blockwise_attention(query, key, value)
    >>> gradients = blockwise_attention_backward(query, key, value, [[1.0]], forward)
    >>> gradients.value
    array([[0.5],
           [0.5]])
    >>> gradients.key.round(12)
    array([[-3.],
           [ 3.]])
    """
    problem = checked_problem(
        (query, key, value),
        mask,
        causal=causal,
        window=window,
        scale=scale,
        soft_cap=soft_cap,
        grouped_heads=grouped_heads,
        empty_rows=empty_rows,
    )
    plan = planned(problem, block_size, n_threads, back=True)
    shape = (*problem.batch, problem.query.shape[-2], problem.value.shape[-1])
    upstream, there = _checked_forward(grad_output, forward, shape)
    computed = problem.query.dtype
    inner = problem.query.shape[:-1]
    problem.refuse_empty(there.sums)
    if not np.isfinite(problem.value).all():
        problem = problem.with_value(problem.values_seen())
    rounded = problem.bound * np.finfo(computed).eps
    if rounded > _COARSE or there.output.dtype.itemsize < computed.itemsize:
        # Large scores come out a little different in other blocks, and an output in half precision
        # is too coarse to take row sums from: the way there once more, in the blocks of this one.
        there = attended(problem, plan)
    gradients = _back(
        problem,
        plan,
        upstream.astype(computed, copy=False).reshape(*inner, shape[-1]),
        BlockwiseAttention(
            there.output.astype(computed, copy=False).reshape(*inner, shape[-1]),
            *(a.astype(computed, copy=False).reshape(inner) for a in (there.shifts, there.sums)),
        ),
    )
    grouped = [
        by_group(array, problem.given[1].shape[-3]) if grouped_heads else array
        for array in problem.given
    ]
    return AttentionGradients(
        *(
            as_given(name, gradient, array.shape, given)
            for name, gradient, array, given in zip(
                AttentionGradients._fields, gradients, grouped, problem.given, strict=True
            )
        )
    )


def _back(
    problem: Problem, plan: Plan, upstream: Reals, forward: BlockwiseAttention
) -> AttentionGradients:
    """Compute the gradients of queries, keys and values that share all leading axes."""
    gradients = AttentionGradients(
        *(np.zeros(a.shape, a.dtype) for a in (problem.query, problem.key, problem.value))
    )
    shares = 1 / np.where(forward.sums, forward.sums, 1)[..., None]
    shifts = forward.shifts[..., None] if forward.shifts.any() else None
    careful = not _within_range(problem, upstream, shares)

    def back(block: list[Task], room: Reals) -> None:
        lead, heads, _ = block[0]
        first, second, part = np.split(room, (plan.n_scores, 2 * plan.n_scores))
        key, value = problem.key[lead][heads], problem.value[lead][heads]
        grad_key, grad_value = gradients.key[lead][heads], gradients.value[lead][heads]
        value_one = _beside(value, 1)
        for task in block:
            rows = task.rows
            query, grad_query = problem.query[lead][heads, rows], gradients.query[lead][heads, rows]
            scaled, up = query * problem.factor, upstream[lead][heads, rows]
            # To multiply what comes from above, not each weight: up to 3 % saved.
            up = up if careful else up * shares[lead][heads, rows]
            steep = up if careful else up * problem.factor
            # The row sum rides on the product as one more column: up to 4 % saved.
            up_sum = _beside(steep, -np.vecdot(steep, forward.output[lead][heads, rows]))
            for columns in seen_by(task, problem, plan):
                weights = problem.scores(scaled, key[:, columns], first)
                if problem.soft_cap:
                    slope = np.cosh(weights / problem.soft_cap) ** -2
                problem.hide(weights, task, columns)
                if shifts is not None:
                    weights -= shifts[lead][heads, rows]
                np.exp(weights, out=weights)
                problem.strike(weights, task, columns)
                if careful:
                    weights *= shares[lead][heads, rows]
                _add_product(weights.mT, up, grad_value[:, columns], part)
                grad_scores = second[: weights.size].reshape(weights.shape)
                np.matmul(up_sum, value_one[:, columns].mT, out=grad_scores)
                if careful:
                    grad_scores[weights == 0] = 0
                grad_scores *= weights
                if problem.soft_cap:
                    grad_scores *= slope
                if careful:
                    grad_scores *= problem.factor
                _add_product(grad_scores, key[:, columns], grad_query, part)
                _add_product(grad_scores.mT, query, grad_key[:, columns], part)

    blocks = [
        list(block) for _, block in groupby(plan.tasks, key=lambda t: (t.lead, t.heads.start))
    ]
    n_part = plan.longer_side * max(problem.query.shape[-1], problem.value.shape[-1])
    run(back, blocks, plan.n_workers, ((2 * plan.n_scores + n_part,), problem.query.dtype))
    return gradients


def _add_product(left: Reals, right: Reals, target: Reals, room: Reals) -> None:
    """Add a product of matrices, computed in room that is there: fresh memory is dear."""
    product = room[: target.size].reshape(target.shape)
    target += np.matmul(left, right, out=product)


def _within_range(problem: Problem, upstream: Reals, shares: Reals) -> bool:
    """Tell whether what comes from above can be multiplied by shares and scale beforehand."""
    limits, factor = np.finfo(upstream.dtype), abs(problem.factor)
    extents = [extent(array) for array in (upstream, shares, problem.own_value)]
    least = prod(min(1.0, least) for least, _ in extents) * min(1.0, factor)
    most = prod(max(1.0, most) for _, most in extents) * max(1.0, factor)
    return bool(2 * problem.value.shape[-1] * most < limits.max and least >= limits.tiny)


def _beside(array: Reals, column: Reals | float) -> Reals:
    """Return the array with one more column: a constant that a matrix product adds on its way."""
    wider = np.empty((*array.shape[:-1], array.shape[-1] + 1), array.dtype)
    wider[..., :-1], wider[..., -1] = array, column
    return wider


def _checked_forward(
    grad_output: ArrayLike, forward: object, shape: tuple[int, ...]
) -> tuple[Reals, BlockwiseAttention]:
    """Return the gradient of the output and what the way there gave, or say what does not fit."""
    upstream = finite_array("grad_output", grad_output, min_ndim=2)
    if upstream.shape != shape:
        raise ValueError(
            f"grad_output: got shape {upstream.shape}; expected the shape of the output, {shape}"
        )
    if not isinstance(forward, BlockwiseAttention):
        raise TypeError(
            f"forward: got {type(forward).__name__}; expected what blockwise_attention returned"
        )
    there = BlockwiseAttention(
        *(finite_array(f"forward.{name}", a) for name, a in forward._asdict().items())
    )
    for (name, array), wanted in zip(
        there._asdict().items(), (shape, shape[:-1], shape[:-1]), strict=True
    ):
        if array.shape != wanted:
            raise ValueError(
                f"forward: got {name} of shape {array.shape}; "
                f"expected {wanted}, from the same arguments"
            )
    return upstream, there
