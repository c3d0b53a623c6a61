"""Threads that share work, each with a room of its own and with BLAS held to one thread."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from itertools import pairwise
from math import prod
from threading import Lock
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from attention_course._checks import Reals, whole_number

_WORTH_A_STRIP = 2**22
_ROOMS_KEPT = 4
_LARGEST_KEPT = 2**22
ROOMS: list[NDArray[np.uint8]] = []

_Unit = TypeVar("_Unit")


def run(
    work: Callable[[_Unit, Reals], None],
    units: list[_Unit],
    n_workers: int,
    room_of: tuple[tuple[int, ...], np.dtype[Any]],
) -> None:
    """Do the work on every unit; each worker has a room of the given shape and type.

    Once a unit fails, no new one is begun.
    """
    shape, dtype = room_of
    n_workers = max(1, min(n_workers, len(units)))
    left: list[_Unit | None] = [*[None] * n_workers, *reversed(units)]

    def worker() -> None:
        with np.errstate(all="ignore"), _room(prod(shape), dtype) as room:
            while (unit := left.pop()) is not None:
                try:
                    work(unit, room.reshape(shape))
                except BaseException:
                    left[:] = [None] * n_workers
                    raise

    with ONE_THREAD_EACH:
        if n_workers == 1:
            worker()
            return
        # The calling thread works too.
        with ThreadPoolExecutor(n_workers - 1) as pool:
            others = [pool.submit(worker) for _ in range(n_workers - 1)]
            worker()
        for other in others:
            other.result()


def product(left: Reals, right: Reals, n_workers: int) -> Reals:
    """Multiply rows by a matrix, a strip of rows for each worker.

    BLAS's own threads wait for more by turning in place, and would be in the way of what follows.
    """
    rows = left.reshape(-1, left.shape[-1])
    found = np.empty((len(rows), right.shape[-1]), np.result_type(left, right))
    n_strips = max(1, min(n_workers, len(rows) * right.size // _WORTH_A_STRIP))
    ends = [len(rows) * strip // n_strips for strip in range(n_strips + 1)]

    def multiply(strip: slice, _: Reals) -> None:
        np.matmul(rows[strip], right, out=found[strip])

    strips = [slice(start, stop) for start, stop in pairwise(ends)]
    run(multiply, strips, n_workers, ((0,), found.dtype))
    return found.reshape(*left.shape[:-1], right.shape[-1])


def workers(n_threads: int | None) -> int:
    """Return how many workers there may be: as many as asked for, or one for each processor.

    Raises
    ------
    TypeError, ValueError
        If `n_threads` is not an integer of 1 or more.
    """
    if n_threads is None:
        return processors()
    return whole_number("n_threads", n_threads, minimum=1)


@contextmanager
def _room(size: int, dtype: np.dtype[Any]) -> Iterator[Reals]:
    """Lend room for so many numbers; fresh memory would cost a third of a short attention."""
    n_bytes = size * dtype.itemsize
    memory = np.empty(0, np.uint8)
    with suppress(IndexError):
        memory = ROOMS.pop()
    if memory.size < n_bytes:
        memory = np.empty(n_bytes, np.uint8)
    yield memory[:n_bytes].view(dtype)
    if len(ROOMS) < _ROOMS_KEPT and memory.size <= _LARGEST_KEPT:
        ROOMS.append(memory)


def processors() -> int:
    """Return how many workers to use: one a processor, or one if BLAS cannot be held to a thread.

    Without threadpoolctl, several workers would each call on all of BLAS's threads.
    """
    if not blas_libraries():
        return 1
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


@cache
def blas_libraries() -> list[Any]:
    """Return what tells and sets the threads of each BLAS in this process; needs threadpoolctl."""
    try:
        from threadpoolctl import ThreadpoolController  # noqa: PLC0415
    except ImportError:
        return []
    libraries: list[Any] = ThreadpoolController().select(user_api="blas").lib_controllers
    return libraries


class _OneThreadEach:
    """Holds BLAS to one thread while any caller is inside; the last one out gives it back."""

    def __init__(self) -> None:
        self._lock, self._inside = Lock(), 0
        self._before: list[tuple[Any, int]] = []

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                self._before = [(library, library.num_threads) for library in blas_libraries()]
                self._before = [(library, n) for library, n in self._before if n > 1]
                for library, _ in self._before:
                    library.set_num_threads(1)
            self._inside += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                for library, n_threads in self._before:
                    library.set_num_threads(n_threads)


ONE_THREAD_EACH = _OneThreadEach()
