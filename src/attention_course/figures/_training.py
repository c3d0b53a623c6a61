"""Training with the division and without it."""

from collections.abc import Mapping, Sequence
from math import inf, log10

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from attention_course._numbers import number
from attention_course._palette import WEIGHTS
from attention_course.experiments.learning_to_recall import Course, StepSizes
from attention_course.figures._axes import plot_area, powers_of_ten, set_ticks
from attention_course.figures._canvas import text_width
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_PANEL = (340.0, 240.0)
_LEFT, _TOP, _BOTTOM = 42.0, 28.0, 42.0
_MOST_THOUSANDTHS = 10
_CROWDED = -18
_MOST_TICKS = 4
_HIGHEST_LOSS = 2.2
_LINE = 16.0
_STYLES: tuple[tuple[str, str], ...] = (("black", "-"), (WEIGHTS.light, "--"), ("black", ":"))


@drawing_style()
def show_training(courses: Mapping[str, Course], *, caption: str | None = None) -> InlineSvg:
    """Show the course of the loss, and of the gradient that gets back to the scores.

    Parameters
    ----------
    courses
        By name what `Runs.course` gave; up to three.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture of the loss, and one of the length of the gradient at the scores, on a
        logarithmic axis down to 10⁻³⁰ at most.

    Raises
    ------
    TypeError
        If a course is none.
    ValueError
        If there is no course, or more than three, or one has fewer than two points.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    >>> still = Course(np.array([0, 5]), np.array([1.0, 1.0]), np.array([0.1, 0.05]))
    >>> show_training({"still": still}).labels
    ('Loss against the step. still: from 1 to 1.',
     'The gradient at the scores against the step. still: from 0.1 to 0.05.')
    """
    if not 1 <= len(courses) <= len(_STYLES):
        raise ValueError(f"courses: got {len(courses)}; expected 1 to {len(_STYLES)}")
    for name, course in courses.items():
        if not isinstance(course, Course):
            raise TypeError(f"courses: got {course!r} for {name!r}; expected a Course")
        if len(course.steps) == 1:
            raise ValueError(f"courses: got one point for {name!r}; expected two or more")
    panels = []
    for title, part in (("Loss", "losses"), ("The gradient at the scores", "at_scores")):
        lines = {name: getattr(course, part) for name, course in courses.items()}
        told = "; ".join(
            f"{name}: from {number(float(line[0]), 2)} to {number(float(line[-1]), 2)}"
            for name, line in lines.items()
        )
        draw = _draw_losses if part == "losses" else _draw_gradients
        figure = draw(title, {name: (courses[name].steps, line) for name, line in lines.items()})
        panels.append((figure, f"{title} against the step. {told}."))
    return inline_svg(*panels, caption=caption)


_Lines = Mapping[str, tuple[NDArray[np.int_], NDArray[np.float64]]]


def _draw_losses(title: str, lines: _Lines) -> Figure:
    figure, axes = _line_plot(title, lines)
    axes.set_ylim(0, _HIGHEST_LOSS)
    set_ticks(axes.yaxis, [0, 0.5, 1, 1.5, 2])
    _name_ends(axes, lines)
    return figure


def _draw_gradients(title: str, lines: _Lines) -> Figure:
    figure, axes = _line_plot(title, lines)
    values = np.concatenate([line for _, line in lines.values()])
    smallest = float(values[values > 0].min(initial=1.0))
    floor = -3 * min(_MOST_THOUSANDTHS, 1 + int(-log10(smallest) / 3))
    axes.set_ylim(10.0**floor, 1)
    axes.set_yscale("log", nonpositive="clip")
    set_ticks(axes.yaxis, *powers_of_ten(floor, 0, 6 if floor < _CROWDED else 3))
    _name_ends(axes, lines)
    return figure


def _line_plot(title: str, lines: _Lines) -> tuple[Figure, Axes]:
    right = 0.8 * text_width(list(lines), 12.5) + 12
    figure, axes = plot_area(*_PANEL, title, left=_LEFT, right=right, top=_TOP, bottom=_BOTTOM)
    for (steps, line), (colour, dashes) in zip(lines.values(), _STYLES, strict=False):
        axes.plot(steps, line, dashes, color=colour, linewidth=1.8)
    last = max(int(steps[-1]) for steps, _ in lines.values())
    axes.set_xlim(0, last)
    set_ticks(axes.xaxis, range(0, last + 1, _round_step(last)))
    axes.set_xlabel("step")
    return figure, axes


def _round_step(last: int) -> int:
    """Return a round number of which four or fewer fit in."""
    power: int = 10 ** int(log10(last))
    return next(
        step
        for step in (power // 5, power // 2, power, 2 * power, 5 * power)
        if step and last // step <= _MOST_TICKS
    )


def _name_ends(axes: Axes, lines: _Lines) -> None:
    """Write each name beside the end of its line, lowest first, and higher if that is taken."""
    inner = _PANEL[1] - _TOP - _BOTTOM
    to_axes = axes.transData + axes.transAxes.inverted()
    ends = {}
    for (name, (steps, line)), (colour, _) in zip(lines.items(), _STYLES, strict=False):
        height = float(to_axes.transform((steps[-1], max(line[-1], 1e-300)))[1])
        ends[name] = (float(np.clip(height, 0, 1)), colour)
    taken = -inf
    for name, (height, colour) in sorted(ends.items(), key=lambda end: end[1][0]):
        taken = max(taken + _LINE, height * inner)
        axes.annotate(
            name,
            (1, 0),
            (8, taken - 4),
            xycoords="axes fraction",
            textcoords="offset points",
            color=colour,
            weight="bold",
            annotation_clip=False,
        )


@drawing_style()
def show_step_sizes(compared: StepSizes, *, caption: str | None = None) -> InlineSvg:
    """Show where training ends at each step size, with the division and without it.

    Parameters
    ----------
    compared
        What `compare_step_sizes` gave.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture: a point for each run, and a line through their means.

    Raises
    ------
    TypeError
        If `compared` is no StepSizes.
    ValueError
        If there are fewer than two step sizes.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    >>> from attention_course.experiments.learning_to_recall import compare_step_sizes
    >>> compared = compare_step_sizes((0.1, 1.0), (7,), d_k=2, steps=2)
    >>> show_step_sizes(compared).labels[0].split(":")[0]
    'Loss at the end of training against the step size, from 0.1 to 1'
    """
    if not isinstance(compared, StepSizes):
        raise TypeError(f"compared: got {type(compared).__name__}; expected a StepSizes")
    sizes = compared.step_sizes
    if len(sizes) == 1:
        raise ValueError(f"compared: got one step size, {sizes[0]}; expected two or more")
    told = "; ".join(
        f"{name}, below 0.1 at {_listed(runs.learnt)}"
        for name, runs in (("not scaled", compared.unscaled), ("scaled", compared.scaled))
    )
    label = (
        "Loss at the end of training against the step size, "
        f"from {number(min(sizes))} to {number(max(sizes))}: {told}."
    )
    return inline_svg((_draw_step_sizes(compared), label), caption=caption)


def _listed(sizes: Sequence[float]) -> str:
    return ", ".join(number(size) for size in sizes) or "none"


def _draw_step_sizes(compared: StepSizes) -> Figure:
    figure, axes = plot_area(400.0, 270.0, "Loss at the end", left=_LEFT, right=14)
    order = np.argsort(compared.step_sizes)
    sizes = np.array(compared.step_sizes)[order]
    for name, runs, colour, dashes, filled in (
        ("scaled", compared.scaled, "black", "-", True),
        ("not scaled", compared.unscaled, WEIGHTS.light, "--", False),
    ):
        losses = runs.final_losses[order]
        face = colour if filled else "none"
        axes.plot(sizes, losses.mean(axis=1), dashes, color=colour, label=name, linewidth=1.8)
        for each in losses.T:
            axes.plot(
                sizes,
                each,
                "o",
                color=colour,
                markerfacecolor=face,
                markersize=5,
                clip_on=False,
            )
    axes.set_xscale("log")
    margin = (sizes[-1] / sizes[0]) ** 0.04
    axes.set_xlim(sizes[0] / margin, sizes[-1] * margin)
    axes.set_ylim(0, _HIGHEST_LOSS)
    set_ticks(axes.yaxis, [0, 0.5, 1, 1.5, 2])
    set_ticks(axes.xaxis, [float(size) for size in sizes])
    axes.legend(loc="upper left", frameon=False, handlelength=2.2)
    axes.set_xlabel("step size")
    return figure
