"""Many heads side by side: the path of one through its own slice of the features."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from attention_course._checks import whole_number
from attention_course._heads import split_heads
from attention_course.interactives._interactive import Interactive

_COLUMNS = ("station", "shape", "its part")
_RAISED_OR_LOWERED = re.compile(r"([_^])(.)")


def follow_head(n_heads: int = 8, d_model: int = 512, patterns: Sequence[str] = ()) -> Interactive:
    r"""Show the path of one head from the tokens to the result, with the shape at every station.

    Parameters
    ----------
    n_heads
        h, the number of heads.
    d_model
        The width of the tokens.
    patterns
        What the first heads have been seen to do in trained models; no one put it there.

    Returns
    -------
    Interactive
        Its state is ``head``, counted from 1.

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If a size is below 1, `d_model` is no multiple of `n_heads`, or there are more patterns
        than heads.

    Notes
    -----
    Section 6.6. Vaswani et al. (2017), figure 2, right.

    Examples
    --------
    >>> [head["features"] for head in follow_head(2, 4).data["heads"]]
    ['1 to 2', '3 to 4']
    """
    heads = whole_number("n_heads", n_heads, minimum=1)
    model = whole_number("d_model", d_model, minimum=1)
    if model % heads:
        raise ValueError(f"d_model: got {model}; expected a multiple of n_heads = {heads}")
    if len(patterns) > heads:
        raise ValueError(f"patterns: got {len(patterns)}; expected at most n_heads = {heads}")
    slices = split_heads(np.arange(1, model + 1)[None], heads)[:, 0]
    width = slices.shape[1]
    wide, narrow = f"N × {model}", f"N × {width}"
    own = ("query", "key", "value")
    stations = [
        _Station("X", wide),
        _Station("W_i^Q, W_i^K, W_i^V", f"{model} × {width}", own),
        _Station("Q_i, K_i, V_i", narrow, own),
        _Station("weights", "N × N", ("weights",)),
        _Station("head_i", narrow, ("value",)),
        _Station("joined", wide, ("value",)),
        _Station("W^O", f"{model} × {model}"),
        _Station("MultiHead(X)", wide),
    ]
    rows = f"{width} × {model}"
    named = [*patterns, *[""] * (heads - len(patterns))]
    features = [f"{own[0]:.0f} to {own[-1]:.0f}" for own in slices]
    paths = [
        {"pattern": pattern, "features": own, "parts": _parts(own, rows)}
        for pattern, own in zip(named, features, strict=True)
    ]
    return Interactive(
        tag="ac-paths",
        label=f"The path of one of {heads} heads",
        data={
            "stations": [asdict(station) for station in stations],
            "heads": paths,
            "rows": rows,
            "root": f"√{width}",
        },
        fallback_html=_table(stations, _parts(features[0], rows)),
        words=_in_words(heads, model, width, patterns),
    )


@dataclass(frozen=True)
class _Station:
    """A place on the path; in its names, _ lowers and ^ raises a letter, and i is the head."""

    name: str
    shape: str
    roles: tuple[str, ...] = ()


def _parts(features: str, rows: str) -> list[str]:
    """Return what of each station belongs to the head; `rows` is the shape of its part of W^O."""
    unbroken = rows.replace(" ", "\N{NO-BREAK SPACE}")
    return [
        "all is read",
        "its own",
        "its own",
        "its own",
        "its own",
        f"features {features}",
        f"rows {features} ({unbroken})",
        "adds to all",
    ]


def _table(stations: Sequence[_Station], parts: Sequence[str]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{_named(station)}</th><td>{station.shape}</td>'
        f'<td style="white-space: normal">{part}</td></tr>'
        for station, part in zip(stations, parts, strict=True)
    )
    columns = "".join(f'<th scope="col">{text}</th>' for text in _COLUMNS)
    return (
        '<div class="ac-scroll"><table><caption>The path of head 1</caption>'
        f"<thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _named(station: _Station) -> str:
    """Return the names of a station of head 1 as HTML."""

    def placed(found: re.Match[str]) -> str:
        tag = "sub" if found[1] == "_" else "sup"
        return f"<{tag}>{found[2].replace('i', '1')}</{tag}>"

    names = [_RAISED_OR_LOWERED.sub(placed, name) for name in station.name.split(", ")]
    if not station.roles:
        return ", ".join(names)
    return ", ".join(
        f'<span class="role-{role}">{name}</span>'
        for name, role in zip(names, station.roles, strict=True)
    )


def _in_words(n_heads: int, d_model: int, width: int, patterns: Sequence[str]) -> tuple[str, ...]:
    labelled = "; ".join(f"head {n}, {pattern}" for n, pattern in enumerate(patterns, start=1))
    seen = f" The labels here are: {labelled}." if patterns else ""
    return (
        (
            f"All {n_heads} heads read X, N rows of {d_model} features. Each projects them by "
            f"three matrices of {d_model} × {width} to queries, keys and values of {width} "
            "features that are its own. Queries and keys give N × N weights, and these average "
            f"the values to the head’s output, N × {width}. In code the matrices of all heads "
            f"stand side by side in w_query, w_key and w_value, {d_model} × {d_model} each: the "
            f"first {width} columns are those of head 1, and so on."
        ),
        (
            f"The outputs are joined: the first {width} features come from head 1, the next "
            f"{width} from head 2, and so on. One matrix, the output projection of {d_model} × "
            f"{d_model}, mixes them. A head uses {width} of its {d_model} rows, a slice of {width} "
            f"× {d_model}: they carry its features to all {d_model} features of MultiHead(X), and "
            "what the heads bring there is added up."
        ),
        (
            "Some heads of trained models were found to follow a pattern. No one put it there: "
            f"it is learned.{seen}"
        ),
    )
