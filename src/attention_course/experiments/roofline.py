"""What bounds attention on this machine: its products, its exponentials, or its memory.

A *roofline* asks of a computation how many multiply-adds it does for each byte that moves between
memory and processor, its arithmetic intensity. Below the machine's own ratio of the two rates,
memory sets the pace; above it, arithmetic does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.random import Generator

from attention_course._blockwise import blockwise_attention
from attention_course._cache import KeyValueCache
from attention_course._checks import generator, whole_number
from attention_course._dot_product import scaled_dot_product_attention
from attention_course.experiments._printing import say
from attention_course.experiments._timing import take_turns

_BYTES = 4  # A number in single precision.
_BLOCK = 512
# How often the readable function sends a table to memory or fetches one, at least: scores are
# written; read and written to be scaled; read and written to be masked; read for their maximum;
# read and written less it; read and written as exponentials; read to be summed; read and written
# to be divided; read for the weighted sum.
_PASSES = 14
# How many new tables it makes: scores, scaled, masked, less the maximum, exponentials, weights.
_NEW_TABLES = 6


@dataclass(frozen=True)
class Machine:
    """What one processor core of this machine does in a second, in single precision.

    Attributes
    ----------
    multiply_adds
        The multiply-adds of a product of two large matrices.
    exponentials
        The exponentials of an array that stays in the processor's own cache.
    n_bytes
        The bytes of an array that does not: each is read and written, and counts twice.
    new_bytes
        The bytes of new memory that the system makes ready for use, beside what is then written.
    """

    multiply_adds: float
    exponentials: float
    n_bytes: float
    new_bytes: float

    @property
    def ridge(self) -> float:
        """The multiply-adds a byte at which arithmetic and memory take equally long."""
        return self.multiply_adds / self.n_bytes

    def roof(self, intensity: float) -> float:
        """Return the most multiply-adds in a second at so many for each byte."""
        return min(self.multiply_adds, intensity * self.n_bytes)


@dataclass(frozen=True)
class Kernel:
    """One computation: what it does, what it moves, how long it took.

    Attributes
    ----------
    name
        What it is called in a drawing.
    multiply_adds
        Those of its matrix products.
    exponentials
        How many it takes.
    n_bytes
        The bytes that have to move between memory and processor, at least.
    new_bytes
        The bytes of the large arrays that it makes.
    seconds
        Its time as measured.
    """

    name: str
    multiply_adds: int
    exponentials: int
    n_bytes: int
    new_bytes: int
    seconds: float

    @property
    def intensity(self) -> float:
        """The multiply-adds for each byte."""
        return self.multiply_adds / self.n_bytes

    @property
    def rate(self) -> float:
        """The multiply-adds in a second."""
        return self.multiply_adds / self.seconds

    def shares(self, machine: Machine) -> dict[str, float]:
        """Return the seconds that each kind of work takes at the machine's rates."""
        return {
            "products": self.multiply_adds / machine.multiply_adds,
            "exponentials": self.exponentials / machine.exponentials,
            "memory": self.n_bytes / machine.n_bytes,
            "new memory": self.new_bytes / machine.new_bytes,
        }


def measure_machine(
    rng: Generator,
    *,
    n_rows: int = 1024,
    n_exponentials: int = 2**16,
    n_copied: int = 2**24,
    turns: int = 7,
) -> Machine:
    """Measure the four rates.

    Parameters
    ----------
    rng
        Where the numbers come from.
    n_rows
        The rows and columns of the matrices that are multiplied.
    n_exponentials
        How many exponentials are taken at once.
    n_copied
        How many numbers are copied at once.
    turns
        How often each is timed.

    Returns
    -------
    Machine
        The rates.

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If a size is below 1.

    Notes
    -----
    Section 6.6. Williams, Waterman and Patterson (2009).

    Examples
    --------
    >>> machine = measure_machine(
    ...     np.random.default_rng(0), n_rows=8, n_exponentials=8, n_copied=8, turns=1
    ... )
    >>> round(machine.roof(machine.ridge) / machine.multiply_adds, 9)
    1.0
    """
    generator("rng", rng)
    n, few, many = (
        whole_number(name, size, minimum=1)
        for name, size in (
            ("n_rows", n_rows),
            ("n_exponentials", n_exponentials),
            ("n_copied", n_copied),
        )
    )
    left, right = rng.standard_normal((2, n, n), dtype=np.float32)
    scores = rng.standard_normal(few, dtype=np.float32)
    source = rng.standard_normal(many, dtype=np.float32)
    product, room, target = np.empty_like(left), np.empty_like(scores), np.zeros_like(source)
    seconds = take_turns(
        {
            "products": partial(np.matmul, left, right, out=product),
            "exponentials": partial(np.exp, scores, out=room),
            "memory": partial(np.copyto, target, source),
            "old": partial(target.fill, 1),
            "new": partial(np.full, many, 1, np.float32),
        },
        turns=turns,
    )
    made_ready = max(seconds["new"] - seconds["old"], 1e-9)
    return Machine(
        multiply_adds=n**3 / seconds["products"],
        exponentials=few / seconds["exponentials"],
        n_bytes=2 * source.nbytes / seconds["memory"],
        new_bytes=source.nbytes / made_ready,
    )


def place_attention(
    rng: Generator,
    n_tokens: int = 2048,
    *,
    n_cached: int = 65_536,
    n_heads: int = 4,
    width: int = 64,
    turns: int = 5,
) -> tuple[Kernel, Kernel, Kernel]:
    r"""Measure attention with the table, without it, and one decoding step.

    Over N tokens each of h heads of width d does :math:`2 N^2 d` multiply-adds. With the table,
    each of its entries travels to memory or back at least 14 times; without it, each block of 512
    queries reads all keys and values once, and queries and outputs move once. A decoding step has
    one query, and reads all keys and values for it: of two numbers for each, a multiply-add apiece.

    Parameters
    ----------
    rng
        Where queries, keys and values come from.
    n_tokens
        N.
    n_cached
        How many keys the decoding step finds in its cache.
    n_heads
        The number of heads.
    width
        The width of a head's queries, keys and values.
    turns
        How often each is timed.

    Returns
    -------
    tuple of three Kernel
        "table", "blockwise" and "decoding".

    Raises
    ------
    TypeError
        If `rng` is not a Generator or a size not an integer.
    ValueError
        If a size is below 1.

    Notes
    -----
    Section 6.6. Williams, Waterman and Patterson (2009); Dao et al. (2022), section 3.2, counts the
    traffic with the table and without it.

    Examples
    --------
    A decoding step does one multiply-add for each number of 4 bytes that it reads:

    >>> *_, decoding = place_attention(np.random.default_rng(0), 8, n_cached=8, turns=1)
    >>> decoding.intensity
    0.25
    """
    generator("rng", rng)
    n, cached, heads, d = (
        whole_number(name, size, minimum=1)
        for name, size in (
            ("n_tokens", n_tokens),
            ("n_cached", n_cached),
            ("n_heads", n_heads),
            ("width", width),
        )
    )
    query, key, value = rng.standard_normal((3, heads, n, d), dtype=np.float32)
    cache = KeyValueCache()
    cache.append(*rng.standard_normal((2, heads, cached, d), dtype=np.float32))
    newest = query[:, :1]
    seconds = take_turns(
        {
            "table": partial(scaled_dot_product_attention, query, key, value),
            "blockwise": partial(
                blockwise_attention, query, key, value, block_size=_BLOCK, n_threads=1
            ),
            "decoding": partial(cache.attend, newest),
        },
        turns=turns,
    )
    scores = heads * n * n
    moved = _BYTES * 2 * heads * d * n * (1 + -(-n // _BLOCK))
    return (
        Kernel(
            "table",
            2 * d * scores,
            scores,
            _PASSES * _BYTES * scores,
            _NEW_TABLES * _BYTES * scores,
            seconds["table"],
        ),
        Kernel("blockwise", 2 * d * scores, scores, moved, query.nbytes, seconds["blockwise"]),
        Kernel(
            "decoding",
            2 * d * heads * cached,
            heads * cached,
            _BYTES * 2 * d * heads * cached,
            0,
            seconds["decoding"],
        ),
    )


def main(sizes: Sequence[int] = (2048, 65_536)) -> None:
    """Print the machine's rates, and for each computation what bounds it.

    Parameters
    ----------
    sizes
        How many tokens attend to each other, and how many a decoding step finds in its cache.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> main((8, 8))  # doctest: +ELLIPSIS
    products     ... billion multiply-adds a second
    exponentials ... billion a second
    memory       ... billion bytes a second
    new memory   ... billion bytes a second
    ridge        ... multiply-adds a byte
    <BLANKLINE>
    table      ... multiply-adds a byte, ... billion a second
               nanoseconds a score: products ..., exponentials ..., memory ..., new memory ...
    blockwise  ... multiply-adds a byte, ... billion a second
               nanoseconds a score: products ..., exponentials ..., memory ..., new memory ...
    decoding   ... multiply-adds a byte, ... billion a second
               nanoseconds a score: products ..., exponentials ..., memory ..., new memory ...
    """
    rng = np.random.default_rng(0)
    n_tokens, n_cached = sizes
    machine = measure_machine(rng)
    say(f"products     {machine.multiply_adds / 1e9:8.2f} billion multiply-adds a second")
    say(f"exponentials {machine.exponentials / 1e9:8.2f} billion a second")
    say(f"memory       {machine.n_bytes / 1e9:8.2f} billion bytes a second")
    say(f"new memory   {machine.new_bytes / 1e9:8.2f} billion bytes a second")
    say(f"ridge        {machine.ridge:8.2f} multiply-adds a byte\n")
    for kernel in place_attention(rng, n_tokens, n_cached=n_cached):
        say(
            f"{kernel.name:<10} {kernel.intensity:8.2f} multiply-adds a byte,"
            f" {kernel.rate / 1e9:8.2f} billion a second"
        )
        shares = ", ".join(
            f"{part} {seconds / kernel.exponentials * 1e9:.2f}"
            for part, seconds in kernel.shares(machine).items()
        )
        say(f"{'':<10} nanoseconds a score: {shares}")


if __name__ == "__main__":
    main()
