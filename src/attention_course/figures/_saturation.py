"""How often one weight takes nearly everything, without the division and with it."""

import numpy as np
from matplotlib.figure import Figure

from attention_course._numbers import number
from attention_course._palette import WEIGHTS
from attention_course.experiments.variance_scaling import LargestWeights, Saturation
from attention_course.figures._axes import plot_area, set_ticks
from attention_course.figures._inline import InlineSvg, drawing_style, inline_svg

_PANEL = (340.0, 208.0)
_BINS = 100


@drawing_style()
def show_saturation(saturation: Saturation, *, caption: str | None = None) -> InlineSvg:
    r"""Show the largest weight of every trial, unscaled and scaled, on one axis from 0 to 1.

    Parameters
    ----------
    saturation
        The trials; those whose largest weight exceeds the threshold are drawn in full colour.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        One picture without the division by :math:`\sqrt{d_k}`, one with it.

    Raises
    ------
    TypeError
        If `saturation` is not what `measure_saturation` gives.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    Every weight is above 0, so all trials are counted:

    >>> from attention_course.experiments.variance_scaling import measure_saturation
    >>> all_above = measure_saturation(np.random.default_rng(1), 2, 3, 5, threshold=0)
    >>> show_saturation(all_above).labels[1]
    'Scaled: of 5 trials with 3 keys of width 2, 5 (100 %) have a largest weight above 0.'
    """
    if not isinstance(saturation, Saturation):
        raise TypeError(f"saturation: got {type(saturation).__name__}; expected a Saturation")
    bins = np.linspace(0, 1, _BINS + 1)
    both = (saturation.unscaled, saturation.scaled)
    tallest = max(int(np.histogram(weights.largest, bins)[0].max()) for weights in both)
    panels = []
    for title, weights in zip(("Not scaled", "Scaled"), both, strict=True):
        label = (
            f"{title}: of {saturation.trials} trials with {saturation.n_keys} keys of width "
            f"{saturation.d_k}, {_share(weights)} have a largest weight above "
            f"{weights.threshold:g}."
        )
        panels.append((_draw(f"{title}: {saturation.trials} trials", weights, tallest), label))
    return inline_svg(*panels, caption=caption)


def _draw(title: str, weights: LargestWeights, tallest: int) -> Figure:
    figure, axes = plot_area(*_PANEL, title, left=34, right=14)
    bins = np.linspace(0, 1, _BINS + 1)
    above = weights.largest > weights.threshold
    counts = np.histogram(weights.largest, bins)[0]
    saturated = np.histogram(weights.largest[above], bins)[0]
    width = 1 / _BINS
    middles = (bins[1:] + bins[:-1]) / 2
    axes.bar(
        middles, counts - saturated, width * 0.9, bottom=saturated, color=(WEIGHTS.light, 0.45)
    )
    axes.bar(middles, saturated, width * 0.9, color=WEIGHTS.light)
    axes.axvline(weights.threshold, color="black", alpha=0.4, linewidth=0.8)
    axes.text(
        weights.threshold - 0.02,
        tallest,
        f"above {weights.threshold:g}: {_share(weights)}",
        ha="right",
        va="top",
        color=WEIGHTS.light,
        weight="bold",
    )
    if weights.gradient_term_mean is not None:
        axes.text(
            weights.threshold - 0.02,
            0.87 * tallest,
            f"mean p(1 − p) there {number(weights.gradient_term_mean, 2)}",
            ha="right",
            va="top",
            size=11.5,
        )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1.04 * tallest)
    set_ticks(axes.xaxis, [0, 0.2, 0.4, 0.6, 0.8, 1])
    axes.set_xlabel("largest weight of a trial")
    return figure


def _share(weights: LargestWeights) -> str:
    return f"{weights.saturated} ({100 * weights.fraction:.0f} %)"
