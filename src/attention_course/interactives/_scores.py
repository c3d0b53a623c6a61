"""Random scores at a chosen width, scaled or not, and how often they saturate softmax."""

from math import ceil, sqrt

import numpy as np

from attention_course.experiments.recorded_runs import RecordedRun, RecordedRuns
from attention_course.interactives._interactive import Interactive, Json, plain, shown, table

_REACH = 70, 5
_TICKS = (-60, -40, -20, 0, 20, 40, 60), (-4, -2, 0, 2, 4)
_STEP = 20
_POINTED = 8


def explore_scores(runs: RecordedRuns, *, first_width: int = 64) -> Interactive:
    r"""Show scores under the predicted bell, and the softmax trials of the same run.

    .. math:: \mathcal{N}(0, d_k) \quad\text{raw, or}\quad \mathcal{N}(0, 1) \quad\text{scaled}

    The reader chooses the key width and whether scores are scaled, and goes through the runs.

    Parameters
    ----------
    runs
        What `attention_course.experiments.recorded_runs.record_runs` gives.
    first_width
        The width that the reader meets first.

    Returns
    -------
    Interactive
        The state is ``width``, ``scaled`` (on or off) and ``run``, a seed.

    Raises
    ------
    TypeError
        If `runs` are no recorded runs.
    ValueError
        If `first_width` is none of their widths.

    Notes
    -----
    Section 6.3.

    Examples
    --------
    >>> from attention_course.experiments.recorded_runs import record_runs
    >>> runs = record_runs((4, 9), (1, 2), draws=50, trials=3)
    >>> explore_scores(runs, first_width=9).data["widths"][1]["off"]["predicted"]
    3
    """
    if not isinstance(runs, RecordedRuns):
        raise TypeError(f"runs: got {type(runs).__name__}; expected RecordedRuns")
    if first_width not in runs.widths:
        raise ValueError(f"first_width: got {first_width!r}; expected one of {list(runs.widths)}")
    threshold = runs.runs[0][0].saturation.unscaled.threshold
    return Interactive(
        tag="ac-scores",
        label="Random scores and how often they saturate softmax",
        data={
            "draws": runs.draws,
            "trials": runs.trials,
            "keys": runs.n_keys,
            "threshold": threshold,
            "seeds": runs.seeds,
            "first": first_width,
            "bell": plain(runs.bell, 4),
            "spread": ceil(_STEP * float(np.abs(runs.deviations - 1).max())) / _STEP,
            "off": _axis("Raw scores q·k", 0),
            "on": _axis("Scaled scores q·k ÷ √width", 1),
            "widths": [_width(line, float(runs.bell.max())) for line in runs.runs],
        },
        fallback_html=_fallback(runs, threshold),
        words=_words(runs, threshold),
    )


def _axis(title: str, scaled: int) -> dict[str, object]:
    reach = _REACH[scaled]
    zoom = f"{_REACH[0] // reach} times enlarged, " if scaled else ""
    return {
        "title": title,
        "reach": reach,
        "ticks": _TICKS[scaled],
        "note": f"{zoom}the same axis at every width",
    }


def _width(line: tuple[RecordedRun, ...], bell: float) -> dict[str, object]:
    d_k = line[0].scores.d_k
    return {
        "width": d_k,
        "shape": _shape(d_k),
        "top": max(bell, *(int(run.counts.max()) for run in line)),
        "counts": [run.counts for run in line],
        "off": _side(line, scaled=False),
        "on": _side(line, scaled=True),
    }


def _side(line: tuple[RecordedRun, ...], *, scaled: bool) -> dict[str, object]:
    weights = [run.saturation.scaled if scaled else run.saturation.unscaled for run in line]
    slopes = [w.gradient_term_mean for w in weights]
    return {
        "predicted": 1 if scaled else sqrt(line[0].scores.expected_variance),
        "measured": [run.scaled_deviation if scaled else run.deviation for run in line],
        "saturated": [w.saturated for w in weights],
        "percent": [plain(100 * w.fraction, 4) for w in weights],
        "slope": [[] if slope is None else [plain(slope, 2)] for slope in slopes],
        "largest": [np.sort(w.largest)[::-1].round(3) for w in weights],
    }


def _shape(d_k: int) -> str:
    if d_k == 1:
        return "One product is not a bell yet; sums of many are."
    if d_k <= _POINTED:
        return f"A sum of {d_k} products: nearly a bell, but too pointed."
    return f"A sum of {d_k} products: a bell, up to chance."


def _fallback(runs: RecordedRuns, threshold: float) -> str:
    """Return the first run at every width: without a slider, all of them are wanted."""
    first = [line[0] for line in runs.runs]
    rows = [str(width) for width in runs.widths], ""
    spreads = table(
        f"Standard deviation of {runs.draws:,} scores by head width (seed {runs.seeds[0]})",
        [[sqrt(r.scores.expected_variance), r.deviation, r.scaled_deviation] for r in first],
        "",
        rows=rows,
        columns=(("predicted", "measured", "scaled"), ""),
    )
    shares = table(
        f"Of {runs.trials} softmax trials, those with a weight above {threshold:g}",
        [[r.saturation.unscaled.saturated, r.saturation.scaled.saturated] for r in first],
        "weights",
        rows=rows,
        columns=(("not scaled", "scaled"), ""),
    )
    return f'<div class="ac-tables">{spreads}{shares}</div>'


def _words(runs: RecordedRuns, threshold: float) -> tuple[str, ...]:
    low, high = runs.widths[0], runs.widths[-1]
    most = runs.fractions[-1]
    scores = (
        f"Each run draws {runs.draws:,} random queries and keys and counts their scores. The bars "
        "are the scores; each bar is a fifth of the predicted standard deviation wide, and the few "
        "scores beyond the axis are not drawn. The curve is the predicted bell, and the dashed "
        "lines stand one predicted standard deviation to "
        f"either side of 0. From width {low} to width {high} this grows from "
        f"{_shown(sqrt(low))} to {_shown(sqrt(high))}. Scaled, it is 1 at every width. "
        "A product of two random numbers is not bell-shaped yet; sums of many are."
    )
    trials = (
        f"The same run then makes {runs.trials} softmax trials, each of one query and "
        f"{runs.n_keys} keys, and shows the largest weight of each, sorted. Those above "
        f"{threshold:g} are saturated. Unscaled, they become more with the width: at {high} they "
        f"are {100 * most.min():.3g} to {100 * most.max():.3g} percent, depending on the run. In "
        "them p(1 − p), the slope of softmax, is close to 0; it could be 1/4."
    )
    spread = (
        f"The dots are all {len(runs.seeds)} runs, so that one can see how far chance carries a "
        "run. Each has its seed, and whoever runs it again gets the same numbers."
    )
    return scores, trials, spread


def _shown(value: float) -> str:
    short: Json = plain(value)
    return shown(short)
