"""How long things take, side by side: rivals take turns, and each one's median counts."""

import sys
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any, TypeAlias

from attention_course._checks import whole_number
from attention_course._threads import ONE_THREAD_EACH

Work: TypeAlias = Callable[[], Any]

# What other programs do in the meantime is not counted, where a fine enough clock tells.
CLOCK = time.perf_counter if sys.platform == "win32" else time.process_time

_LEAST_SECONDS, _MOST_CALLS = 2e-3, 200


def take_turns(
    rivals: Mapping[str, Work], *, turns: int = 5, clock: Callable[[], float] = CLOCK
) -> dict[str, float]:
    """Let the rivals take turns; return the median of each one's seconds for one call.

    A machine that is slow for a while is then slow for all of them. What is over in a moment is
    called several times in a turn, so that the clock can tell. Matrix products get one thread each,
    if threadpoolctl is installed; if not, as many as NumPy's own settings say.

    Raises
    ------
    TypeError, ValueError
        If `turns` is not an integer of 1 or more.
    """
    n_turns = whole_number("turns", turns, minimum=1)
    calls = {}
    spent: dict[str, list[float]] = {name: [] for name in rivals}
    with ONE_THREAD_EACH:
        for name, work in rivals.items():
            work()  # The first call also pays for what is prepared once.
            once = _seconds(work, 1, clock)
            calls[name] = max(1, min(_MOST_CALLS, int(_LEAST_SECONDS / once)))
        for _ in range(n_turns):
            for name, work in rivals.items():
                spent[name].append(_seconds(work, calls[name], clock))
    return {name: median(seconds) for name, seconds in spent.items()}


def _seconds(work: Work, calls: int, clock: Callable[[], float]) -> float:
    """Return what a call takes on average, and never 0."""
    start = clock()
    for _ in range(calls):
        work()
    return max(clock() - start, 1e-9) / calls
