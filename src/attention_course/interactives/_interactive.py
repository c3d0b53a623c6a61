"""What all interactives share: data that fits its script, as HTML that needs nothing else.

A builder, one a module, turns a record into an `Interactive`: it computes nothing and picks every
state that the reader can reach. `stepper` stands for the name of an interactive below.

- ``assets/stepper.js`` begins with the shape of its data, in comment lines that start with
  ``// needs:`` and hold JSON, ``{"version": 1, "data": {"words": ["string"], …}}``. A shape is
  ``"number"``, ``"string"``, ``"boolean"``, ``"null"`` or ``"any"``; ``[shape]`` is a list of such;
  ``{"key": shape}`` has these keys and no others; ``{"*": shape}`` has any keys. Infinities are the
  strings ``"inf"`` and ``"-inf"``, and fit ``"number"``. Data of another shape or version is
  refused when it is made, so the page with it cannot be built.
- Every number is rounded to `digits` significant digits (`plain` does it; apply it yourself where
  parts want different digits). What stands on the page is the rounded number written by
  `shown`, here as in the script; a test compares ``shown(plain(x))`` with the text in the page.
- `fallback_html` is the first state, without controls; `table` writes the same table as the
  script's own. It is seen without JavaScript and until the script has drawn its first state.
- `words` says in plain language what there is to see. It stands below, with and without JavaScript.
- The rest of the script's side is explained at the head of ``assets/shared.js``. Styles of its own
  go to ``assets/stepper.css``, each selector under ``ac-stepper`` or ``.ac``.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_EVEN, Decimal
from html import escape
from math import isinf, isnan
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from attention_course._numbers import number
from attention_course._palette import PALETTE

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""What JSON can hold."""

ASSETS = Path(__file__).parent / "assets"
DIGITS = 6

_TAG = re.compile(r"ac-[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_NEEDS = re.compile(r"// needs:(.*\n(?://.*\n)*)")
_INDENT_OR_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*.*\*/[ \t]*)?\n|^[ \t]+", re.MULTILINE)
_EXPONENT = re.compile(r"\^\{([^}]*)\}")
_RAISED = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_INFINITIES = ("inf", "-inf")
_LARGEST_EXACT = 2**53


def plain(value: object, digits: int = DIGITS) -> Json:
    """Return `value` as what JSON can hold, with short numbers.

    Parameters
    ----------
    value
        Arrays, mappings with strings as keys, sequences, numbers, strings, booleans and None, in
        each other.
    digits
        How many significant digits a number keeps.

    Returns
    -------
    Json
        Lists and dictionaries; whole numbers as integers, infinities as ``"inf"`` and ``"-inf"``.

    Raises
    ------
    TypeError
        If there is anything else in `value`.
    ValueError
        If there is a NaN in `value`.

    Examples
    --------
    >>> plain({"row": np.array([-12.727922061357855, -np.inf, 0.0])})
    {'row': [-12.7279, '-inf', 0]}
    """
    short: Json
    match value:
        case np.ndarray():
            short = plain(value.tolist(), digits)
        case Mapping():
            if unfit := [key for key in value if not isinstance(key, str)]:
                raise TypeError(f"data: got the key {unfit[0]!r}; expected strings as keys")
            short = {key: plain(item, digits) for key, item in value.items()}
        case list() | tuple():
            short = [plain(item, digits) for item in value]
        case bool() | np.bool_():
            short = bool(value)
        case int() | np.integer():
            short = int(value)
        case float() | np.floating():
            short = _short(float(value), digits)
        case None | str():
            short = value
        case _:
            raise TypeError(
                f"data: got {type(value).__name__}; "
                "expected arrays, mappings, lists, numbers or strings"
            )
    return short


def _short(value: float, digits: int) -> Json:
    if isnan(value):
        raise ValueError("data: got NaN; expected numbers")
    if isinf(value):
        return "inf" if value > 0 else "-inf"
    short = float(f"{value:.{digits}g}")
    return int(short) if short.is_integer() and abs(short) < _LARGEST_EXACT else short


def shown(value: Json, places: int | None = None) -> str:
    """Write a number of the data as the page shows it.

    Parameters
    ----------
    value
        A number or an infinity, as `plain` gives it.
    places
        How many decimals; if left out, four significant digits, more where they would mislead.

    Returns
    -------
    str
        For example ``−12.73``, ``−∞``, ``0.999997`` or ``3·10⁻⁶``.
    """
    if not isinstance(value, int | float) and value not in _INFINITIES:
        raise TypeError(f"value: got {value!r}; expected a number, 'inf' or '-inf'")
    real = float(value)
    if places is None or isinf(real):
        return _EXPONENT.sub(lambda found: found[1].translate(_RAISED), number(real))
    rounded = Decimal(real).quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN)
    return ("−" if rounded < 0 else "") + f"{abs(rounded):f}"


def table(
    caption: str,
    values: ArrayLike,
    role: str,
    *,
    rows: tuple[Sequence[str], str] | None = None,
    columns: tuple[Sequence[str], str] | None = None,
    places: int | None = None,
    tint: bool = False,
    digits: int = DIGITS,
) -> str:
    """Write the table that ``this.table`` of the script makes, for the fallback.

    Parameters
    ----------
    caption
        What it is, with its shape.
    values
        Numbers of shape (n_rows, n_columns); cells with −∞ are hatched.
    role
        The role of the palette in whose colour it is; empty for none.
    rows, columns
        The headings and their role.
    places
        As in `shown`.
    tint
        Whether cells are filled by their value, from 0 to 1.
    digits
        As in `Interactive`.

    Returns
    -------
    str
        HTML.
    """
    head = ""
    if columns:
        corner = "<td></td>" if rows else ""
        cells = "".join(_heading(label, "col", columns[1]) for label in columns[0])
        head = f"<thead><tr>{corner}{cells}</tr></thead>"
    body = []
    for n, line in enumerate(np.asarray(values)):
        heading = _heading(rows[0][n], "row", rows[1]) if rows else ""
        cells = "".join(_cell(plain(x, digits), places, tint=tint) for x in line)
        body.append(f"<tr>{heading}{cells}</tr>")
    return (
        f'<div class="ac-scroll"><table class="{_classes(role, "tinted" if tint else "")}">'
        f"<caption>{escape(caption)}</caption>{head}<tbody>{''.join(body)}</tbody></table></div>"
    )


def _classes(role: str, more: str = "") -> str:
    return " ".join(filter(None, (role and f"role-{role}", more)))


def _heading(label: str, scope: str, role: str) -> str:
    return f'<th scope="{scope}" class="{_classes(role)}">{escape(label)}</th>'


def _cell(value: Json, places: int | None, *, tint: bool) -> str:
    masked = ' class="masked"' if value == "-inf" else ""
    share = f' style="--share: {value}"' if tint else ""
    return f"<td{masked}{share}>{shown(value, places)}</td>"


@dataclass(frozen=True)
class Interactive:
    """A figure that responds, for a page and for a notebook; it needs no network.

    Attributes
    ----------
    tag
        The custom element, ``ac-`` and the name of the script.
    label
        The name that a screen reader gives the figure.
    data
        What the script shows, rounded to `digits`.
    fallback_html
        The first state.
    words
        The same in plain language, a paragraph or several.
    version
        The version of the script for which `data` was made.
    digits
        How many significant digits numbers keep.
    folder
        Where the scripts are.

    Raises
    ------
    ValueError
        If there is no such script, or if `data` has not the shape that the script needs.
    TypeError
        If `data` holds something that JSON cannot.
    """

    tag: str
    label: str
    data: Mapping[str, object] = field(repr=False)
    fallback_html: str = field(repr=False)
    words: str | Sequence[str] = field(repr=False)
    version: int = field(default=1, repr=False)
    digits: int = field(default=DIGITS, repr=False)
    folder: Path = field(default=ASSETS, repr=False)

    def __post_init__(self) -> None:
        script = self._script
        if not _TAG.fullmatch(self.tag) or not script.is_file():
            known = sorted(f"ac-{path.stem}" for path in self.folder.glob("*.js"))
            names = ", ".join(tag for tag in known if tag != "ac-shared") or "none yet"
            raise ValueError(f"tag: got {self.tag!r}; expected that of a script: {names}")
        shape = _needs(script, self.version)
        rounded = plain(self.data, self.digits)
        for misfit in _misfits("data", rounded, shape):
            raise ValueError(f"{misfit} by {script.name}")
        object.__setattr__(self, "data", rounded)

    @property
    def name(self) -> str:
        """The name in the fragment of an address, as in ``#stepper:step=4``."""
        return self.tag.removeprefix("ac-")

    @property
    def json(self) -> str:
        """The data as the page carries it."""
        return json.dumps(self.data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)

    @property
    def _script(self) -> Path:
        return self.folder / f"{self.name}.js"

    def _repr_html_(self) -> str:
        own_style = self._script.with_suffix(".css")
        style = stylesheet() + (_packed(own_style) if own_style.is_file() else "")
        script = _packed(ASSETS / "shared.js") + _packed(self._script)
        paragraphs = (self.words,) if isinstance(self.words, str) else self.words
        words = "".join(f"<p>{escape(text)}</p>" for text in paragraphs)
        data = self.json.replace("<", r"\u003c")
        return (
            f"<style>\n{style}</style>\n"
            f'<{self.tag} class="ac" role="group" aria-label="{escape(self.label)}">\n'
            f'<div class="ac-fallback">\n{self.fallback_html}\n</div>\n'
            f'<script type="application/json">{data}</script>\n'
            f"</{self.tag}>\n"
            '<div class="admonition in-words ac-words">'
            f'<p class="admonition-title">In words</p>{words}</div>\n'
            f"<script>\n{script}</script>"
        )


def stylesheet() -> str:
    """Return the shared style, with colours from the palette where the page defines none.

    Returns
    -------
    str
        CSS in which every selector is under ``.ac`` or ``.ac-words``.
    """
    light, dark = (
        " ".join(f"--ac-{c.role}: var(--{c.role}, {getattr(c, theme)});" for c in PALETTE)
        for theme in ("light", "dark")
    )
    roles = "".join(
        f".ac .role-{c.role} {{ --ac-role: var(--ac-{c.role}); color: var(--ac-{c.role}); }}\n"
        for c in PALETTE
    )
    return (
        f".ac {{ {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ .ac {{ {dark} }} }}\n"
        f'.ac[data-theme="light"] {{ {light} }}\n'
        f'.ac[data-theme="dark"] {{ {dark} }}\n'
        f"{roles}{_packed(ASSETS / 'shared.css')}"
    )


def _packed(path: Path) -> str:
    """Return a script or a style without its indentation and the lines that are comments."""
    return _INDENT_OR_COMMENT.sub("", path.read_text(encoding="utf-8"))


def _needs(script: Path, version: int) -> dict[str, Json]:
    """Return the shape of the data that a script declares in its first lines."""
    found = _NEEDS.match(script.read_text(encoding="utf-8"))
    try:
        text = found[1].replace("\n//", "\n") if found else ""
        needs, _ = json.JSONDecoder().raw_decode(text.strip())
    except json.JSONDecodeError as error:
        raise ValueError(
            f"{script.name}: got no shape that can be read ({error}); "
            'expected first lines // needs: {"version": …, "data": {…}}'
        ) from error
    if not isinstance(needs, dict) or sorted(needs) != ["data", "version"]:
        raise ValueError(f'{script.name}: got needs {needs}; expected "version" and "data"')
    if version != needs["version"]:
        raise ValueError(
            f"version: got data of version {version}; "
            f"expected version {needs['version']} by {script.name}"
        )
    shape: dict[str, Json] = needs["data"]
    return shape


def _misfits(place: str, value: Json, shape: Json) -> Iterator[str]:
    """Yield what does not fit, without who expects it."""
    if isinstance(shape, dict):
        if isinstance(value, dict):
            yield from _misfits_of_object(place, value, shape)
        else:
            yield f"{place}: got {_kind(value)}; expected an object"
    elif isinstance(shape, list):
        if isinstance(value, list):
            for n, item in enumerate(value):
                yield from _misfits(f"{place}[{n}]", item, shape[0])
        else:
            yield f"{place}: got {_kind(value)}; expected a list"
    elif shape not in ("any", _kind(value)) and not (shape == "number" and value in _INFINITIES):
        yield f"{place}: got {_kind(value)} {value!r}; expected {shape}"


def _misfits_of_object(place: str, value: dict[str, Json], shape: dict[str, Json]) -> Iterator[str]:
    if "*" in shape:
        shape = dict.fromkeys(value, shape["*"])
    keys = ", ".join(map(repr, shape))
    for key in shape:
        if key not in value:
            yield f"{place}: got no key {key!r}; expected {keys}"
    for key, item in value.items():
        if key in shape:
            yield from _misfits(f"{place}.{key}", item, shape[key])
        else:
            yield f"{place}: got the key {key!r}; expected only {keys}"


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "list"
    return "object"
