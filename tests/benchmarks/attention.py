"""Measure blockwise attention beside PyTorch, textbook NumPy, and the cost of its bare numbers.

Run it with ``python tests/benchmarks/attention.py [--quick] [--sizes N …] [--seconds S]
[--json PATH]``. All that is compared takes turns in one process, in single precision, with batch 1
and 8 heads of width 64. A ratio is the median over the turns of one time by another. With one
thread, times are the processor's; with two they are the clock's, which swing with the machine.

The floor is NumPy's own: two matrix products and one exponential for the same blocks, into room
that is already there. On the way back it is five matrix products and one exponential.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
import tracemalloc
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import numpy as np
import threadpoolctl
import torch
from numpy.typing import NDArray

from attention_course import (
    KeyValueCache,
    MultiHeadAttention,
    blockwise_attention,
    blockwise_attention_backward,
)
from attention_course._blocks import planned, seen_by
from attention_course._problem import checked_problem
from attention_course._threads import ROOMS

Array: TypeAlias = NDArray[np.float32]
Rivals: TypeAlias = dict[str, Callable[[], object]]

HEADS, WIDTH, D_MODEL, CACHED = 8, 64, 512, 4096
SIZES, QUICK = (128, 256, 512, 1024, 2048, 4096, 8192), (128, 512)
LAYERS = (512, 2048)
FUSED = "PyTorch, fused"
OURS = "blockwise"
FLOOR = "floor"
MODULE = "nn.MultiheadAttention"
CACHE = "KeyValueCache"
# Beyond these lengths the others take minutes or gigabytes.
LONGEST = {"einsum": 1024, "matmul": 4096, "PyTorch, as taught": 4096}

fused = torch.nn.functional.scaled_dot_product_attention


def arrays(count: int, *shape: int) -> list[Array]:
    """Draw standard normal arrays, always the same."""
    rng = np.random.default_rng(0)
    return [rng.standard_normal(shape, dtype=np.float32) for _ in range(count)]


def with_einsum(query: Array, key: Array, value: Array, *, causal: bool) -> Array:
    """Textbook attention in Einstein's notation."""
    scores = np.einsum("bhqd,bhkd->bhqk", query, key) / np.float32(np.sqrt(WIDTH))
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:]) > 0, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    output: Array = np.einsum("bhqk,bhkd->bhqd", weights, value)
    return output


def with_matmul(query: Array, key: Array, value: Array, *, causal: bool) -> Array:
    """Textbook attention with matrix products."""
    scores = query @ key.swapaxes(-1, -2) / np.float32(np.sqrt(WIDTH))
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:]) > 0, scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    output: Array = weights @ value
    return output


def as_taught(query: Any, key: Any, value: Any, *, causal: bool) -> Any:  # noqa: ANN401
    """Attention in PyTorch as tutorials write it."""
    scores = query @ key.transpose(-2, -1) / WIDTH**0.5
    if causal:
        n, m = scores.shape[-2:]
        scores = scores.masked_fill(torch.tril(torch.ones(n, m)) == 0, float("-inf"))
    return torch.softmax(scores, dim=-1) @ value


def floor(
    query: Array, key: Array, value: Array, *, causal: bool, back: bool = False
) -> Callable[[], None]:
    """Return what does a block's matrix products and exponential, and nothing else."""
    problem = checked_problem(
        (query, key, value),
        None,
        causal=causal,
        window=None,
        scale=1.0,
        soft_cap=None,
        grouped_heads=False,
        empty_rows="error",
    )
    plan = planned(problem, None, 1, back=back)
    q, k, v = (np.ascontiguousarray(a) for a in (query / np.float32(np.sqrt(WIDTH)), key, value))
    room, other = np.empty((2, plan.n_scores), np.float32)

    def work() -> None:
        for task in plan.tasks:
            lead, heads, rows = task
            asked = q[lead][heads, rows]
            for columns in seen_by(task, problem, plan):
                keys, values = k[lead][heads, columns], v[lead][heads, columns]
                shape = (*asked.shape[:-1], keys.shape[-2])
                size = shape[0] * shape[1] * shape[2]
                scores = np.matmul(asked, keys.mT, out=room[:size].reshape(shape))
                np.exp(scores, out=scores)
                if not back:
                    np.matmul(scores, values)
                    continue
                np.matmul(scores.mT, asked)
                slopes = np.matmul(asked, values.mT, out=other[:size].reshape(shape))
                np.matmul(slopes, keys)
                np.matmul(slopes.mT, asked)

    return work


def turns(rivals: Rivals, seconds: float, *, clock: Callable[[], float]) -> dict[str, Any]:
    """Let the rivals take turns; return each one's median, and its ratio to the fused kernel."""
    once = {}
    for name, work in rivals.items():
        work()
        start = time.perf_counter()
        work()
        once[name] = time.perf_counter() - start
    times: dict[str, list[float]] = {name: [] for name in rivals}
    for _ in range(max(5, min(201, int(seconds / sum(once.values()))))):
        for name, work in rivals.items():
            start = clock()
            work()
            times[name].append(clock() - start)
    against = {name: times[name] for name in (FUSED, FLOOR) if name in times}
    return {
        name: {
            "seconds": median(spent),
            "turns": len(spent),
            **{
                f"by {other}": median(a / b for a, b in zip(spent, base, strict=True))
                for other, base in against.items()
            },
        }
        for name, spent in times.items()
    }


def forward(n: int, threads: int, *, causal: bool) -> Rivals:
    """Return what computes attention over n tokens."""
    query, key, value = arrays(3, 1, HEADS, n, WIDTH)
    tensors = [torch.from_numpy(a) for a in (query, key, value)]
    rivals: Rivals = {
        FUSED: partial(fused, *tensors, is_causal=causal),
        OURS: partial(blockwise_attention, query, key, value, causal=causal, n_threads=threads),
    }
    if threads == 1:
        rivals[FLOOR] = floor(query, key, value, causal=causal)
        rivals["matmul"] = partial(with_matmul, query, key, value, causal=causal)
        rivals["einsum"] = partial(with_einsum, query, key, value, causal=causal)
        rivals["PyTorch, as taught"] = partial(as_taught, *tensors, causal=causal)
    return {name: work for name, work in rivals.items() if n <= LONGEST.get(name, n)}


def there_and_back(n: int, threads: int, *, causal: bool) -> Rivals:
    """Return what computes attention over n tokens and its three gradients."""
    query, key, value, up = arrays(4, 1, HEADS, n, WIDTH)
    tensors = [torch.from_numpy(a).requires_grad_() for a in (query, key, value)]
    upstream = torch.from_numpy(up)
    options: dict[str, Any] = {"causal": causal, "n_threads": threads}

    def ours() -> object:
        way = blockwise_attention(query, key, value, **options)
        return blockwise_attention_backward(query, key, value, up, way, **options)

    def by_autograd(attend: Callable[..., Any]) -> object:
        return torch.autograd.grad(attend(*tensors), tensors, upstream)

    rivals: Rivals = {
        FUSED: partial(by_autograd, partial(fused, is_causal=causal)),
        OURS: ours,
    }
    if threads == 1:
        there = floor(query, key, value, causal=causal)
        back = floor(query, key, value, causal=causal, back=True)
        rivals[FLOOR] = lambda: (there(), back())
        if n <= LONGEST["PyTorch, as taught"] // 2:
            rivals["PyTorch, as taught"] = partial(by_autograd, partial(as_taught, causal=causal))
    return rivals


def layer(n: int, threads: int) -> Rivals:
    """Return what computes a layer of 8 heads on n tokens of width 512."""
    (x,) = arrays(1, 1, n, D_MODEL)
    module = torch.nn.MultiheadAttention(D_MODEL, HEADS, bias=False, batch_first=True).eval()
    w_in, w_out = module.in_proj_weight.detach(), module.out_proj.weight.detach()
    tokens = torch.from_numpy(x)
    query, key, value = np.split(w_in.numpy().T, 3, axis=1)
    ours = MultiHeadAttention(query, key, value, w_out.numpy().T, n_heads=HEADS)

    def linear_and_fused() -> Any:  # noqa: ANN401
        parts = torch.nn.functional.linear(tokens, w_in).view(1, n, 3, HEADS, WIDTH)
        heads = fused(*parts.permute(2, 0, 3, 1, 4))
        return torch.nn.functional.linear(heads.transpose(1, 2).reshape(1, n, D_MODEL), w_out)

    with torch.inference_mode():
        found = ours.blockwise(x, n_threads=threads)
        np.testing.assert_allclose(found, linear_and_fused().numpy(), atol=1e-4)

    def of_torch(*, weights: bool) -> Any:  # noqa: ANN401
        return module(tokens, tokens, tokens, need_weights=weights)[0]

    def without_gradients(work: Callable[[], object]) -> object:
        with torch.inference_mode():
            return work()

    return {
        FUSED: partial(without_gradients, linear_and_fused),
        OURS: partial(ours.blockwise, x, n_threads=threads),
        "with the table": partial(ours, x),
        MODULE: partial(without_gradients, partial(of_torch, weights=True)),
        f"{MODULE}, no weights": partial(without_gradients, partial(of_torch, weights=False)),
    }


def decoding(threads: int) -> Rivals:
    """Return what computes the output of one new token beside those that are cached."""
    cache = KeyValueCache(room=CACHED)
    cache.append(*arrays(2, 1, HEADS, CACHED, WIDTH))
    # All read the same memory: a copy for each would leave the processor's cache.
    key, value = cache.key, cache.value
    (query,) = arrays(1, 1, HEADS, 1, WIDTH)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The given NumPy array is not writable")
        tensors = [torch.from_numpy(a) for a in (query, key, value)]
    out = np.empty((1, HEADS, 1, CACHED), np.float32)

    def bare() -> None:
        np.matmul(query, key.mT, out=out)
        np.exp(out, out=out)
        np.matmul(out, value)

    return {
        FUSED: partial(fused, *tensors),
        OURS: partial(blockwise_attention, query, key, value, n_threads=threads),
        CACHE: partial(cache.attend, query),
        FLOOR: bare,
        "matmul": partial(with_matmul, query, key, value, causal=False),
        "PyTorch, as taught": partial(as_taught, *tensors, causal=False),
    }


def peak_mib(n: int, *, causal: bool, back: bool) -> float:
    """Return how much more than its inputs and outputs a blockwise pass holds, as NumPy counts."""
    query, key, value, up = arrays(4, 1, HEADS, n, WIDTH)
    way = blockwise_attention(query, key, value, causal=causal)
    ROOMS.clear()  # What is kept between calls counts too.
    tracemalloc.start()
    found: Any = way
    if back:
        found = blockwise_attention_backward(query, key, value, up, way, causal=causal)
    else:
        found = blockwise_attention(query, key, value, causal=causal)
    peak = tracemalloc.get_traced_memory()[1] - sum(a.nbytes for a in found)
    tracemalloc.stop()
    return float(peak / 2**20)


def resident_mib(name: str, n: int) -> float:
    """Return by how much one forward pass makes the process grow, its output included."""

    def kib(field: str) -> int:
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split(f"{field}:")[1].split()[0])

    small, large = forward(64, 1, causal=False)[name], forward(n, 1, causal=False)[name]
    small()
    before = kib("VmRSS")
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # Forget the largest size.
    large()
    return (kib("VmHWM") - before) / 2**10


def in_a_process_of_its_own(name: str, n: int) -> float:
    """Return `resident_mib` as a new process finds it."""
    command = [sys.executable, __file__, "--resident", name, str(n)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def targets(report: dict[str, Any]) -> list[tuple[str, float, float]]:
    """Return each goal with its limit and what was found."""
    rows: list[tuple[str, float, float]] = []

    def add(goal: str, limit: float, cell: str, name: str, key: str) -> None:
        if cell in report["one thread"]:
            rows.append((goal, limit, report["one thread"][cell][name][key]))

    by_fused, by_floor = f"by {FUSED}", f"by {FLOOR}"
    for n in report["sizes"]:
        for kind in ("", ", causal"):
            cell = f"forward {n}{kind}"
            if n >= 512:
                limit = 1.0 if kind and n == 512 else 1.4
                add(f"{cell}: by fused", limit, cell, OURS, by_fused)
            if n >= 1024:
                add(f"{cell}: by floor", 1.15, cell, OURS, by_floor)
            cell = f"forward + backward {n}{kind}"
            limit = 0.9 if kind and n in {512, 1024} else 1.15
            add(f"{cell}: by fused", limit, cell, OURS, by_fused)
    if (cell := "layer 2048") in report["one thread"]:
        # As it is called by default; the table shows it without weights, and linear + fused, too.
        ours, theirs = (report["one thread"][cell][name]["seconds"] for name in (OURS, MODULE))
        rows.append((f"{cell}: by {MODULE}", 0.8, ours / theirs))
    for name in (OURS, CACHE, FLOOR):
        add(f"decoding: {name} by fused", 0.6, "decoding", name, by_fused)
    rows += [
        (f"peak extra MiB, forward {n}{kind}", 8.0, report["peak extra MiB"][f"forward {n}{kind}"])
        for n in report["sizes"]
        for kind in ("", ", causal")
    ]
    return rows


def show(cell: str, rivals: dict[str, Any], scores: int) -> None:
    """Print one line for each rival."""
    for place, (name, row) in enumerate(rivals.items()):
        ratios = [row.get(f"by {other}") for other in (FUSED, FLOOR)]
        shown = "".join(f"{'–' if r is None else format(r, '.3f'):>9}" for r in ratios)
        each = f"{row['seconds'] / scores * 1e9:>9.2f}" if scores else f"{'':>9}"
        title = "" if place else cell
        print(f"{title:<32}{name:<36}{row['seconds'] * 1e3:>10.3f}{each}{shown}", flush=True)


def measure(sizes: tuple[int, ...], threads: int, seconds: float) -> dict[str, Any]:
    """Measure everything with so many threads."""
    torch.set_num_threads(threads)
    clock = time.process_time if threads == 1 else time.perf_counter
    print(f"\n{threads} thread{'s' * (threads > 1)}")
    print(f"{'':<68}{'ms':>10}{'ns/score':>9}{'/ fused':>9}{'/ floor':>9}")
    cells: dict[str, tuple[Callable[[], Rivals], int]] = {}
    for n in sizes:
        for causal in (False, True):
            kind = ", causal" if causal else ""
            scores = HEADS * n * n
            cells[f"forward {n}{kind}"] = (partial(forward, n, threads, causal=causal), scores)
            cells[f"forward + backward {n}{kind}"] = (
                partial(there_and_back, n, threads, causal=causal),
                scores,
            )
    for n in LAYERS:
        if n <= max(sizes):
            cells[f"layer {n}"] = (partial(layer, n, threads), HEADS * n * n)
    cells["decoding"] = (partial(decoding, threads), HEADS * CACHED)
    found = {}
    with threadpoolctl.threadpool_limits(threads, user_api="blas"):
        for cell, (rivals, scores) in cells.items():
            found[cell] = turns(rivals(), seconds, clock=clock)
            show(cell, found[cell], scores)
    return found


def main() -> int:
    """Measure, print, and write a report if asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+")
    parser.add_argument("--quick", action="store_true", help="two short lengths, little time")
    parser.add_argument("--seconds", type=float, help="how long each comparison may take")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--resident", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.resident:
        torch.set_num_threads(1)
        print(resident_mib(given.resident[0], int(given.resident[1])))
        return 0
    sizes = tuple(given.sizes or (QUICK if given.quick else SIZES))
    seconds = given.seconds or (0.5 if given.quick else 5.0)

    report: dict[str, Any] = {
        "machine": {
            "processor": platform.processor() or platform.machine(),
            "processors": os.cpu_count(),
            "python": platform.python_version(),
            "numpy": np.__version__,
            "torch": torch.__version__,
            "blas": threadpoolctl.threadpool_info(),
        },
        "sizes": sizes,
        "one thread": measure(sizes, 1, seconds),
        "two threads, by the clock": measure(sizes, 2, seconds / 2),
        "peak extra MiB": {
            f"{'forward + backward' if back else 'forward'} {n}{', causal' if causal else ''}": (
                peak_mib(n, causal=causal, back=back)
            )
            for back in (False, True)
            for n in sizes
            for causal in (False, True)
        },
        "resident MiB, output included": {
            name: {n: in_a_process_of_its_own(name, n) for n in sizes if n <= LONGEST.get(name, n)}
            for name in (FUSED, OURS, "matmul", "PyTorch, as taught")
            if sys.platform == "linux"
        },
    }
    print("\npeak extra memory, MiB")
    for cell, mib in report["peak extra MiB"].items():
        print(f"{cell:<40}{mib:>10.2f}")
    print("\nwhat a process grows by, forward pass, output included, MiB")
    for name, by_size in report["resident MiB, output included"].items():
        print(f"{name:<30}", *(f"{n}: {mib:.1f}" for n, mib in by_size.items()))
    print("\ntargets")
    report["targets"] = [
        {"goal": goal, "limit": limit, "found": found, "met": found <= limit}
        for goal, limit, found in targets(report)
    ]
    for row in report["targets"]:
        verdict = "met" if row["met"] else f"missed by {row['found'] / row['limit'] - 1:.0%}"
        print(f"{row['goal']:<52}{row['found']:>8.3f} of {row['limit']:<6g}{verdict}")
    if given.json is not None:
        given.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
