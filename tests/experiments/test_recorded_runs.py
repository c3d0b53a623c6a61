"""A recorded run can be made again from its seed, and the runs spread as theory says."""

import runpy

import numpy as np
import pytest
from tests.tools import refused

from attention_course.experiments import recorded_runs
from attention_course.experiments.recorded_runs import WIDTHS, record_runs
from attention_course.experiments.variance_scaling import (
    measure_saturation,
    measure_score_variance,
)


def test_a_run_depends_on_its_seed_and_width_only() -> None:
    few = record_runs((4,), (9,), draws=60, trials=7, n_keys=5)
    [[run]] = few.runs
    many = record_runs((2, 4), (8, 9), draws=60, trials=7, n_keys=5)
    assert run.scores == many.runs[1][1].scores
    rng = np.random.default_rng([9, 4])
    assert measure_score_variance(rng, 4, 60) == run.scores
    again = measure_saturation(rng, 4, 5, 7)
    assert again.unscaled.largest.tolist() == run.saturation.unscaled.largest.tolist()
    assert again.scaled.largest.tolist() == run.saturation.scaled.largest.tolist()


def test_bins_are_merged_in_pairs() -> None:
    [[run]] = record_runs((3,), (1,), draws=500, trials=2).runs
    fine = run.scores.counts
    assert [fine[n] + fine[n + 1] for n in range(0, 100, 2)] == run.counts.tolist()


def test_the_raw_deviation_is_root_width_times_the_scaled() -> None:
    for [run] in record_runs((1, 16, 100), (3,), draws=50, trials=2).runs:
        root = np.sqrt(run.scores.d_k)
        assert run.deviation == pytest.approx(root * run.scaled_deviation)
        assert run.deviation**2 == pytest.approx(run.scores.variance)


def test_the_bell_holds_all_scores() -> None:
    runs = record_runs((2,), (1,), draws=1000, trials=2)
    # A point each half a bin: the sum counts every score twice.
    assert 2000 == pytest.approx(runs.bell.sum(), abs=0.01)
    assert runs.bell.argmax() == 50


def test_the_runs_spread_as_theory_says() -> None:
    runs = record_runs(trials=20)
    for d_k, ratios in zip(WIDTHS, runs.deviations, strict=True):
        error = np.sqrt((2 + 6 / d_k) / (4 * runs.draws))
        assert abs(ratios.mean() - 1) < 4 * error / np.sqrt(20)
        assert 0.5 * error < ratios.std(ddof=1) < 1.6 * error
    means = runs.fractions.mean(axis=1)
    assert (np.diff(means) >= 0).all()
    assert means[0] == 0.0
    assert means[-1] > 0.5


@pytest.mark.parametrize("values", [(), (1, 1)])
def test_widths_and_seeds_come_once_each(values: tuple[int, ...]) -> None:
    with refused(ValueError, "widths", f"got {list(values)}; expected one or more, each once"):
        record_runs(widths=values)
    with refused(ValueError, "seeds", f"got {list(values)}; expected one or more, each once"):
        record_runs(seeds=values)


def test_widths_and_seeds_are_integers() -> None:
    with refused(TypeError, "widths", "got 3; expected integers, each once"):
        record_runs(widths=3)  # type: ignore[arg-type]
    with refused(TypeError, "seeds", "got 1.5"):
        record_runs(seeds=[1.5])  # type: ignore[list-item]
    with refused(ValueError, "seeds", "got -1"):
        record_runs(seeds=[-1])


def test_as_a_program_it_prints_a_line_a_width(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(recorded_runs.__file__, run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert [str(width) for width in WIDTHS] == [line.split()[0] for line in lines[2:]]
