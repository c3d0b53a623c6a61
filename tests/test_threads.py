"""Threads that share work: rooms of their own, and BLAS held back while they are inside."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Barrier
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, normal, refused

from attention_course import _blocks, _threads, blockwise_attention
from attention_course._threads import ONE_THREAD_EACH, blas_libraries, processors, product, run

N, M, D_K, D_V = 17, 23, 5, 7
Q, K, V = normal(1, N, D_K), normal(2, M, D_K), normal(3, M, D_V)
WAIT = 30.0
DOUBLE = np.dtype(np.float64)


@pytest.mark.parametrize("n_workers", [0, 1, 2, 7, 50])
def test_every_unit_is_done_once_by_any_number_of_workers(n_workers: int) -> None:
    done: list[int] = []
    run(lambda unit, _: done.append(unit), list(range(23)), n_workers, ((1, 3), DOUBLE))
    assert list(range(23)) == sorted(done)


def test_workers_at_the_same_time_have_rooms_of_their_own() -> None:
    together = Barrier(3)

    def work(unit: int, room: NDArray[Any]) -> None:
        together.wait(WAIT)
        room[:] = unit
        together.wait(WAIT)
        assert ((2, 5), DOUBLE) == (room.shape, room.dtype)
        assert (room == unit).all()

    for _ in range(3):
        run(work, [1, 2, 3], 3, ((2, 5), DOUBLE))


def test_what_goes_wrong_in_any_worker_is_raised_after_all_have_ended() -> None:
    together = Barrier(3)

    def work(unit: int, _: NDArray[Any]) -> None:
        together.wait(WAIT)
        if unit == broken:
            raise ValueError(unit)

    for broken in (1, 2, 3):
        with pytest.raises(ValueError, match=str(broken)):
            run(work, [1, 2, 3], 3, ((1, 1), DOUBLE))


@pytest.mark.parametrize("n_workers", [1, 2, 3, 50])
@pytest.mark.parametrize("lead", [(), (0,), (1,), (2, 3)])
def test_a_product_in_strips_is_the_product(
    monkeypatch: pytest.MonkeyPatch, lead: tuple[int, ...], n_workers: int
) -> None:
    monkeypatch.setattr(_threads, "_WORTH_A_STRIP", 1)
    for rows in (0, 1, 17):
        left, right = normal(1, *lead, rows, 5), normal(2, 5, 7)
        close(np.einsum("...nd,dm->...nm", left, right), product(left, right, n_workers))
        close(
            np.einsum("...nd,dm->...nm", left[..., ::-1], right),
            product(left[..., ::-1], right, n_workers),
        )


def test_a_small_product_is_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    strips: list[slice] = []

    def noted(_: object, units: list[slice], *__: object) -> None:
        strips.extend(units)

    monkeypatch.setattr(_threads, "run", noted)
    product(np.zeros((32, 64)), np.zeros((64, 64)), 5)
    assert [slice(0, 32)] == strips
    strips.clear()
    product(np.zeros((2048, 64)), np.zeros((64, 64)), 5)
    assert [slice(0, 1024), slice(1024, 2048)] == strips


def test_little_room_is_kept_between_calls() -> None:
    with ExitStack() as stack:
        for _ in range(9):
            stack.enter_context(_threads._room(7, DOUBLE))  # noqa: SLF001
    assert 4 == len(_threads.ROOMS)
    long = np.zeros((2048, 1))
    blockwise_attention(long, long, long, block_size=2048, n_threads=1)
    assert max(room.nbytes for room in _threads.ROOMS) <= 2**22


@pytest.fixture
def _forgotten() -> Iterator[None]:
    blas_libraries.cache_clear()
    yield
    blas_libraries.cache_clear()


class Blas:
    """A library that has so many threads, and can be given others."""

    def __init__(self, n_threads: int) -> None:
        self.num_threads = n_threads

    def set_num_threads(self, n_threads: int) -> None:
        self.num_threads = n_threads


def test_blas_has_one_thread_while_anyone_works(monkeypatch: pytest.MonkeyPatch) -> None:
    blas = [Blas(5), Blas(1)]
    monkeypatch.setattr(_threads, "blas_libraries", lambda: blas)
    seen: list[int] = []

    def work(unit: int, _: NDArray[Any]) -> None:
        seen.extend(library.num_threads for library in blas)
        if unit == 3:
            raise ValueError(unit)

    run(work, [1, 2], 2, ((1,), DOUBLE))
    assert [5, 1] == [library.num_threads for library in blas]
    with ONE_THREAD_EACH, pytest.raises(ValueError, match="3"):
        run(work, [3], 1, ((1,), DOUBLE))
    assert [5, 1] == [library.num_threads for library in blas]
    assert [1] * 6 == seen


def test_after_a_failure_nothing_new_is_begun() -> None:
    begun: list[int] = []

    def work(unit: int, _: NDArray[Any]) -> None:
        begun.append(unit)
        raise ValueError(unit)

    with pytest.raises(ValueError, match="0"):
        run(work, list(range(100)), 1, ((1,), DOUBLE))
    assert [0] == begun


@pytest.fixture
def _short_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_blocks, "_WORTH_A_THREAD", 1)


@pytest.mark.usefixtures("_forgotten", "_short_work_is_shared")
def test_without_threadpoolctl_it_is_correct(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "threadpoolctl", None)
    expected, _ = loops.batched_attention(Q, K, V)
    assert 1 == processors()
    for n_threads in (None, 2):
        close(expected, blockwise_attention(Q, K, V, n_threads=n_threads).output)


@pytest.mark.usefixtures("_forgotten")
def test_with_threadpoolctl_there_is_a_worker_for_each_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not blas_libraries():
        pytest.skip("needs threadpoolctl and a BLAS that it knows")
    assert 1 <= processors() <= (os.cpu_count() or 1)
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert os.cpu_count() == processors()


@pytest.mark.usefixtures("_forgotten", "_short_work_is_shared")
def test_blas_gets_its_threads_back() -> None:
    if not blas_libraries():
        pytest.skip("needs threadpoolctl and a BLAS that it knows")

    def counts() -> list[int]:
        return [library.num_threads for library in blas_libraries()]

    before = counts()
    with ONE_THREAD_EACH:
        assert {1} == set(counts())
        blockwise_attention(Q, K, V, n_threads=2)
        assert {1} == set(counts())
    assert before == counts()
    blockwise_attention(Q, K, V, n_threads=2)
    with refused(ValueError, "key", "no keys"):
        blockwise_attention(Q, K[:0], V[:0])
    with refused(ValueError, "key", "finite"):
        blockwise_attention(Q, np.full_like(K, np.inf), V)
    assert before == counts()
