"""Run a submission: inputs go out to a process of its own, plain results come back."""

import ast
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from graders.exercise import Arguments
from graders.wire import decode, encode

HOME = Path(__file__).parents[1]
PATHS = os.pathsep.join(filter(None, [str(HOME), os.environ.get("PYTHONPATH")]))
ENVIRONMENT = {"PYTHONPATH": PATHS, "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"}

Ending: TypeAlias = Literal[
    "finished", "no file", "untouched", "not loaded", "no function", "too slow", "stopped"
]
"""How a run ended.

"finished": every call was made. "no file": there is nothing to run. "untouched": the function is
still that of the stub, and was not called. "not loaded": the file raised
while it was read. "no function": it defines no function of the right name. "too slow": a call, or
the reading of the file, was cut off by the time limit. "stopped": Python itself went down.
"""


@dataclass(frozen=True)
class Error:
    """An exception of the submission's.

    Attributes
    ----------
    kind, text
        Its type's name and its message.
    line
        The line of the submission where it arose, None if that is not known.
    refusal
        Whether it is a ValueError, or a kind of one.
    """

    kind: str
    text: str
    line: int | None
    refusal: bool = False


@dataclass(frozen=True)
class Outcome:
    """What one call came to.

    Attributes
    ----------
    value
        What was returned, as plain data.
    error
        What was raised, None if the call returned.
    printed
        The beginning of what was printed.
    warned
        The warnings, each once.
    changed
        The places of the arguments that were written into.
    """

    value: object
    error: Error | None
    printed: str
    warned: tuple[str, ...]
    changed: tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """What a submission did.

    Attributes
    ----------
    outcomes
        One for each call, in order; fewer than were asked for if the run did not finish.
    ending
        How the run ended.
    error
        What the file raised while it was read, if it did.
    loaded
        Whether the file was read to its end.
    refused
        Modules asked for that earn nothing.
    time_limit
        How many seconds the run was given.
    """

    outcomes: tuple[Outcome, ...]
    ending: Ending
    error: Error | None = None
    loaded: bool = False
    refused: tuple[str, ...] = ()
    time_limit: float = 0.0


Start: TypeAlias = Callable[[Path, Path, float], tuple[bool, str]]
"""How a worker is started: request file, results file, seconds; in time? and its last complaint."""


def start_process(asked: Path, answered: Path, time_limit: float) -> tuple[bool, str]:
    """Run the worker in a fresh process with the learner's own rights.

    Parameters
    ----------
    asked, answered
        The files of the request and of the results.
    time_limit
        After how many seconds the process is ended.

    Returns
    -------
    tuple of bool and str
        Whether it ended by itself, and the last thing that Python complained of.
    """
    with tempfile.TemporaryFile() as complaints:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-B", "-P", "-m", "graders.worker", str(asked), str(answered)],
            env=os.environ | ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
            start_new_session=True,
        )
        try:
            process.wait(time_limit)
            in_time = True
        except subprocess.TimeoutExpired:
            in_time = False
        finally:
            _end(process)
        complaints.seek(0)
        said = complaints.read().decode("utf-8", "replace").strip().splitlines()
    return in_time, said[-1] if said else ""


def run(
    file: Path,
    function: str,
    calls: Sequence[Arguments],
    *,
    time_limit: float = 10.0,
    start: Start = start_process,
) -> Run:
    """Call a function of a file with each of the arguments, in a process of its own.

    Parameters
    ----------
    file
        The submission.
    function
        The name of the function to call.
    calls
        The arguments of each call: plain data and arrays, which arrive as fresh copies, and
        `wire.Named` and `wire.Fresh`.
    time_limit
        How many seconds all calls may take together.
    start
        What starts the worker.

    Returns
    -------
    Run
        What happened. Nothing that a submission does is raised here.
    """
    if not file.is_file():
        return Run((), "no file")
    if is_untouched(file, function):
        return Run((), "untouched")
    request = {
        "file": str(file.resolve()),
        "home": str(HOME),
        "function": function,
        "calls": [[encode(argument) for argument in arguments] for arguments in calls],
    }
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "request.json"), Path(folder, "results.jsonl")
        asked.write_text(json.dumps(request), encoding="utf-8")
        in_time, complaint = start(asked, answered, time_limit)
        lines = answered.read_text(encoding="utf-8").splitlines() if answered.exists() else []
    return _read(lines, len(calls), in_time=in_time, complaint=complaint, time_limit=time_limit)


def is_untouched(file: Path, function: str) -> bool:
    """Return whether a function does nothing yet but raise NotImplementedError."""
    try:
        body = ast.parse(file.read_bytes()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    found = [node for node in body if isinstance(node, ast.FunctionDef) and node.name == function]
    if len(found) != 1:
        return False
    steps = [node for node in found[0].body if not _is_text(node)]
    return len(steps) == 1 and ast.unparse(steps[0]) == "raise NotImplementedError"


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and, where the system can, what it started."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _read(
    lines: Sequence[str], n_calls: int, *, in_time: bool, complaint: str, time_limit: float
) -> Run:
    said = [json.loads(line) for line in lines if line.endswith("}")]
    if not said:
        error = Error("the process", complaint, None) if complaint and in_time else None
        return Run((), "stopped" if in_time else "too slow", error, time_limit=time_limit)
    first, *calls = said
    refused = tuple(said[-1]["refused"])
    error = _error(first["error"])
    outcomes = tuple(
        Outcome(
            value=decode(call["value"]),
            error=_error(call["error"]),
            printed=call["printed"],
            warned=tuple(call["warned"]),
            changed=tuple(call["changed"]),
        )
        for call in calls
    )
    ending: Ending
    if error:
        ending = "not loaded"
    elif not first["found"]:
        ending = "no function"
    elif len(outcomes) == n_calls:
        ending = "finished"
    else:
        ending = "stopped" if in_time else "too slow"
    return Run(outcomes, ending, error, not error, refused, time_limit)


def _error(data: dict[str, Any] | None) -> Error | None:
    return Error(data["kind"], data["text"], data["line"], data["refusal"]) if data else None
