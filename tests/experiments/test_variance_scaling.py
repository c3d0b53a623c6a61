"""Lab 2b against plain loops, against theory over many seeds, and from the command line."""

import dataclasses
import importlib
import io
import json
import math
import os
import re
import runpy
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attention_course.experiments.variance_scaling import (
    SEED,
    SOURCE,
    Comparison,
    Saturation,
    ScoreVariance,
    VarianceScaling,
    _command,
    cross_check,
    main,
    measure_saturation,
    measure_score_variance,
    run,
    table,
)
from attention_course.experiments.variance_scaling._moments import Moments
from attention_course.experiments.variance_scaling._progress import ProgressBar

MODULE = "attention_course.experiments.variance_scaling"
SMALL = ["--draws", "11", "--widths", "3", "--trials", "7"]


def generator(seed: int = 5) -> np.random.Generator:
    return np.random.default_rng(seed)


def loop_scores(
    d_k: int, draws: int, rng: np.random.Generator, sigma: float = 1.0, rho: float = 0.0
) -> list[float]:
    """Draw in the order the lab documents, block by block, and multiply entry by entry."""
    scores = []
    columns = min(d_k, 2**15)
    chunk = max(1, min(2**13, 2**21 // d_k))
    for start in range(0, draws, chunk):
        in_chunk = min(chunk, draws - start)
        rows = 2**15 // columns
        for row in range(0, in_chunk, rows):
            in_block = min(rows, in_chunk - row)
            block = [0.0] * in_block
            for column in range(0, d_k, columns):
                width = min(columns, d_k - column)
                queries = rng.standard_normal((in_block, width)).tolist()
                keys = rng.standard_normal((in_block, width)).tolist()
                for i in range(in_block):
                    for q, fresh in zip(queries[i], keys[i], strict=True):
                        k = rho * q + math.sqrt(1 - rho**2) * fresh
                        block[i] += sigma * q * sigma * k
            scores += block
    return scores


@pytest.mark.parametrize(
    ("d_k", "draws"), [(1, 2), (7, 11), (13, 8209), (127, 263), (40_009, 3), (70_001, 31)]
)
def test_mean_and_variance_are_those_of_a_plain_loop(d_k: int, draws: int) -> None:
    scores = loop_scores(d_k, draws, generator())
    actual = measure_score_variance(generator(), d_k, draws)
    assert actual.mean == pytest.approx(statistics.fmean(scores), rel=1e-9)
    assert actual.variance == pytest.approx(statistics.variance(scores), rel=1e-9)
    assert actual.scaled_variance == pytest.approx(
        statistics.variance(score / math.sqrt(d_k) for score in scores), rel=1e-9
    )


@pytest.mark.parametrize("correlation", [-1.0, -0.3, 0.0, 0.6, 1.0])
def test_sigma_and_correlation_shape_the_entries_as_in_a_plain_loop(correlation: float) -> None:
    scores = loop_scores(7, 101, generator(), 1.5, correlation)
    actual = measure_score_variance(generator(), 7, 101, sigma=1.5, correlation=correlation)
    assert actual.mean == pytest.approx(statistics.fmean(scores), rel=1e-9)
    assert actual.variance == pytest.approx(statistics.variance(scores), rel=1e-9)


@pytest.mark.parametrize(("sigma", "correlation"), [(1.0, 0.0), (1.5, 0.0), (0.7, -0.6)])
def test_counts_are_a_histogram_of_the_scaled_scores(sigma: float, correlation: float) -> None:
    actual = measure_score_variance(generator(), 2, 8209, sigma=sigma, correlation=correlation)
    scores = np.array(loop_scores(2, 8209, generator(), sigma, correlation))
    expected, edges = np.histogram(scores / math.sqrt(2), actual.edges)
    raw, _ = np.histogram(scores, actual.edges * math.sqrt(2))
    centre = actual.expected_mean / math.sqrt(2)
    assert np.abs(expected - actual.counts).sum() <= 4
    assert np.abs(raw - actual.counts).sum() <= 4
    assert 8100 < actual.counts.sum() < 8209
    assert edges[[0, -1]] - centre == pytest.approx(
        [
            -5 * sigma**2 * math.sqrt(1 + correlation**2),
            5 * sigma**2 * math.sqrt(1 + correlation**2),
        ]
    )


@pytest.mark.parametrize(
    ("d_k", "sigma", "correlation", "mean", "variance"),
    [(32, 1, 0, 0, 32), (5, 2, 0, 0, 80), (4, 1, 0.5, 2, 5), (3, 2, -1, -12, 96)],
)
def test_expected_mean_and_variance_are_as_worked_by_hand(
    d_k: int, sigma: float, correlation: float, mean: float, variance: float
) -> None:
    actual = measure_score_variance(generator(), d_k, 2, sigma=sigma, correlation=correlation)
    assert (mean, variance) == (actual.expected_mean, actual.expected_variance)


def test_error_of_the_ratio_is_the_short_formula_at_many_draws() -> None:
    for d_k in (32, 64, 128, 256):
        actual = cross_check(generator(), d_k, 100_003)
        assert actual.ratio_error == pytest.approx(math.sqrt((2 + 6 / d_k) / 100_003), rel=1e-5)


SEEDS = 600


@pytest.mark.parametrize(
    "measure",
    [
        lambda seed: measure_score_variance(generator(seed), 5, 199),
        lambda seed: measure_score_variance(generator(seed), 3, 199, sigma=1.3, correlation=-0.7),
        lambda seed: measure_score_variance(generator(seed), 2, 199, correlation=1.0),
        lambda seed: cross_check(generator(seed), 5, 199),
    ],
    ids=["independent", "correlated and wide", "query is key", "two draws a score"],
)
def test_over_many_seeds_means_and_errors_are_those_of_theory(
    measure: Callable[[int], ScoreVariance],
) -> None:
    results = [measure(seed) for seed in range(SEEDS)]
    theory = results[0]
    for attribute, expected, error in (
        ("mean", theory.expected_mean, math.sqrt(theory.expected_variance / 199)),
        ("variance", theory.expected_variance, theory.variance_error),
    ):
        seen = [getattr(result, attribute) for result in results]
        assert abs(statistics.fmean(seen) - expected) < 5 * error / math.sqrt(SEEDS)
        assert statistics.stdev(seen) == pytest.approx(error, rel=0.25)


def test_cross_check_is_the_variance_of_a_normal_times_the_root_of_a_chi_square() -> None:
    rng = generator()
    scores: list[float] = []
    for size in (8192, 17):
        normals = rng.standard_normal(size)
        scores += (normals * np.sqrt(rng.chisquare(11, size))).tolist()
    actual = cross_check(generator(), 11, 8209)
    assert actual.variance == pytest.approx(statistics.variance(scores), rel=1e-9)


def test_moments_of_blocks_keep_their_digits_far_from_zero() -> None:
    numbers = generator().integers(0, 1000, 211).astype(float)
    moments = Moments()
    for block in np.split(numbers + 1e12, [1, 3, 100, 197]):
        moments = moments.with_block(block)
    exact = statistics.variance([int(number) for number in numbers])
    assert moments.count == 211
    assert moments.variance == pytest.approx(exact, rel=1e-6)


def loop_remainders(
    d_k: int, n_keys: int, trials: int, rng: np.random.Generator, *, scaled: bool
) -> list[float]:
    remainders = []
    for _ in range(trials):
        query = rng.standard_normal(d_k).tolist()
        keys = rng.standard_normal((n_keys, d_k)).tolist()
        scores = [sum(q * k for q, k in zip(query, key, strict=True)) for key in keys]
        if scaled:
            scores = [score / math.sqrt(d_k) for score in scores]
        terms = sorted(math.exp(score - max(scores)) for score in scores)
        remainders.append(math.fsum(terms[:-1]) / math.fsum(terms))
    return remainders


@pytest.mark.parametrize("scaled", [False, True])
def test_saturation_is_that_of_a_plain_loop(*, scaled: bool) -> None:
    expected = loop_remainders(101, 7, 53, generator(), scaled=scaled)
    saturation = measure_saturation(generator(), 101, 7, 53)
    actual = saturation.scaled if scaled else saturation.unscaled
    terms = [rest * (1 - rest) for rest in expected if 1 - rest > 0.99]
    np.testing.assert_allclose(actual.remainder, expected, rtol=1e-10)
    np.testing.assert_allclose(actual.largest, 1 - np.array(expected), rtol=1e-10)
    assert actual.saturated == len(terms)
    assert actual.fraction == len(terms) / 53
    if scaled:
        assert not terms
        assert actual.gradient_term_mean is None
        assert actual.gradient_term_median is None
        assert actual.gradient_term_error is None
    else:
        assert actual.gradient_term_mean == pytest.approx(statistics.fmean(terms))
        assert actual.gradient_term_median == pytest.approx(statistics.median(terms))
        assert actual.gradient_term_error == pytest.approx(
            statistics.stdev(terms) / math.sqrt(len(terms))
        )


def test_remainder_survives_where_one_minus_the_largest_weight_would_be_zero() -> None:
    weights = measure_saturation(generator(), 1009, 3, 31).unscaled
    tiny = weights.remainder[weights.largest == 1]
    assert tiny.size > 0
    assert (tiny > 0).all()


def test_one_saturated_trial_has_a_mean_but_no_error() -> None:
    alone = measure_saturation(generator(), 2, 2, 1, threshold=0).unscaled
    assert alone.gradient_term_mean == alone.gradient_term_median
    assert alone.gradient_term_error is None


def test_none_of_500_saturated_is_not_certainty() -> None:
    scaled = measure_saturation(generator(), 128, 64, 500).scaled
    assert scaled.saturated == 0
    assert scaled.fraction_error == pytest.approx(math.sqrt(0.5 / 501 * 500.5 / 501 / 500))


def test_saturation_over_many_seeds_has_the_known_distribution() -> None:
    results = [measure_saturation(generator(seed), 128, 64, 500).unscaled for seed in range(20)]
    terms = [result.gradient_term_mean or 0.0 for result in results]
    assert statistics.fmean(result.fraction for result in results) == pytest.approx(
        0.334, abs=0.025
    )
    assert statistics.fmean(terms) == pytest.approx(0.0020, abs=0.0003)
    medians = [result.gradient_term_median or 0.0 for result in results]
    assert statistics.fmean(medians) == pytest.approx(0.0006, abs=0.0002)


def test_run_gives_each_width_its_own_numbers_whatever_the_others() -> None:
    both, one = run(101, (7, 11), 3), run(101, [11], 3)
    assert both.scores[1] == one.scores[0]
    assert both.cross_checks[1] == one.cross_checks[0]
    assert both.saturation == one.saturation
    assert both.scores[0].mean != both.scores[1].mean


def test_run_repeats_with_its_seed_and_differs_with_another() -> None:
    assert run(11, (3,), 5, seed=7) == run(11, (3,), 5, seed=7)
    assert run(11, (3,), 5, seed=7).scores != run(11, (3,), 5, seed=8).scores


def test_global_random_state_is_left_alone() -> None:
    before = np.random.get_state(legacy=False)  # noqa: NPY002 -- the state that must not move.
    run(11, (3,), 5)
    after = np.random.get_state(legacy=False)  # noqa: NPY002
    np.testing.assert_equal(after, before)


def test_records_cannot_be_changed() -> None:
    lab = run(11, (3,), 5)
    with pytest.raises(dataclasses.FrozenInstanceError):
        lab.seed = 3  # type: ignore[misc]
    for array in (
        lab.scores[0].counts,
        lab.scores[0].edges,
        lab.saturation.unscaled.remainder,
        lab.saturation.scaled.remainder,
    ):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_progress_rises_to_one() -> None:
    seen: list[float] = []
    run(8209, (3, 1031), 5, progress=seen.append)
    assert seen == sorted(set(seen))
    assert seen[-1] == 1
    assert len(seen) > 10


def test_draws_are_told_as_they_are_made() -> None:
    for measure, expected in (
        (partial(measure_score_variance, generator(), 3, 8209), 2 * 3 * 8209),
        (partial(cross_check, generator(), 3, 8209), 2 * 8209),
        (partial(measure_saturation, generator(), 3, 5, 7), 7 * (1 + 5) * 3),
    ):
        told: list[int] = []
        measure(drawn=told.append)
        assert sum(told) == expected
        assert len(told) > 1


def test_source_can_be_looked_up_by() -> None:
    assert {SOURCE: 1}[SOURCE] == 1
    assert hash(run(11, (3,), 5)) == hash(run(11, (3,), 5))


def test_source_is_as_published() -> None:
    assert {w: p.text for w, p in SOURCE.ratios.items()} == {
        32: "0.9987",
        64: "1.0040",
        128: "1.0029",
        256: "1.0038",
    }
    assert (SOURCE.draws, SOURCE.trials, SOURCE.saturation_width, SOURCE.n_keys) == (
        200_000,
        500,
        128,
        64,
    )
    assert (SOURCE.scaled_variance.value, SOURCE.threshold) == (1.0, 0.99)
    assert (SOURCE.fraction.value, SOURCE.scaled_fraction.value) == (0.35, 0)
    assert SOURCE.gradient_term.value == 0.0020


@pytest.fixture(scope="module")
def full_lab() -> VarianceScaling:
    return run()


def test_full_lab_agrees_with_the_source(full_lab: VarianceScaling) -> None:
    assert full_lab.agrees
    assert full_lab.verdict == "every figure agrees with its reference within its error."
    assert full_lab.seed == SEED == 2017
    assert [row.reference for row in full_lab.comparisons] == (
        ["source"] * 8 + ["cross-check"] * 4 + ["source"] * 3
    )


def test_errors_of_the_source_are_theory_and_rounding(full_lab: VarianceScaling) -> None:
    rows = full_lab.comparisons
    for row, d_k in zip(rows, (32, 64, 128, 256), strict=False):
        assert row.d_k == d_k
        assert row.expected_error == pytest.approx(math.sqrt((2 + 6 / d_k) / 200_000), rel=1e-4)
    scaled, fraction, none, term = rows[4], rows[12], rows[13], rows[14]
    assert scaled.expected_error == pytest.approx(
        math.sqrt((2 + 6 / 32) / 200_000 + 0.1**2 / 12), rel=1e-9
    )
    assert fraction.expected_error == pytest.approx(
        math.sqrt(0.35 * 0.65 / 500 + 0.01**2 / 12), rel=1e-2
    )
    assert none.expected_error == pytest.approx(
        math.sqrt(0.5 / 501 * 500.5 / 501 / 500 + 0.01**2 / 12)
    )
    deviation = full_lab.saturation.unscaled.gradient_term_deviation
    assert deviation is not None
    assert term.expected_error == pytest.approx(math.sqrt(deviation**2 / 175 + 1e-8 / 12))


def test_width_without_a_source_is_held_against_theory() -> None:
    ratio, scaled, check, *_ = run(11, (3,), 5).comparisons
    assert (ratio.reference, ratio.expected, ratio.expected_error) == ("theory", 1, 0)
    assert (scaled.reference, scaled.expected, scaled.expected_error) == ("theory", 1, 0)
    assert check.reference == "cross-check"


@pytest.mark.parametrize("odd", [{"saturation_width": 31}, {"n_keys": 7}])
def test_trials_of_another_kind_are_not_held_against_the_source(odd: dict[str, int]) -> None:
    assert len(run(11, (3,), 50, **odd).comparisons) == 3  # type: ignore[arg-type]


def test_fewer_than_two_saturated_trials_leave_the_gradient_term_uncompared() -> None:
    lab = run(11, (3,), 1)
    assert lab.saturation.unscaled.saturated < 2
    assert [row.figure for row in lab.comparisons if "p_max(1" in row.figure] == []


@pytest.mark.parametrize(
    ("measured", "z", "verdict"),
    [
        (1.0, 0.0, "agrees within its error"),
        (16.0, 3.0, "agrees within its error"),
        (16.01, 3.002, "does not agree"),
        (-14.01, -3.002, "does not agree"),
    ],
)
def test_figures_agree_up_to_three_errors_of_their_difference(
    measured: float, z: float, verdict: str
) -> None:
    row = Comparison("figure", 3, measured, 3.0, "source", 1.0, 4.0, 1)
    assert row.z == pytest.approx(z)
    assert row.verdict == verdict


def test_disagreement_is_said_in_the_table_and_in_the_verdict() -> None:
    lab = run(11, (3,), 5)
    stranger = dataclasses.replace(lab.comparisons[1], measured=-99.0)
    lab = dataclasses.replace(lab, comparisons=(lab.comparisons[0], stranger))
    assert not lab.agrees
    text = table(lab)
    assert "Verdict: 1 of 2 figures do not agree with their reference." in text
    assert text.count("differs") == 1


def test_table_shows_each_figure_with_its_error_and_reference(full_lab: VarianceScaling) -> None:
    lines = table(full_lab).splitlines()
    assert max(map(len, lines)) <= 80
    assert all(line.isascii() for line in lines)
    for row in full_lab.comparisons:
        shown = (f"{row.measured:.4f}", f"{row.error:.4f}", f"{row.expected:.{row.digits}f}")
        assert any(all(number in line.split() for number in shown) for line in lines)
    assert lines[-1] == "Verdict: every figure agrees with its reference within its error."


WRONG: list[tuple[Callable[..., Any], dict[str, object], type[Exception], str]] = [
    (measure_score_variance, {"d_k": 0}, ValueError, "d_k: got 0; expected an integer of 1"),
    (measure_score_variance, {"d_k": 2.0}, TypeError, "d_k: got 2.0; expected an integer"),
    (measure_score_variance, {"draws": 1}, ValueError, "draws: got 1; expected an integer of 2"),
    (
        measure_score_variance,
        {"rng": 5},
        TypeError,
        "rng: got 5; expected a numpy.random.Generator",
    ),
    (
        measure_score_variance,
        {"sigma": 0},
        ValueError,
        "sigma: got 0; expected a number from 1e-06",
    ),
    (measure_score_variance, {"sigma": math.nan}, ValueError, "sigma: got nan; expected"),
    (measure_score_variance, {"sigma": True}, TypeError, "sigma: got True; expected a number"),
    (measure_score_variance, {"sigma": "1"}, TypeError, "sigma: got '1'; expected a number"),
    (measure_score_variance, {"correlation": 1.5}, ValueError, "correlation: got 1.5; .* -1 to 1"),
    (cross_check, {"d_k": -1}, ValueError, "d_k: got -1; expected"),
    (cross_check, {"draws": 1}, ValueError, "draws: got 1; expected"),
    (cross_check, {"rng": None}, TypeError, "rng: got None; expected"),
    (measure_saturation, {"d_k": 0}, ValueError, "d_k: got 0; expected"),
    (measure_saturation, {"n_keys": 1}, ValueError, "n_keys: got 1; expected an integer of 2"),
    (measure_saturation, {"trials": 0}, ValueError, "trials: got 0; expected an integer of 1"),
    (measure_saturation, {"rng": np.random}, TypeError, "rng: got <module .*; expected"),
    (measure_saturation, {"threshold": 2}, ValueError, "threshold: got 2; .* from 0 to 1"),
    (run, {"draws": 1}, ValueError, "draws: got 1; expected"),
    (run, {"widths": 3}, TypeError, "widths: got 3; expected one or more integers"),
    (run, {"widths": "32"}, TypeError, "widths: got '3'; expected an integer"),
    (
        measure_saturation,
        {"trials": 2**26 + 1},
        ValueError,
        "trials: got 67108865; expected at most 67108864, since 16 bytes are kept of each",
    ),
    (run, {"trials": 10**12}, ValueError, "trials: got 10{12}; expected at most"),
    (run, {"widths": ()}, ValueError, "widths: got none; expected one or more, each once"),
    (run, {"widths": (3, 5, 3)}, ValueError, "widths: got 3 5 3; expected one or more, each once"),
    (run, {"widths": (0,)}, ValueError, "widths: got 0; expected"),
    (run, {"trials": 0}, ValueError, "trials: got 0; expected"),
    (run, {"saturation_width": 0}, ValueError, "saturation_width: got 0; expected"),
    (run, {"n_keys": 1}, ValueError, "n_keys: got 1; expected"),
    (run, {"seed": -1}, ValueError, "seed: got -1; expected an integer of 0"),
]


@pytest.mark.parametrize(("function", "wrong", "error", "message"), WRONG)
def test_bad_argument_is_named_with_what_came_and_what_was_expected(
    function: Callable[..., Any],
    wrong: dict[str, object],
    error: type[Exception],
    message: str,
) -> None:
    good: dict[Callable[..., Any], dict[str, object]] = {
        measure_score_variance: {"d_k": 3, "draws": 5, "rng": generator()},
        cross_check: {"d_k": 3, "draws": 5, "rng": generator()},
        measure_saturation: {"d_k": 3, "n_keys": 5, "trials": 7, "rng": generator()},
        run: {},
    }
    with pytest.raises(error, match=f"^{message}"):
        function(**(good[function] | wrong))


def test_numpy_numbers_are_numbers() -> None:
    plain = measure_score_variance(generator(), 3, 5, sigma=2.0, correlation=0.5)
    assert plain == measure_score_variance(
        generator(),
        np.int64(3),  # type: ignore[arg-type]
        np.int32(5),  # type: ignore[arg-type]
        sigma=np.int64(2),  # type: ignore[arg-type]
        correlation=np.float32(0.5),  # type: ignore[arg-type]
    )


# The command line, in this process.


def test_command_prints_the_table_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert out == table(run(11, (3,), 7, seed=3)) + "\n"
    assert err == ""


def test_json_holds_every_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lab.json"
    path.write_text("old")
    assert main([*SMALL, "--json", str(path)]) == 0
    capsys.readouterr()
    lab = run(11, (3,), 7)
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["numpy"] == np.__version__
    inside = written["lab"]
    assert (inside["seed"], inside["draws"], inside["verdict"]) == (SEED, 11, lab.verdict)
    assert inside["scores"][0]["ratio"] == lab.scores[0].ratio
    assert inside["scores"][0]["ratio_error"] == lab.scores[0].ratio_error
    assert inside["scores"][0]["counts"] == lab.scores[0].counts.tolist()
    assert inside["cross_checks"][0]["variance"] == lab.cross_checks[0].variance
    assert inside["saturation"]["trials"] == 7
    assert inside["saturation"]["unscaled"]["largest"] == lab.saturation.unscaled.largest.tolist()
    assert [row["z"] for row in inside["comparisons"]] == [row.z for row in lab.comparisons]
    assert list(tmp_path.iterdir()) == [path]


def test_json_follows_a_link_and_leaves_it_a_link(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link, real = tmp_path / "link.json", tmp_path / "real.json"
    link.symlink_to(real)
    assert main([*SMALL, "--json", str(link)]) == 0
    capsys.readouterr()
    assert link.is_symlink()
    assert json.loads(real.read_text())["lab"]["seed"] == SEED


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--draws", "1"], "argument --draws: got '1'; expected an integer of 2 or more"),
        (["--draws", "1e5"], "argument --draws: got '1e5'; expected an integer of 2 or more"),
        (["--widths", "32", "0"], "argument --widths: got '0'; expected an integer of 1 or more"),
        (["--widths", "5", "5"], "argument --widths: got 5 5; expected one or more, each once"),
        (["--trials", "-3"], "argument --trials: got '-3'; expected an integer of 1 or more"),
        (
            ["--trials", "1000000000"],
            (
                "argument --trials: got 1000000000; expected at most 67108864, "
                "since 16 bytes are kept of each"
            ),
        ),
        (["--seed", "x"], "argument --seed: got 'x'; expected an integer of 0 or more"),
        (
            ["--json", "/dev/null"],
            (
                "argument --json: got '/dev/null'; "
                "expected a file that can be written (that is not a regular file)"
            ),
        ),
        (["--colour"], "unrecognized arguments: --colour"),
    ],
)
def test_bad_option_is_one_line_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert capsys.readouterr() == ("", f"error: {message}\n")


def test_unwritable_path_is_refused_before_the_work_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_command, "run", lambda *_, **__: pytest.fail("it started"))
    for path in (tmp_path / "no" / "lab.json", tmp_path):
        with pytest.raises(SystemExit) as stop:
            main(["--json", str(path)])
        assert stop.value.code == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith(f"error: argument --json: got '{path}'; expected a file that can be")
        assert err.count("\n") == 1


def test_folder_lost_during_the_run_costs_the_file_but_not_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "results"
    folder.mkdir()

    def run_and_lose(*_: object, **__: object) -> VarianceScaling:
        folder.rmdir()
        return run(11, (3,), 7)

    monkeypatch.setattr(_command, "run", run_and_lose)
    with pytest.raises(SystemExit) as stop:
        main(["--json", str(folder / "lab.json")])
    assert stop.value.code == (
        f"error: argument --json: {folder / 'lab.json'} could not be written "
        "(No such file or directory)"
    )
    assert "Verdict:" in capsys.readouterr().out


def test_interrupt_is_one_line_and_exit_code_130(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(_command, "run", interrupted)
    assert main(["--json", str(tmp_path / "lab.json")]) == 130
    assert capsys.readouterr() == (
        "",
        "Stopped: interrupted before the end; no file was written.\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_module_is_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["variance_scaling", *SMALL])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module(MODULE, run_name="__main__")
    assert stop.value.code == 0
    assert "Verdict:" in capsys.readouterr().out


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_bar_waits_a_second_draws_sparingly_and_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 50.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    terminal = Terminal()
    with ProgressBar(terminal) as bar:
        now = 50.9
        bar.show(0.1)
        assert terminal.getvalue() == ""
        now = 51.1
        bar.show(0.25)
        assert terminal.getvalue() == "\r[" + "#" * 10 + " " * 30 + "]  25 %"
        now = 51.15
        bar.show(0.5)
        assert terminal.getvalue().count("\r") == 1
        now = 51.3
        bar.show(1.0)
        assert terminal.getvalue().endswith("\r[" + "#" * 40 + "] 100 %")
    *_, last, cleared, end = terminal.getvalue().split("\r")
    assert cleared == " " * len(last)
    assert end == ""


def test_bar_of_a_short_run_or_on_a_file_is_never_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, file = Terminal(), io.StringIO()
    with ProgressBar(terminal) as bar:
        bar.show(1.0)
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with ProgressBar(file) as bar:
        now = 99.0
        bar.show(0.5)
    assert (terminal.getvalue(), file.getvalue()) == ("", "")


# The command line, in a process of its own.


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pipe that says it is closed")
def test_reader_who_has_gone_costs_the_table_but_not_the_file(tmp_path: Path) -> None:
    path = tmp_path / "lab.json"
    there, here = os.pipe()
    os.close(there)
    command = [sys.executable, "-m", MODULE, *SMALL, "--json", str(path)]
    try:
        done = subprocess.run(command, stdout=here, stderr=subprocess.PIPE, check=True)
    finally:
        os.close(here)
    assert done.stderr == b""
    assert json.loads(path.read_text())["lab"]["draws"] == 11


def test_command_runs_by_itself_where_only_ascii_can_be_printed() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", MODULE, *SMALL],
        capture_output=True,
        check=True,
        encoding="ascii",
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.stdout == table(run(11, (3,), 7)) + "\n"
    assert done.stderr == ""


# A job in the background ignores Ctrl-C, and so would everything that it starts.
HEEDING_CTRL_C = f"""
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("{MODULE}", run_name="__main__", alter_sys=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_ctrl_c_clears_the_bar_and_leaves_one_line_and_no_file(tmp_path: Path) -> None:
    pty = importlib.import_module("pty")
    ours, theirs = pty.openpty()
    path = tmp_path / "lab.json"
    command = [sys.executable, "-c", HEEDING_CTRL_C, "--draws", str(10**9), "--json", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        too_long = threading.Timer(60, process.kill)
        too_long.start()
        try:
            seen = b""
            while b"%" not in seen:
                seen += os.read(ours, 1000)
            process.send_signal(signal.SIGINT)
            while b"Stopped:" not in seen or not seen.endswith(b"\n"):
                seen += os.read(ours, 1000)
            assert process.wait() == 130
            assert process.stdout is not None
            assert process.stdout.read() == b""
        finally:
            too_long.cancel()
            process.kill()
            os.close(ours)
    said = seen.decode("ascii")
    assert re.fullmatch(
        r"(\r\[[# ]{40}\] +\d+ %)+\r {48}\r"
        r"Stopped: interrupted before the end; no file was written\.\r\n",
        said,
    )
    assert list(tmp_path.iterdir()) == []


LAUNCHER = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", *sys.argv[1:]], check=True, stdout=subprocess.DEVNULL)
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit)
"""


def peak_bytes(*arguments: str) -> int:
    """Measure by way of a small launcher: a child's peak starts at its parent's size."""
    command = [sys.executable, "-c", LAUNCHER, MODULE, *arguments]
    return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource usage")
def test_memory_is_the_same_at_any_number_of_draws_and_at_any_width() -> None:
    few = peak_bytes("--draws", "1009", "--widths", "32")
    many = peak_bytes("--draws", "3000017", "--widths", "32")
    wide = peak_bytes("--draws", "2", "--widths", "10000019")
    assert max(few, many, wide) < 200e6
    assert max(many, wide) - few < 10e6


def test_saturation_record_says_what_it_was_run_with() -> None:
    saturation = measure_saturation(generator(), 3, 5, 7, threshold=0.5)
    assert isinstance(saturation, Saturation)
    assert (saturation.d_k, saturation.n_keys, saturation.trials) == (3, 5, 7)
    assert saturation.unscaled.threshold == saturation.scaled.threshold == 0.5
