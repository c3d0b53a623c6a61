"""Plots with axes: their area in pixels, and ticks in the markup of the page."""

from collections.abc import Sequence
from math import ceil, floor, log10

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from attention_course._numbers import number

_MOST_POWERS = 7
_LARGEST_WRITTEN_OUT = 3


def plot_area(
    width: float,
    height: float,
    title: str = "",
    *,
    left: float = 46,
    right: float = 10,
    top: float = 28,
    bottom: float = 42,
) -> tuple[Figure, Axes]:
    """Return a figure of so many pixels with one plot, and its title in the corner."""
    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    figure.text(0, 1 - 13.5 / height, title, size=13, weight="bold")
    box = (
        left / width,
        bottom / height,
        (width - left - right) / width,
        (height - top - bottom) / height,
    )
    return figure, figure.add_axes(box)


def set_ticks(axis: Axis, places: Sequence[float], labels: Sequence[str] | None = None) -> None:
    """Put ticks at the places only, with their numbers or the labels given."""
    texts = [number(place) for place in places] if labels is None else list(labels)
    axis.set_major_locator(FixedLocator(places))
    axis.set_minor_locator(NullLocator())
    named = dict(zip(places, texts, strict=True))
    axis.set_major_formatter(FuncFormatter(lambda place, _: named.get(place, "")))


def set_powers(axis: Axis, lowest: float, highest: float) -> None:
    """Put ticks at the powers of ten between two numbers, or at the numbers if there are none."""
    first, last = ceil(log10(lowest)), floor(log10(highest))
    if first > last:
        set_ticks(axis, [lowest, highest])
        return
    places, labels = powers_of_ten(first, last, 1 + (last - first) // _MOST_POWERS)
    set_ticks(axis, places, labels if first < 0 or last > _LARGEST_WRITTEN_OUT else None)


def powers_of_ten(first: int, last: int, step: int = 1) -> tuple[list[float], list[str]]:
    """Return the powers from `first` to `last` and their labels."""
    exponents = range(first, last + 1, step)
    return [10.0**e for e in exponents], [f"10^{{{e}}}".replace("-", "−") for e in exponents]
