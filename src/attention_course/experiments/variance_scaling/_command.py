"""The lab as a command: its table, its options, its file."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np

from attention_course._checks import whole_number
from attention_course.experiments._printing import say
from attention_course.experiments.variance_scaling._comparison import LIMIT
from attention_course.experiments.variance_scaling._lab import (
    SEED,
    VarianceScaling,
    distinct_widths,
    run,
)
from attention_course.experiments.variance_scaling._progress import ProgressBar
from attention_course.experiments.variance_scaling._results import writable_file, write_json
from attention_course.experiments.variance_scaling._saturation import trials_number
from attention_course.experiments.variance_scaling._source import SOURCE


def table(lab: VarianceScaling) -> str:
    """Return all comparisons as a table of at most 80 columns, and the verdict.

    Parameters
    ----------
    lab
        What `run` gave.

    Returns
    -------
    str
        Lines of ASCII, without a line break at the end.

    Notes
    -----
    Section 6.3, lab 2b.

    Examples
    --------
    >>> print(table(run(draws=10, widths=(3,), trials=7)).splitlines()[0])
    draws a width: 10
    """
    lines = [
        f"draws a width: {lab.draws:,}",
        f"trials:        {lab.saturation.trials:,}, each of {lab.saturation.n_keys} keys",
        f"seed:          {lab.seed}",
        "",
        f"{'d_k':>8}{'measured':>11}{'error':>9}{'reference':>12}{'':14}{'error':>6}{'z':>7}",
    ]
    heading = ""
    for row in lab.comparisons:
        if row.figure != heading:
            heading = row.figure
            lines += ["", heading]
        expected = f"{row.expected:.{row.digits}f}"
        lines.append(
            f"{row.d_k:>8}{row.measured:>11.4f}{row.error:>9.4f}{expected:>12}  "
            f"{row.reference:<12}{row.expected_error:>6.4f}{row.z:>+7.2f}  "
            + ("agrees" if row.agrees else "differs")
        )
    lines += [
        "",
        f"z is the difference in standard errors of it; up to {LIMIT:g}, either way, agrees.",
        f"Verdict: {lab.verdict}",
    ]
    return "\n".join(lines)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {message}\n")


def _integer(minimum: int) -> Callable[[str], int]:
    """Return a reader of an integer from the command line."""

    def read(text: str) -> int:
        try:
            return whole_number("", int(text), minimum=minimum)
        except ValueError:
            message = f"got {text!r}; expected an integer of {minimum} or more"
            raise argparse.ArgumentTypeError(message) from None

    return read


def _writable(text: str) -> Path:
    try:
        return writable_file(text)
    except OSError as error:
        message = f"got {text!r}; expected a file that can be written ({error.strerror})"
        raise argparse.ArgumentTypeError(message) from None


def _parser() -> _Parser:
    parser = _Parser(
        prog="python -m attention_course.experiments.variance_scaling",
        description="Measure how the spread of a score grows with the key width.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("--draws", type=_integer(2), default=SOURCE.draws, metavar="N", help="scores a width")
    add(
        "--widths",
        type=_integer(1),
        nargs="+",
        default=list(SOURCE.ratios),
        metavar="W",
        help="key widths",
    )
    add("--trials", type=_integer(1), default=SOURCE.trials, metavar="N", help="softmax trials")
    add("--seed", type=_integer(0), default=SEED, metavar="S", help="of all that is random")
    add("--json", type=_writable, metavar="PATH", help="write all figures to this file")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the lab from the command line, print its table, and return the exit code.

    Parameters
    ----------
    arguments
        Those of the command line if left out.

    Returns
    -------
    int
        0, or 130 if it was interrupted.

    Raises
    ------
    SystemExit
        If an argument is wrong, or the file cannot be written.

    Notes
    -----
    Section 6.3, lab 2b.

    Examples
    --------
    One draw has no variance:

    >>> main(["--draws", "1"])
    Traceback (most recent call last):
    SystemExit: 2
    """
    parser = _parser()
    given = parser.parse_args(arguments)
    try:
        widths, trials = distinct_widths(given.widths), trials_number(given.trials)
    except ValueError as error:
        parser.error(f"argument --{error}")
    try:
        with ProgressBar(sys.stderr) as bar:
            lab = run(given.draws, widths, trials, seed=given.seed, progress=bar.show)
        say(table(lab))
        if given.json is not None:
            _write(given.json, lab)
    except KeyboardInterrupt:
        print("Stopped: interrupted before the end; no file was written.", file=sys.stderr)
        return 130
    return 0


def _write(path: Path, lab: VarianceScaling) -> None:
    try:
        write_json(path, {"numpy": np.__version__, "lab": lab})
    except OSError as error:
        sys.exit(f"error: argument --json: {path} could not be written ({error.strerror})")
