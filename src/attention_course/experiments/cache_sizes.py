"""What a model keeps of a text while it writes: the bytes of its cached keys and values."""

from dataclasses import dataclass

from attention_course._checks import whole_number
from attention_course.experiments._printing import say

_GIB = 2**30


@dataclass(frozen=True)
class ModelShape:
    """The sizes of a model that decide how large its cache is.

    Attributes
    ----------
    name
        The model.
    n_layers
        How many layers it has, each with an attention of its own.
    n_heads
        How many heads of queries a layer has.
    n_key_heads
        How many heads of keys and values serve them.
    d_k
        The width of a key, and of a value.
    context
        The longest text it was trained on, in tokens.
    window
        How many keys a query sees at most; all if None.
    """

    name: str
    n_layers: int
    n_heads: int
    n_key_heads: int
    d_k: int
    context: int
    window: int | None = None


GPT_3 = ModelShape("GPT-3 175B", 96, 96, 96, 128, context=2048)
LLAMA_2 = ModelShape("Llama 2 70B", 80, 64, 8, 128, context=4096)
MISTRAL = ModelShape("Mistral 7B", 32, 32, 8, 128, context=8192, window=4096)


def cache_bytes(shape: ModelShape, n_tokens: int, *, bytes_each: int = 2) -> int:
    r"""Return the bytes of the keys and values of so many tokens, in all layers.

    .. math:: 2 \cdot n_{\text{layers}} \cdot n_{\text{key heads}} \cdot d_k \cdot \min(N, W)
              \cdot \text{bytes each}

    The 2 stands for a key and a value. Without a window, :math:`W` is infinite.

    Parameters
    ----------
    shape
        The model.
    n_tokens
        N, how many tokens it has seen.
    bytes_each
        The bytes of one number: 2 in half precision, as models are mostly run.

    Returns
    -------
    int
        Bytes for one text.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If `n_tokens` is negative or `bytes_each` below 1.

    Notes
    -----
    Sections 6.6 and 16.3. Shazeer (2019), section 2.4, for what is kept; Ainslie et al. (2023),
    section 2.2, for grouped heads.

    Examples
    --------
    One layer, one head, width 3, two tokens: 2 · 2 · 3 numbers of 2 bytes.

    >>> cache_bytes(ModelShape("tiny", 1, 1, 1, 3, context=8), 2)
    24
    """
    n = whole_number("n_tokens", n_tokens, minimum=0)
    each = whole_number("bytes_each", bytes_each, minimum=1)
    kept = n if shape.window is None else min(n, shape.window)
    return 2 * shape.n_layers * shape.n_key_heads * shape.d_k * kept * each


def main() -> None:
    """Print the caches of three published models, at their own length and at a long one.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> main()
    model        KiB a token   GiB at its context   GiB at 100000 tokens
    GPT-3 175B        4608.0                  9.0                  439.5
    Llama 2 70B        320.0                  1.2                   30.5
    Mistral 7B         128.0                  0.5                    0.5
    """
    say("model        KiB a token   GiB at its context   GiB at 100000 tokens")
    for shape in (GPT_3, LLAMA_2, MISTRAL):
        one, own, long = (cache_bytes(shape, n) for n in (1, shape.context, 100_000))
        say(f"{shape.name:<12}{one / 1024:12.1f}{own / _GIB:21.1f}{long / _GIB:23.1f}")


if __name__ == "__main__":
    main()
