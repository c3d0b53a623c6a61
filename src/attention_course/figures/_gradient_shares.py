"""What softmax lets through of a gradient, against the key width."""

from collections.abc import Callable, Sequence

from matplotlib.figure import Figure

from attention_course._numbers import number
from attention_course._palette import WEIGHTS
from attention_course.experiments.gradient_shares import GradientShares, Shares
from attention_course.figures._axes import plot_area, powers_of_ten, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_PANEL = (340.0, 250.0)
_FLOOR, _CEILING = -10, 0
_MOST_TICKS = 8


@drawing_style()
def show_gradient_shares(
    shares: Sequence[GradientShares], *, caption: str | None = None
) -> InlineSvg:
    r"""Show what arrives at the scores of a gradient at the weights, unscaled and scaled.

    Parameters
    ----------
    shares
        What `measure_gradient_shares` found at two or more key widths.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture without the division by :math:`\sqrt{d_k}`, one with it: the median, the mean,
        and a band that holds eight tenths of the trials, on one logarithmic axis from
        :math:`10^{-10}` to 1.

    Raises
    ------
    TypeError
        If `shares` is no sequence of such records.
    ValueError
        If there are fewer than two widths, or one comes twice.

    Notes
    -----
    Sections 4.3 and 6.3.

    Examples
    --------
    >>> from numpy.random import default_rng
    >>> from attention_course.experiments.gradient_shares import measure_gradient_shares
    >>> some = [measure_gradient_shares(default_rng(1), d_k, 3, 5) for d_k in (1, 4)]
    >>> show_gradient_shares(some).labels[1].split(":")[0]
    'Scaled, the share of a gradient that softmax lets through, against the key width'
    """
    rows = _by_width(shares)
    panels = []
    for title, which in (("Not scaled", _unscaled), ("Scaled", _scaled)):
        told = "; ".join(
            f"{number(which(row).median, 2)} in the middle and {number(which(row).mean, 2)} on "
            f"average at {row.d_k}"
            for row in (rows[0], rows[-1])
        )
        label = (
            f"{title}, the share of a gradient that softmax lets through, against the key width: "
            f"{told}."
        )
        panels.append((_draw(f"{title}: what arrives at the scores", rows, which), label))
    return inline_svg(*panels, caption=caption)


def _unscaled(row: GradientShares) -> Shares:
    return row.unscaled


def _scaled(row: GradientShares) -> Shares:
    return row.scaled


def _by_width(shares: Sequence[GradientShares]) -> list[GradientShares]:
    given: object = shares
    if not (isinstance(given, Sequence) and all(isinstance(s, GradientShares) for s in given)):
        raise TypeError(f"shares: got {shares!r}; expected a sequence of GradientShares")
    widths = sorted({row.d_k for row in shares})
    if len(widths) == 1 or len(widths) < len(shares) or not shares:
        raise ValueError(
            f"shares: got widths {[row.d_k for row in shares]}; expected two or more, each once"
        )
    return sorted(shares, key=lambda row: row.d_k)


def _draw(
    title: str, rows: Sequence[GradientShares], which: Callable[[GradientShares], Shares]
) -> Figure:
    figure, axes = plot_area(*_PANEL, title, left=40, right=66)
    widths = [row.d_k for row in rows]
    found = [which(row) for row in rows]
    axes.set_xlim(widths[0], widths[-1])
    axes.set_ylim(10.0**_FLOOR, 10.0**_CEILING)
    axes.set_xscale("log")
    axes.set_yscale("log", nonpositive="clip")
    low, high = zip(*(shares.middle for shares in found), strict=True)
    axes.fill_between(widths, low, high, color=(WEIGHTS.light, 0.16), linewidth=0)
    means, medians = ([getattr(s, name) for s in found] for name in ("mean", "median"))
    axes.plot(widths, means, "--", color="black", alpha=0.6, linewidth=1.4)
    axes.plot(widths, medians, "o-", color=WEIGHTS.light, markersize=5, clip_on=False)
    for name, values, colour, offset in (
        ("mean", means, "black", 5),
        ("median", medians, WEIGHTS.light, -12),
    ):
        axes.annotate(
            name,
            (widths[-1], values[-1]),
            (9, offset),
            textcoords="offset points",
            color=colour,
            weight="bold",
            annotation_clip=False,
        )
    set_ticks(axes.yaxis, *powers_of_ten(_FLOOR, _CEILING, 2))
    set_ticks(axes.xaxis, widths[:: 1 + (len(widths) - 1) // _MOST_TICKS])
    axes.set_xlabel("key width *d*_{k}")
    return figure
