"""What graders say: plain, exact and short."""

from collections.abc import Sequence

import numpy as np

from graders.exercise import Case, Exercise, Finding
from graders.running import Error, Outcome, Run
from graders.wire import Fresh, Named, Other

_NOT_SHOWN = "What should have come out is for you to find, so it is not shown."
_NOTHING = "It returned None. Is a `return` missing?"
AGAIN = "Fails as well. Mend the check above first; this one may mend itself."
LIKELY = "Likely mistake: "

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_REASONS = (LIKELY, "It raised", "The input is bad", "The result is right, but", "The entry")
_SHOWN = 40
_INDENT = "    "


def whole(exercise: Exercise, case: Case, message: str, likely: str, entry: str = "") -> str:
    """Return the whole message about a case: the input, what is wrong, why, where to reread."""
    call = f"{exercise.function} was called with\n{arguments(exercise, case)}"
    if not case.arguments:
        call = f'{exercise.function}()["{entry}"]' if entry else f"{exercise.function}()"
    parts = [call, message]
    if likely:
        parts.append(LIKELY + likely)
    parts.append(f"To reread: {exercise.reread}.")
    return "\n\n".join(parts)


def beside_an_error(sentence: str) -> str:
    """Return a mistake's sentence, which tells of results, for a case in which there is none."""
    return f"(it also stops here with an error) {sentence}"


def reason(message: str) -> str:
    """Return the line of a message that says why, by which two messages are the same."""
    lines = message.splitlines()
    found = [line for line in lines if line.startswith(_REASONS)]
    if not found:
        return ""
    told = found[0]
    return told.partition(":")[0] if told.startswith("It raised") else told


def arguments(exercise: Exercise, case: Case) -> str:
    """Return a case's arguments, one under the other."""
    names = exercise.parameters
    return "\n".join(
        _labelled(name, value) for name, value in zip(names, case.arguments, strict=True)
    )


def entry_name(number: int) -> str:
    """Return how an entry of a result is called."""
    return f"its {_ORDINALS[number]} entry"


def differs(
    exercise: Exercise, outcome: Outcome, expected: object, fault: str, number: int | None = None
) -> str:
    """Return what came out and what should have, unless to find that is the whole task.

    With a number, only that entry of the result is shown.
    """
    got = outcome.value
    if got is None:
        return _NOTHING
    of = ""
    if number is not None and isinstance(got, tuple) and isinstance(expected, tuple):
        got, expected = got[number], expected[number]
        of = f" in {entry_name(number)}"
    if exercise.by_hand:
        parts = [
            f"What came out\n{_indented(shown(got, 4))}",
            fault and f"Look first at this: {fault}.",
        ]
        return "\n\n".join([*filter(None, parts), _NOT_SHOWN])
    digits = 4
    while digits < 16 and shown(got, digits) == shown(expected, digits):  # noqa: PLR2004
        digits *= 2
    parts = [
        f"What came out{of}{_shape(got)}\n{_indented(shown(got, digits))}",
        f"What should have come out{of}{_shape(expected)}\n{_indented(shown(expected, digits))}",
    ]
    if fault:
        parts.append(f"Look first at this: {fault}.")
    if outcome.changed:
        names = " and ".join(exercise.parameters[place] for place in outcome.changed)
        parts.append(f"It also wrote into {names}, which belongs to the caller.")
    if outcome.warned:
        parts.append(f"Meanwhile Python warned: {outcome.warned[0]}.")
    return "\n\n".join(parts)


def of_wrong_kind(outcome: Outcome, fault: str) -> str:
    """Return what came out, where nothing but its type or shape can be wrong by itself."""
    if outcome.value is None:
        return _NOTHING
    return f"What came out\n{_indented(shown(outcome.value, 4))}\n\nLook first at this: {fault}."


def taken_together(finding: Finding) -> str:
    """Return what the results of several calls show, and what they should show."""
    return (
        f"What came out, over all calls of this check\n{_indented(finding.came_out)}\n\n"
        f"What should have come out\n{_indented(finding.expected)}"
    )


def is_empty(value: object) -> bool:
    """Return whether a place that is to be filled in holds nothing yet."""
    return value is None or (isinstance(value, Other) and value.type_name == "ellipsis")


def not_filled_in(entry: str) -> str:
    """Return that an entry of the result is still to come."""
    return f'The entry "{entry}" is not filled in yet, or is spelt differently.'


def raised(exercise: Exercise, error: Error) -> str:
    """Return what an exception says, and where it comes from."""
    if error.kind == "NotImplementedError":
        return f"It raised NotImplementedError{_line(exercise, error)}: this part is not written."
    return f"It raised {error.kind}{_line(exercise, error)}{_said(error)}"


def accepted_bad_input(case: Case, outcome: Outcome) -> str:
    """Return that an input should have been refused, and why."""
    return (
        f"The input is bad: {case.refused}. "
        f"It should raise a ValueError, but came back with{_shape(outcome.value)}\n"
        + _indented(shown(outcome.value, 4))
    )


def raised_instead(exercise: Exercise, case: Case, error: Error) -> str:
    """Return that a bad input was refused with the wrong type of exception."""
    return (
        f"The input is bad: {case.refused}. It should raise a ValueError, "
        f"but raised {error.kind}{_line(exercise, error)}{_said(error)}"
    )


def changed_input(exercise: Exercise, outcome: Outcome) -> str:
    """Return that the result is right, but an input was written into."""
    names = " and ".join(exercise.parameters[place] for place in outcome.changed)
    return (
        f"The result is right, but the call wrote into {names}, which belongs to the caller. "
        "An assignment such as `a -= b` or `a[...] = b` changes the array itself; "
        "`a = a - b` makes a new one."
    )


def cut_off(exercise: Exercise, case: Case, run: Run) -> str:
    """Return that a call never came back."""
    message = (
        f"It was stopped: all calls together may take {run.time_limit:g} seconds, "
        "and this one had not returned by then. Is there a loop that never ends?"
        if run.ending == "too slow"
        else "Python itself went down during this call, without an exception."
    )
    return whole(exercise, case, message, "")


def nothing_to_call(exercise: Exercise, run: Run) -> str:
    """Return why a file could not be tried at all."""
    if run.refused:
        return (
            f"{exercise.file} imports {run.refused[0]}. The exercise is to write the function "
            "yourself, with NumPy and the standard library, so this answer earns nothing."
        )
    if run.ending == "no function":
        return f"{exercise.file} defines no function named {exercise.function}."
    if run.ending == "too slow":
        return (
            f"{exercise.file} was still being read after {run.time_limit:g} seconds and was "
            "stopped. Is there a loop outside the function that never ends?"
        )
    if run.error is None:
        return f"Python itself went down while {exercise.file} was read, without an exception."
    return (
        f"{exercise.file} could not be read: "
        f"{run.error.kind}{_line(exercise, run.error)}{_said(run.error)}"
    )


def notes(exercise: Exercise, outcomes: Sequence[Outcome], *, warnings: bool) -> tuple[str, ...]:
    """Return what a submission printed and, if asked, warned of; neither costs points."""
    found = []
    printed = next((outcome.printed.strip() for outcome in outcomes if outcome.printed), "")
    if printed:
        first = printed.splitlines()[0][:60]
        found.append(f"{exercise.function} prints while it runs: {first}")
    warned = next((outcome.warned[0] for outcome in outcomes if outcome.warned), "")
    if warned and warnings:
        found.append(f"{exercise.function} makes Python warn: {warned}")
    return tuple(found)


def wrong_type(got: object, expected: str) -> str:
    """Return that something of the wrong type came back."""
    name = got.type_name if isinstance(got, Other) else type(got).__name__
    return f"a result of type {name} came back where {expected} should"


def shown(value: object, digits: int) -> str:
    """Return a value as text, large arrays by their corners."""
    if isinstance(value, np.ndarray):
        return np.array2string(
            value, precision=digits, suppress_small=True, threshold=_SHOWN, edgeitems=2
        )
    if isinstance(value, Named):
        first = (value.resolve().__doc__ or "").splitlines()[0]
        return f"{value.name}: {first}"
    if isinstance(value, Fresh):
        return "numpy.random.default_rng()"
    if isinstance(value, Other):
        return value.text
    if isinstance(value, np.generic):
        return str(value)
    return repr(value)


def _labelled(name: str, value: object) -> str:
    text = shown(value, 4)
    start = f"{_INDENT}{name} = "
    shape = f"  with shape {value.shape}" if isinstance(value, np.ndarray) else ""
    if "\n" in text:
        return f"{_INDENT}{name}{shape}\n{_indented(_indented(text))}"
    return start + text + shape


def _shape(value: object) -> str:
    return f", shape {value.shape}" if isinstance(value, np.ndarray) else ""


def _indented(text: str) -> str:
    return "\n".join(_INDENT + line for line in text.splitlines())


def _line(exercise: Exercise, error: Error) -> str:
    return f" in line {error.line} of {exercise.file}" if error.line else ""


def _said(error: Error) -> str:
    return f": {error.text}" if error.text else "."
