"""Which computations memory bounds, and which arithmetic."""

from collections.abc import Sequence

from matplotlib.figure import Figure

from attention_course._numbers import number
from attention_course._palette import WEIGHTS
from attention_course.experiments.roofline import Kernel, Machine
from attention_course.figures._axes import plot_area, set_powers
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_SIZE = (400.0, 280.0)
_MARGIN = 3.0
_BILLION = 1e9


@drawing_style()
def show_roofline(
    machine: Machine, kernels: Sequence[Kernel], *, caption: str | None = None
) -> InlineSvg:
    """Show how fast computations run, below the roof that the machine's rates make.

    Parameters
    ----------
    machine
        What `measure_machine` gave.
    kernels
        What `place_attention` gave, or others.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture on logarithmic axes: a roof that rises with the memory's rate up to the ridge
        and is level from there, and a point for each computation.

    Raises
    ------
    TypeError
        If a record is none of these.
    ValueError
        If there is no computation.

    Notes
    -----
    Section 6.6. Williams, Waterman and Patterson (2009).

    Examples
    --------
    A roof of 60 that is reached at 60 / 20 = 3 multiply-adds a byte:

    >>> show_roofline(
    ...     Machine(60e9, 1e9, 20e9, 9e9), [Kernel("decoding", 2 * 10**9, 0, 8 * 10**9, 0, 0.5)]
    ... ).labels
    ('Billion multiply-adds a second against multiply-adds a byte. The roof rises to 60 at 3 and is
      level from there. decoding: 4 of at most 5, at 0.25.',)
    """
    if not isinstance(machine, Machine):
        raise TypeError(f"machine: got {machine!r}; expected a Machine")
    for kernel in kernels:
        if not isinstance(kernel, Kernel):
            raise TypeError(f"kernels: got {kernel!r}; expected records of Kernel")
    if not kernels:
        raise ValueError("kernels: got none; expected one or more")
    told = "; ".join(
        f"{kernel.name}: {_billions(kernel.rate)} of at most "
        f"{_billions(machine.roof(kernel.intensity))}, at {number(kernel.intensity, 3)}"
        for kernel in kernels
    )
    label = (
        "Billion multiply-adds a second against multiply-adds a byte. The roof rises to "
        f"{_billions(machine.multiply_adds)} at {number(machine.ridge, 3)} and is level from "
        f"there. {told}."
    )
    return inline_svg((_draw(machine, kernels), label), caption=caption)


def _draw(machine: Machine, kernels: Sequence[Kernel]) -> Figure:
    title = "Billion multiply-adds a second"
    figure, axes = plot_area(*_SIZE, title, left=50, right=20, bottom=44)
    intensities = [machine.ridge, *(kernel.intensity for kernel in kernels)]
    first, last = min(intensities) / _MARGIN, max(intensities) * _MARGIN
    ends = (first, machine.ridge, last)
    roof = [machine.roof(intensity) / _BILLION for intensity in ends]
    axes.loglog(ends, roof, color="black", linewidth=1.2, alpha=0.6)
    middle = (first * last) ** 0.5
    for kernel in kernels:
        x, y = kernel.intensity, kernel.rate / _BILLION
        axes.plot([x, x], [y, machine.roof(x) / _BILLION], color="black", alpha=0.3, linewidth=0.8)
        colour = WEIGHTS.light if kernel.name == "table" else "black"
        axes.plot([x], [y], "o", color=colour, markersize=7, clip_on=False)
        axes.annotate(
            f"{kernel.name} {_billions(kernel.rate)}",
            (x, y),
            (8, -12) if x < middle else (4, -17),
            textcoords="offset points",
            color=colour,
            weight="bold",
            ha="left" if x < middle else "right",
            annotation_clip=False,
        )
    axes.annotate(
        f"products {_billions(machine.multiply_adds)}",
        (last, roof[-1]),
        (0, 6),
        textcoords="offset points",
        ha="right",
        annotation_clip=False,
    )
    slope = (first * machine.ridge) ** 0.5
    axes.annotate(
        "memory",
        (slope, machine.roof(slope) / _BILLION),
        (-8, 6),
        textcoords="offset points",
        ha="right",
        annotation_clip=False,
    )
    low = min([roof[0], *(kernel.rate / _BILLION for kernel in kernels)]) / 2
    high = max([roof[-1], *(kernel.rate / _BILLION for kernel in kernels)]) * 2
    axes.set_xlim(first, last)
    axes.set_ylim(low, high)
    set_powers(axes.xaxis, first, last)
    set_powers(axes.yaxis, low, high)
    axes.set_xlabel("multiply-adds a byte")
    return figure


def _billions(rate: float) -> str:
    return number(rate / _BILLION, 3)
