"""Rivals take turns, and the median of each one's turns counts."""

from collections.abc import Callable

import pytest
from tests.tools import refused

from attention_course.experiments._timing import take_turns


class Bench:
    """A clock that stands still but for the work that is done."""

    def __init__(self) -> None:
        self.now = 0.0
        self.done = ""

    def read(self) -> float:
        return self.now

    def work(self, name: str, *seconds: float) -> Callable[[], None]:
        """Return work that takes these seconds one after another, and then the last for ever."""
        left = list(seconds)

        def do() -> None:
            self.done += name
            self.now += left.pop(0) if len(left) > 1 else left[0]

        return do


def test_the_median_of_the_turns_counts_and_the_first_calls_do_not() -> None:
    bench = Bench()
    works = {"a": bench.work("a", 90, 80, 5, 1, 70, 4, 6), "b": bench.work("b", 3)}
    assert {"a": 5, "b": 3} == take_turns(works, turns=5, clock=bench.read)


def test_rivals_take_turns() -> None:
    bench = Bench()
    take_turns({"a": bench.work("a", 1), "b": bench.work("b", 1)}, turns=3, clock=bench.read)
    assert "aabb" + "ab" * 3 == bench.done


def test_what_is_over_in_a_moment_is_called_several_times_a_turn() -> None:
    bench = Bench()
    (seconds,) = take_turns({"a": bench.work("a", 1e-4)}, turns=1, clock=bench.read).values()
    assert pytest.approx(1e-4) == seconds
    assert 10 < len(bench.done) <= 2 + 20


def test_what_the_clock_cannot_see_took_some_time_all_the_same() -> None:
    bench = Bench()
    (seconds,) = take_turns({"a": bench.work("a", 0)}, turns=1, clock=bench.read).values()
    assert 0 < seconds < 1e-9
    assert 100 < len(bench.done) <= 2 + 200


def test_a_turn_is_the_least() -> None:
    with refused(ValueError, "turns", "0"):
        take_turns({}, turns=0)
