"""What a gap between two scores does to their weights, and to learning."""

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from attention_course._checks import Reals, finite_array
from attention_course._numbers import number
from attention_course._palette import WEIGHTS
from attention_course.figures._axes import plot_area, powers_of_ten, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_PANEL = (340.0, 220.0)
_FEWEST = 2


@drawing_style()
def show_gaps(
    gaps: ArrayLike,
    ratios: ArrayLike,
    sensitivity: ArrayLike,
    *,
    marked: float = 20.0,
    caption: str | None = None,
) -> InlineSvg:
    r"""Show how one weight outgrows the other with the gap, and how the Jacobian then vanishes.

    Parameters
    ----------
    gaps
        array of shape (n,), rising from 0 or more: the gap g between two scores.
    ratios
        array of shape (n,): how many times the one weight is the other, :math:`e^g`.
    sensitivity
        array of shape (n,): the diagonal :math:`p(1 - p)` of the softmax Jacobian of the two.
    marked
        The gap whose values are written in; one of `gaps`.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of the ratio, one of :math:`p(1 - p)`, both on logarithmic axes.

    Raises
    ------
    TypeError
        If an array does not hold real numbers.
    ValueError
        If there are fewer than two gaps or they do not rise, the shapes differ, a value is not
        finite and positive, or `marked` is not among `gaps`.

    Notes
    -----
    Sections 4.3 and 6.3.

    Examples
    --------
    Equal scores share the weight, so that p = 1/2 and p(1 − p) = 1/4:

    >>> show_gaps([0, 1], [1, 2.72], [0.25, 0.197], marked=0).labels
    ('One weight ÷ the other, against the gap between the scores: at 0 it is 1.',
     'How far a weight still moves, p(1 − p), against the gap between the scores: at 0 it is 0.25.')
    """
    steps = finite_array("gaps", gaps)
    if steps.ndim != 1 or steps.size < _FEWEST or steps[0] < 0 or (np.diff(steps) <= 0).any():
        raise ValueError(
            f"gaps: got shape {steps.shape}; expected two or more in one row, rising from 0 or more"
        )
    place = int(np.abs(steps - marked).argmin())
    if steps[place] != marked:
        raise ValueError(f"marked: got {marked}; expected one of gaps")
    panels = []
    for title, name, given in (
        ("One weight ÷ the other", "ratios", ratios),
        ("How far a weight still moves, p(1 − p)", "sensitivity", sensitivity),
    ):
        values = finite_array(name, given)
        if values.shape != steps.shape or not (values > 0).all():
            raise ValueError(
                f"{name}: got shape {values.shape}; expected positive numbers, one for each gap "
                f"of shape {steps.shape}"
            )
        value = float(values[place])
        label = f"{title}, against the gap between the scores: at {marked:g} it is {value:.3g}."
        panels.append((_draw(title, steps, values, (marked, value)), label))
    return inline_svg(*panels, caption=caption)


def _draw(title: str, gaps: Reals, values: Reals, marked: tuple[float, float]) -> Figure:
    figure, axes = plot_area(*_PANEL, title)
    axes.semilogy(gaps, values, color=WEIGHTS.light)
    x, y = marked
    axes.plot([x], [y], "o", color=WEIGHTS.light, markersize=6)
    text = f"{y:,.0f}".replace(",", "\u202f") if y > 1 else number(y, 2)
    axes.annotate(
        text,
        (x, y),
        (-9, 2 if y > 1 else -8),
        textcoords="offset points",
        ha="right",
        weight="bold",
        color=WEIGHTS.light,
    )
    low, high = np.floor(np.log10(values.min())), np.ceil(np.log10(values.max()))
    set_ticks(axes.yaxis, *powers_of_ten(int(low), int(high), max(1, int(high - low) // 5)))
    set_ticks(axes.xaxis, [float(g) for g in np.arange(0, gaps.max() + 1, 5)])
    axes.set_xlim(0, float(gaps.max()))
    axes.set_xlabel("gap *g* between the two scores")
    return figure
