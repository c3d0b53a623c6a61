"""Submissions that misbehave: each gets a clear line, and what can be graded is graded."""

import collections
import textwrap
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from graders import judging, running, wire
from graders.catalogue import EXERCISES

MASK = next(e for e in EXERCISES if e.function == "causal_mask")

RIGHT = """
import numpy as np

def causal_mask(n_queries, n_keys):
    if n_queries > n_keys:
        raise ValueError
    {extra}
    return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 1)
"""


def grade(
    folder: Path, text: str, start: running.Start = running.start_process, limit: float = 20.0
) -> judging.Grade:
    file = folder / MASK.file
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    checks = MASK.checks(np.random.default_rng(0))
    run = running.run(file, MASK.function, judging.calls(checks), time_limit=limit, start=start)
    return judging.judge(MASK, checks, run)


def first_message(graded: judging.Grade) -> str:
    assert graded.points == 0
    return next(verdict.message for verdict in graded.verdicts if verdict.status == "wrong")


class Pair(NamedTuple):
    a: int
    b: int


FIRST_LINE = "def causal_mask(n_queries, n_keys):\n    "


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def causal_mask(n_queries)\n    return 0", "could not be read: SyntaxError in line 1"),
        ("import numpy\n1 / 0", "could not be read: ZeroDivisionError in line 2"),
        ("raise SystemExit", "could not be read: SystemExit"),
        ("import torch", "answered with NumPy and the standard library, without torch"),
        ("def causalmask(n_queries, n_keys):\n    return 0", "no function named causal_mask"),
        ("causal_mask = 3", "no function named causal_mask"),
        ("from attention_course import causal_mask", "imports attention_course"),
        ("from graders.e6_4a_causal_mask import oracle as causal_mask", "imports graders"),
        ("import os\nos._exit(3)", "Python itself went down while e6_4a_causal_mask.py was read"),
        ("def causal_mask(n_queries):\n    return 0", "takes 1 positional argument but 2 were"),
        (FIRST_LINE + "__import__('os')._exit(0)", "Python itself went down during this call"),
        (FIRST_LINE + "raise SystemExit", "It raised SystemExit in line 2"),
        (FIRST_LINE + "return input()", "It raised EOFError"),
        (FIRST_LINE + "pass", "Is a `return` missing?"),
        (FIRST_LINE + "return object()", "a result of type object"),
        (
            FIRST_LINE + "return causal_mask(n_queries, n_keys)",
            "It raised RecursionError in line 2",
        ),
    ],
)
def test_what_goes_wrong_is_told_in_a_line(
    tmp_path: Path, quick_start: running.Start, text: str, said: str
) -> None:
    message = first_message(grade(tmp_path, text, quick_start))
    assert said in message
    assert "Traceback" not in message


def test_a_library_import_that_is_caught_is_seen_all_the_same(tmp_path: Path) -> None:
    guarded = "try:\n    import attention_course\nexcept ImportError:\n    pass\n"
    assert "earns nothing" in first_message(grade(tmp_path, guarded + RIGHT.format(extra="pass")))


def test_a_library_import_inside_the_function_is_seen(tmp_path: Path) -> None:
    text = """
    def causal_mask(n_queries, n_keys):
        from attention_course import causal_mask as it
        return it(n_queries, n_keys)
    """
    assert "imports attention_course" in first_message(grade(tmp_path, text))


def test_a_hang_is_stopped_and_what_came_before_it_counts(tmp_path: Path) -> None:
    text = RIGHT.format(extra="while n_queries != n_keys: pass")
    graded = grade(tmp_path, text, limit=2.0)
    assert [v.status for v in graded.verdicts] == ["right", "wrong", "wrong", "wrong"]
    message = first_message(graded)
    assert "all calls together may take 2 seconds" in message
    assert "n_keys = 3" in message


def test_a_file_that_hangs_while_it_is_read_is_stopped(tmp_path: Path) -> None:
    assert "still being read" in first_message(grade(tmp_path, "while True: pass", limit=1.0))


def test_printing_costs_nothing_and_is_noted(tmp_path: Path) -> None:
    graded = grade(tmp_path, RIGHT.format(extra="print('here', n_queries)"))
    assert MASK.points == graded.points
    assert graded.notes == ("causal_mask prints while it runs: here 1",)


def test_endless_printing_fills_no_memory(tmp_path: Path) -> None:
    graded = grade(tmp_path, RIGHT.format(extra="while True: print('x' * 10_000)"), limit=1.5)
    assert "never ends" in first_message(graded)


def test_a_warning_costs_nothing_and_is_noted(tmp_path: Path) -> None:
    graded = grade(tmp_path, RIGHT.format(extra="np.log(0.0)"))
    assert MASK.points == graded.points
    assert graded.notes == (
        "causal_mask makes Python warn: RuntimeWarning: divide by zero encountered in log",
    )


def test_a_submission_may_import_another_file_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "e6_0_helper.py").write_text("from math import inf\n", encoding="utf-8")
    text = "import e6_0_helper\n" + RIGHT.format(extra="assert e6_0_helper.inf")
    assert grade(tmp_path, text).points == MASK.points


def test_a_missing_file_is_not_started(tmp_path: Path) -> None:
    checks = MASK.checks(np.random.default_rng(0))
    run = running.run(tmp_path / "nothing.py", "causal_mask", judging.calls(checks))
    assert not judging.judge(MASK, checks, run).started


def test_a_part_that_is_not_written_is_not_a_stub(tmp_path: Path) -> None:
    graded = grade(
        tmp_path, RIGHT.format(extra="if n_queries != n_keys: raise NotImplementedError")
    )
    assert "this part is not written" in first_message(graded)


@pytest.mark.parametrize(
    "value",
    [
        None, True, 3, -0.0, float("inf"), "text", (), [1, (2.5, "a")], np.float32(0.1),
        np.bool_(1), np.arange(6).reshape(2, 3), np.array([[np.nan, -np.inf]]), np.zeros((0, 3)),
        np.array(2.0),
    ],
)  # fmt: skip
def test_plain_values_travel_unchanged(value: object) -> None:
    arrived = wire.decode(wire.encode(value))
    assert type(value) is type(arrived)
    np.testing.assert_equal(arrived, value)


@pytest.mark.parametrize(
    "value",
    [{1}, object(), np.array([None]), np.ma.array([1.0], mask=[True]), np.zeros(2, np.longdouble)],
)
def test_nothing_else_travels(value: object) -> None:
    assert isinstance(wire.decode(wire.encode(value)), wire.Other)


@pytest.mark.parametrize("data", [3, ["array", "|O", [1], ""], ["run", "rm"], [], None])
def test_foreign_data_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="expected what encode makes"):
        wire.decode(data)


def test_every_kind_of_value_error_refuses_a_bad_input(tmp_path: Path) -> None:
    text = """
    import numpy as np

    def causal_mask(n_queries, n_keys):
        if n_queries > n_keys:
            raise np.exceptions.AxisError("too many queries")
        return np.triu(np.full((n_queries, n_keys), -np.inf), k=n_keys - n_queries + 1)
    """
    assert grade(tmp_path, text).points == MASK.points


def test_a_number_beyond_all_floats_is_wrong_and_no_more(tmp_path: Path) -> None:
    exercise = next(e for e in EXERCISES if e.function == "saturation_rate")
    for number in ("10**400", "10**9000", "-(10**400)"):
        file = tmp_path / exercise.file
        file.write_text(f"def saturation_rate(scores, threshold):\n    return {number}\n", "utf-8")
        checks = exercise.checks(np.random.default_rng(0))
        run = running.run(file, exercise.function, judging.calls(checks))
        graded = judging.judge(exercise, checks, run)
        assert graded.points == 0
        assert "What should have come out" in first_message(graded)


@pytest.mark.parametrize(
    ("text", "untouched"),
    [
        (
            "def causal_mask(n, m):\n    '''Task.'''\n    # TODO\n    raise NotImplementedError",
            True,
        ),
        ("import nothing\n\n\ndef causal_mask(n, m):\n    raise NotImplementedError", True),
        ("def causal_mask(n, m):\n    m = n\n    raise NotImplementedError", False),
        ("def causal_mask(n, m):\n    raise NotImplementedError('x')", False),
        ("def causal_mask(n, m):\n    return n", False),
        ("def another(n, m):\n    raise NotImplementedError", False),
        ("def causal_mask(n, m)\n    raise NotImplementedError", False),
        ("def causal_mask(n, m):\n    raise NotImplementedError\n" * 2, False),
        ("def causal_mask(n, m):\n    raise NotImplementedError\n\0", False),
    ],
)
def test_a_function_is_untouched_as_long_as_it_does_nothing_else(
    tmp_path: Path, text: str, *, untouched: bool
) -> None:
    file = tmp_path / "answer.py"
    file.write_text(text, encoding="utf-8")
    assert running.is_untouched(file, "causal_mask") is untouched


def test_a_function_that_is_never_written_is_not_started_however_it_says_so(
    tmp_path: Path,
) -> None:
    assert not grade(tmp_path, FIRST_LINE + "raise NotImplementedError('later')").started


@pytest.mark.parametrize(
    ("given", "arrived"),
    [
        (collections.OrderedDict(a=1), {"a": 1}),
        (Pair(1, 2), (1, 2)),
        ({"a": [1, np.float64(2)]}, {"a": [1, np.float64(2)]}),
    ],
)
def test_kinds_of_tuples_and_dictionaries_arrive_as_plain_ones(
    given: object, arrived: object
) -> None:
    decoded = wire.decode(wire.encode(given))
    assert decoded == arrived
    assert type(decoded) is type(arrived)
