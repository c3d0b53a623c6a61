"""Measure the lab against the bare cost of drawing the same normals.

Run it with ``python tests/benchmarks/variance_scaling.py [--repetitions N] [--json PATH]``. The two
take turns within each repetition, so that a slower minute of the machine slows both. It fails if
the lab, at any width or as a whole, costs more than 1.3 times the draws alone.
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from attention_course.experiments.variance_scaling import (
    SEED,
    SOURCE,
    measure_score_variance,
    run,
)
from attention_course.experiments.variance_scaling._scores import BLOCK_ENTRIES

LIMIT = 1.3


def draw(normals: int) -> None:
    """Draw so many normals and do nothing with them: into one block that stays in the cache."""
    rng = np.random.default_rng(SEED)
    block = np.empty(BLOCK_ENTRIES)
    for _ in range(normals // block.size):
        rng.standard_normal(out=block)
    rng.standard_normal(out=block[: normals % block.size])


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def compare(lab: Callable[[], object], normals: int, repetitions: int) -> dict[str, float]:
    """Return the median seconds of the lab and of the draws, and their ratio."""
    turns = [(seconds(lambda: draw(normals)), seconds(lab)) for _ in range(repetitions)]
    alone, whole = (statistics.median(column) for column in zip(*turns, strict=True))
    return {"draws_alone_s": alone, "lab_s": whole, "ratio": whole / alone}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=7)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()

    draws, widths = SOURCE.draws, tuple(SOURCE.ratios)
    rows = {
        f"d_k = {d_k}": compare(
            partial(measure_score_variance, np.random.default_rng(SEED), d_k, draws),
            2 * d_k * draws,
            given.repetitions,
        )
        for d_k in widths
    }
    # The chi-squares of the cross-check are left out of the bare cost, which is the stricter way.
    scores = draws * sum(2 * d_k + 1 for d_k in widths)
    trials = SOURCE.trials * (SOURCE.n_keys + 1) * SOURCE.saturation_width
    rows["whole lab"] = compare(run, scores + trials, given.repetitions)

    print(f"{'':<12}{'draws alone':>14}{'lab':>10}{'ratio':>8}")
    for name, row in rows.items():
        print(
            f"{name:<12}{row['draws_alone_s']:>12.3f} s{row['lab_s']:>8.3f} s{row['ratio']:>8.3f}"
        )
    worst = max(row["ratio"] for row in rows.values())
    print(f"Largest ratio {worst:.3f}: {'within' if worst <= LIMIT else 'beyond'} {LIMIT}.")
    if given.json is not None:
        report = {
            "draws": draws,
            "repetitions": given.repetitions,
            "numpy": np.__version__,
            "limit": LIMIT,
            "rows": rows,
        }
        given.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
