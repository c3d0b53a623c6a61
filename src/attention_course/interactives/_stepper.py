"""One attention from queries and keys to the output, step by step, with two switches."""

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from attention_course._checks import Reals
from attention_course._dot_product import AttentionSteps
from attention_course.experiments.worked_steps import Switch, WorkedSteps, work_out
from attention_course.interactives._interactive import (
    DIGITS,
    Interactive,
    plain,
    shown,
    table,
)

_NAMES = ("Queries and keys", "Scores", "Scaling", "Mask", "Softmax", "Output")
_DIGITS_OF_TOTALS = 7  # As many as it takes to tell 1.000003 from 1.
_MOST_PLACES = 7
_POWER_OF_TEN = re.compile(r"(·?)10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_LOWERED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

_Part: TypeAlias = tuple[str, str]
"""A role of the palette, "sup" for an exponent or "" for none; and a text."""

_Line: TypeAlias = list[_Part]


def step_through(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    tokens: Sequence[str] = ("token 1", "token 2"),
) -> Interactive:
    """Let a reader walk from queries and keys to the output, each entry's arithmetic written out.

    The mask is causal. It and the scaling can be switched off, and all later steps follow.

    Parameters
    ----------
    query, key, value
        arrays of shape (n_tokens, d_k), (n_tokens, d_k) and (n_tokens, d_v), few enough to read.
    tokens
        A label for each token.

    Returns
    -------
    Interactive
        Six steps, for each setting of the two switches and each entry that can be followed.

    Raises
    ------
    TypeError, ValueError
        As `attention_steps` does; and ValueError if there are batches, no values to follow, or not
        one label for each query and each key.

    Notes
    -----
    Section 6.2.

    Examples
    --------
    >>> from attention_course.examples import two_tokens
    >>> example = two_tokens()
    >>> step_through(example.query, example.key, example.value)
    Interactive(tag='ac-stepper', label='Attention, step by step')
    """
    worked = work_out(query, key, value)
    steps = worked["on", "on"].steps
    n_queries, n_keys = steps.scores.shape
    if not len(tokens) == n_queries == n_keys:
        raise ValueError(
            f"tokens: got {len(tokens)} labels; "
            f"expected one for each of {n_queries} queries and of {n_keys} keys"
        )
    if not steps.output.size:
        raise ValueError(f"value: got shape {steps.value.shape}; expected one entry or more")
    variants: dict[str, dict[str, object]] = {"on": {}, "off": {}}
    for (mask, scale), one in worked.items():
        variants[mask][scale] = {
            "tables": _tables(one.steps),
            "captions": _captions(one.steps, mask, scale),
            "says": _sayings(one.steps, mask, scale),
            "lines": _lines(one, mask, scale),
        }
    captions = _captions(steps, "on", "on")
    return Interactive(
        tag="ac-stepper",
        label="Attention, step by step",
        data={
            "names": _NAMES,
            "tokens": tokens,
            "features": [str(n + 1) for n in range(steps.value.shape[1])],
            "root": f"÷ √{steps.query.shape[1]}",
            "variants": variants,
        },
        fallback_html=(
            '<div class="ac-tables">'
            + table(captions["query"], steps.query, "query", rows=(tokens, "query"))
            + table(captions["key"], steps.key, "key", rows=(tokens, "key"))
            + "</div>"
        ),
        words=_words(tokens, steps, worked["off", "on"].steps),
    )


def _tables(steps: AttentionSteps) -> dict[str, object]:
    return {
        "query": steps.query,
        "key": steps.key,
        "scores": steps.scores,
        "scaled": steps.scaled,
        "mask": np.where(np.isneginf(steps.masked), -np.inf, 0.0),
        "masked": steps.masked,
        "weights": steps.weights,
        "value": steps.value,
        "output": steps.output,
    }


def _captions(steps: AttentionSteps, mask: Switch, scale: Switch) -> dict[str, str]:
    names = {
        "query": ("query", steps.query),
        "key": ("key", steps.key),
        "scores": ("scores", steps.scores),
        "scaled": ("scaled" if scale == "on" else "not scaled", steps.scaled),
        "mask": ("mask", steps.masked),
        "masked": ("masked" if mask == "on" else "not masked", steps.masked),
        "weights": ("weights", steps.weights),
        "value": ("value", steps.value),
        "output": ("output", steps.output),
    }
    return {key: f"{name} ({len(x)} × {x.shape[1]})" for key, (name, x) in names.items()}


def _sayings(steps: AttentionSteps, mask: Switch, scale: Switch) -> list[str]:
    d_k, root = steps.query.shape[1], sqrt(steps.query.shape[1])
    equals = "=" if root.is_integer() else "≈"
    return [
        "Each token asks with its query and is found by its key.",
        "A score is a query dotted with a key: multiply entry by entry, then add.",
        f"Every score is divided by the root of the key width, √{d_k} {equals} {_text(root)}."
        if scale == "on"
        else "The scaling is left out: every score stays as it is.",
        "The mask adds 0 where a token may look, and −∞ where it may not."
        if mask == "on"
        else "The mask is left out: every token may look everywhere.",
        "Softmax turns a row into shares: e to the power of each entry, divided by their sum.",
        "The shares of the row say how much of each value goes into the output.",
    ]


def _lines(worked: WorkedSteps, mask: Switch, scale: Switch) -> list[list[list[_Line]]]:
    """Return the arithmetic of each step, row and column of its result."""
    steps = worked.steps
    queries, keys = (range(n) for n in steps.scores.shape)
    features = range(steps.value.shape[1])
    stays = "{} stays {}"
    d_k = steps.query.shape[1]

    def scaled(i: int, j: int) -> _Line:
        before, after = _text(steps.scores[i, j]), _text(steps.scaled[i, j])
        if scale == "off":
            return [("", stays.format(before, after))]
        # Squared, as a root may have no end; the signs agree.
        equals = _equals(_exact(before) ** 2, d_k * _exact(after) ** 2)
        return [("", f"{before} ÷ √{d_k}{equals}{after}")]

    def masked(i: int, j: int) -> _Line:
        before, after = _text(steps.scaled[i, j]), _text(steps.masked[i, j])
        added = "(−∞)" if np.isneginf(steps.masked[i, j]) else "0"
        line = stays.format(before, after) if mask == "off" else f"{before} + {added} = {after}"
        return [("", line)]

    return [
        [[_pair(steps, i, j) for j in keys] for i in queries],
        [[_score(worked, i, j) for j in keys] for i in queries],
        [[scaled(i, j) for j in keys] for i in queries],
        [[masked(i, j) for j in keys] for i in queries],
        [[_weight(worked, i, j) for j in keys] for i in queries],
        [[_output(worked, i, c) for c in features] for i in queries],
    ]


def _pair(steps: AttentionSteps, i: int, j: int) -> _Line:
    query, key = (f"({', '.join(map(_text, row))})" for row in (steps.query[i], steps.key[j]))
    return [("query", query), ("", " meets "), ("key", key)]


def _score(worked: WorkedSteps, i: int, j: int) -> _Line:
    steps = worked.steps
    products, sums = _multiplied(steps.query[i], steps.key[j], worked.products[i, j])
    result = _text(steps.scores[i, j])
    return [
        *_products("query", steps.query[i], "key", steps.key[j]),
        ("", f"{products}{_equals(sums, _exact(result))}{result}"),
    ]


def _weight(worked: WorkedSteps, i: int, j: int) -> _Line:
    row, powers, total = worked.steps.masked[i], worked.exponentials[i], worked.totals[i]
    result = _text(worked.steps.weights[i, j])
    before = Fraction(float(worked.steps.weights[i, j]))
    line: _Line = [("", "e"), ("sup", _text(row[j])), ("", " ÷ (")]
    for n, entry in enumerate(row):
        line += [("", " + e" if n else "e"), ("sup", _text(entry))]
    line.append(("", ")"))
    # Where e to the power of a score leaves the range of floats, softmax took another way.
    if 0 < total < np.inf:
        terms, whole = _terms(powers), _text(total, _DIGITS_OF_TOTALS)
        one = _bracketed(terms[j])
        first = " = " if np.isin(row, (0, -np.inf)).all() else " ≈ "
        second = _equals(sum(map(_exact, terms)), _exact(whole))
        line.append(("", f"{first}{one} ÷ ({_sum(terms)}){second}{one} ÷ {_bracketed(whole)}"))
        before = _exact(terms[j]) / _exact(whole)
    return [*line, ("", _equals(before, _exact(result))), ("weights", result)]


def _output(worked: WorkedSteps, i: int, c: int) -> _Line:
    steps = worked.steps
    products, sums = _multiplied(steps.weights[i], steps.value[:, c], worked.shares[i, :, c])
    result = _text(steps.output[i, c])
    return [
        *_products("weights", steps.weights[i], "value", steps.value[:, c]),
        ("", products + _equals(sums, _exact(result))),
        ("value", result),
    ]


def _products(left_role: str, left: Reals, right_role: str, right: Reals) -> _Line:
    line: _Line = []
    for a, b in zip(left, right, strict=True):
        line += [
            ("", " + "),
            (left_role, _bracketed(_text(a))),
            ("", " · "),
            (right_role, _bracketed(_text(b))),
        ]
    return line[1:]


def _multiplied(left: Reals, right: Reals, products: Reals) -> tuple[str, Fraction]:
    """Return the sum that follows these products, with its sign, and what is written there."""
    terms = _terms(products)
    before = sum(
        (_exact(_text(a)) * _exact(_text(b)) for a, b in zip(left, right, strict=True)), Fraction()
    )
    sums = sum(map(_exact, terms), Fraction())
    return _equals(before, sums) + _sum(terms), sums


def _terms(values: Reals) -> list[str]:
    """Write the terms of a sum; those that are rounded get as many decimals as any has."""
    texts = [_text(value) for value in values]
    places = max(-int(_decimal(text).as_tuple().exponent) for text in texts)
    return [
        shown(float(value), places)
        if 0 < places <= _MOST_PLACES
        and not _POWER_OF_TEN.search(text)
        and _exact(text) != Fraction(value)
        else text
        for text, value in zip(texts, values, strict=True)
    ]


def _equals(left: Fraction | int, right: Fraction) -> str:
    """Return the sign between two sides as they are written."""
    return " = " if left == right else " ≈ "


def _exact(text: str) -> Fraction:
    return Fraction(_decimal(text))


def _decimal(text: str) -> Decimal:
    """Return the number that is written there."""
    return Decimal(
        _POWER_OF_TEN.sub(
            lambda found: f"{'' if found[1] else 1}e{found[2].translate(_LOWERED)}", text
        ).replace("−", "-")
    )


def _sum(terms: Sequence[str]) -> str:
    first, *others = terms
    return first + "".join(
        f" − {text[1:]}" if text.startswith("−") else f" + {text}" for text in others
    )


def _text(value: float, digits: int = DIGITS) -> str:
    return shown(plain(value, digits))


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith("−") or "·" in text else text


def _words(tokens: Sequence[str], steps: AttentionSteps, unmasked: AttentionSteps) -> list[str]:
    first, last = tokens[0], tokens[-1]

    def listed(row: Reals) -> str:
        return f"({', '.join(map(_text, row))})"

    overview = (
        "Six steps lead from queries and keys to the output. One entry is followed through all of "
        "them: what goes into it is outlined, and its arithmetic is written out."
    )
    followed = (
        f"Take {last}. Its scores are {listed(steps.scores[-1])}; scaled, they are "
        f"{listed(steps.scaled[-1])}. The mask hides nothing from the last token. The weights are "
        f"{listed(steps.weights[-1])}, the output is {listed(steps.output[-1])}."
    )
    switched = (
        f"The mask hides all later tokens from {first}, which takes its own value whole: "
        f"{listed(steps.output[0])}. Without the mask, its weights are "
        f"{listed(unmasked.weights[0])} and its output is {listed(unmasked.output[0])}. Without "
        "the scaling the scores lie further apart, and the weights become more one-sided."
    )
    return [overview, followed, switched]
