"""What multi-head attention costs, in multiply-adds, and where the quadratic part takes over."""

from dataclasses import dataclass

from attention_course._checks import head_widths, whole_number


@dataclass(frozen=True)
class AttentionCost:
    """The multiply-adds of one multi-head attention, by part.

    Attributes
    ----------
    projections
        Making all heads' queries, keys and values.
    scores
        Every query dotted with every key, in every head.
    weighted_sum
        Every weight times its value, in every head.
    output_projection
        Mixing the joined heads with w_output.
    """

    projections: int
    scores: int
    weighted_sum: int
    output_projection: int

    @property
    def linear(self) -> int:
        """The multiply-adds that grow with the number of tokens."""
        return self.projections + self.output_projection

    @property
    def quadratic(self) -> int:
        """The multiply-adds that grow with its square."""
        return self.scores + self.weighted_sum

    @property
    def total(self) -> int:
        """All multiply-adds."""
        return self.linear + self.quadratic


def attention_cost(
    n_tokens: int,
    d_model: int,
    n_heads: int = 1,
    *,
    d_k: int | None = None,
    d_v: int | None = None,
) -> AttentionCost:
    r"""Count the multiply-adds of multi-head self-attention; the softmax is left out.

    .. math::

        \underbrace{N d_{\text{model}}\, h\, (2 d_k + d_v)}_{\text{projections}}
        + \underbrace{h N^2 d_k}_{\text{scores}} + \underbrace{h N^2 d_v}_{\text{weighted sum}}
        + \underbrace{N\, h\, d_v\, d_{\text{model}}}_{W^O}

    With :math:`d_k = d_v = d_{\text{model}} / h` it is
    :math:`4 N d_{\text{model}}^2 + 2 N^2 d_{\text{model}}`, whatever the number of heads. Counting
    a multiplication and an addition as two doubles everything.

    Parameters
    ----------
    n_tokens
        N, the length of the sequence.
    d_model
        The width of the tokens.
    n_heads
        h, the number of heads.
    d_k, d_v
        The widths of a head; d_model / n_heads each if left out.

    Returns
    -------
    AttentionCost
        The counts by part, in multiply-adds, as exact integers.

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If `n_tokens` is negative, another size below 1, or a width is left out and d_model is no
        multiple of `n_heads`.

    Notes
    -----
    Section 6.6. Vaswani et al. (2017), table 1, gives the order of growth.

    Examples
    --------
    One token of width 1: three projections, one score, one weighted value, one output.

    >>> attention_cost(1, 1).total
    6
    """
    n = whole_number("n_tokens", n_tokens, minimum=0)
    model, heads, key_width, value_width = head_widths(d_model, n_heads, d_k, d_v)
    return AttentionCost(
        projections=n * model * heads * (2 * key_width + value_width),
        scores=heads * n * n * key_width,
        weighted_sum=heads * n * n * value_width,
        output_projection=n * heads * value_width * model,
    )


def crossover_length(d_model: int) -> int:
    r"""Return the length past which the quadratic part of the cost is the larger.

    .. math:: 2 N^2 d_{\text{model}} > 4 N d_{\text{model}}^2 \iff N > 2 d_{\text{model}}

    At the length itself both parts are equal. The number of heads and their widths cancel out.

    Parameters
    ----------
    d_model
        The width of the tokens.

    Returns
    -------
    int
        :math:`2 d_{\text{model}}`, in tokens.

    Raises
    ------
    TypeError, ValueError
        If `d_model` is not an integer of 1 or more.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    >>> crossover_length(512)
    1024
    """
    return 2 * whole_number("d_model", d_model, minimum=1)
