"""How a problem of attention is cut into blocks."""

from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import numpy as np

from attention_course._checks import whole_number
from attention_course._problem import Problem, Task
from attention_course._threads import workers

_SCORES = 2**18  # What a worker holds at once: in single precision 1 MiB, a core's own cache.
_WIDEST = 2**13  # A longer row of single precision is not summed exactly enough in one sweep.
_WORTH_A_THREAD = 2**17
_SHORT = 1024


class Plan(NamedTuple):
    """How a problem is cut.

    Attributes
    ----------
    tasks
        Blocks of queries.
    n_columns
        How many keys a block has at most.
    n_scores
        How many scores it has at most, in all of its heads.
    longer_side
        How many queries or keys it has at most, in all of its heads.
    n_workers
        How many workers share the tasks at most.
    """

    tasks: list[Task]
    n_columns: int
    n_scores: int
    longer_side: int
    n_workers: int


def planned(
    problem: Problem, block_size: int | None, n_threads: int | None, *, back: bool = False
) -> Plan:
    """Cut a problem into blocks.

    On the way back they come in pairs, and beside them lie slices of five arrays: they are smaller.

    Raises
    ------
    TypeError, ValueError
        If `block_size` or `n_threads` is not an integer of 1 or more.
    """
    *lead, n_heads, n_queries, _ = problem.query.shape
    n_keys = problem.key.shape[-2]
    most, most_shared = (_SCORES // 2, _SCORES // 4) if back else (_SCORES, _SCORES)
    limit = workers(n_threads)
    if block_size is None:
        rows = 512 if problem.band is None else 128 if n_keys > _SHORT else 64
        columns = min(most // max(1, min(rows, n_queries)), _WIDEST)
    else:
        rows = columns = whole_number("block_size", block_size, minimum=1)
    rows, columns = min(rows, max(1, n_queries)), min(columns, max(1, n_keys))
    n_workers = max(1, min(limit, prod((*lead, n_heads, n_queries, n_keys)) // _WORTH_A_THREAD))
    if prod(lead) * n_heads < n_workers and block_size is None:
        rows = max(1, min(rows, -(-n_queries // n_workers)))
    # Short sequences share blocks, several heads in each: 15 to 29 % saved.
    heads = max(1, min(most_shared // (rows * columns), -(-n_heads // n_workers)))
    tasks = [
        Task(index, slice(h, min(h + heads, n_heads)), slice(r, min(r + rows, n_queries)))
        for index in np.ndindex(*lead)
        for h in range(0, n_heads, heads)
        for r in range(0, n_queries, rows)
    ]
    return Plan(tasks, columns, heads * rows * columns, heads * max(rows, columns), n_workers)


def seen_by(task: Task, problem: Problem, plan: Plan) -> Iterator[slice]:
    """Cut the keys that some of these queries may see into blocks, without those hidden whole."""
    first, last = 0, problem.key.shape[-2]
    if problem.band is not None:
        last = min(max(task.rows.stop + problem.offset, 0), last)
        first = max(task.rows.start + problem.offset - problem.window + 1, 0)
    for start in range(first, last, plan.n_columns):
        columns = slice(start, min(start + plan.n_columns, last))
        if problem.may_see(task, columns):
            yield columns
