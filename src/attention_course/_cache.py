"""Keys and values kept while decoding, so that each token is projected once."""

import numpy as np
from numpy.typing import ArrayLike

from attention_course._checks import Reals, finite_array, whole_number
from attention_course._dot_product import (
    Attention,
    EmptyRows,
    tables_as_given,
    tables_of_checked,
)
from attention_course._masks import causal_mask, sliding_window_mask

_FIRST_ROOM = 16


class KeyValueCache:
    r"""The keys and values of the tokens so far; new tokens attend to them and to each other.

    .. math::

        \mathrm{output} = \mathrm{softmax}\left(\frac{Q_{\text{new}}
        [K_{\text{old}}; K_{\text{new}}]^\top}{\sqrt{d_k}} + M\right)
        [V_{\text{old}}; V_{\text{new}}]

    A text fed in chunks of any sizes, each appended and then attended from, gives what the full
    pass with a causal mask gives. A step over one new token costs as much as it has keys, where the
    full pass would start over.

    Keys and values are copied into arrays that have room to spare. When the room runs out, it
    doubles, so that on average a token is copied a fixed number of times. With a `window`, keys
    that no later query may see are dropped, and the memory stays the same however long the text.

    Parameters
    ----------
    window
        W, how many keys a query sees at most, itself included; all if left out.
    max_length
        The most tokens that may be appended in all; any number if left out.
    room
        For how many tokens there is room at first.

    Raises
    ------
    TypeError
        If a number is not an integer.
    ValueError
        If a number is below 1.

    Notes
    -----
    Sections 8.4 and 16.3. Shazeer (2019), section 2.4, for decoding with kept keys and values;
    Beltagy, Peters and Cohan (2020), section 3.1, for the window.

    Rotary positions go on before the cache, counted on from the tokens seen:
    ``positions = rotary_positions(n_new, d_k, first=cache.n_seen)``, then
    ``cache.append(rotate(key, *positions), value)`` and
    ``cache.attend(rotate(query, *positions))``.

    Examples
    --------
    Every key is alike, so each token gets the average of the values so far, itself included:

    >>> cache = KeyValueCache()
    >>> for value in ([[6.0]], [[0.0]], [[3.0]]):
    ...     cache.append([[1.0]], value)
    ...     print(cache.attend([[1.0]]).output)
    [[6.]]
    [[3.]]
    [[3.]]
    """

    def __init__(
        self, *, window: int | None = None, max_length: int | None = None, room: int = _FIRST_ROOM
    ) -> None:
        self._window = None if window is None else whole_number("window", window, minimum=1)
        self._max_length = (
            None if max_length is None else whole_number("max_length", max_length, minimum=1)
        )
        self._room = whole_number("room", room, minimum=1)
        self._arrays: tuple[Reals, ...] = ()
        self._start = self._stop = self._n_seen = 0

    def __len__(self) -> int:
        """How many tokens' keys and values are held."""
        return self._stop - self._start

    @property
    def n_seen(self) -> int:
        """How many tokens were appended in all: the position of the next one."""
        return self._n_seen

    @property
    def n_bytes(self) -> int:
        """The bytes of the arrays, with the room to spare."""
        return sum(array.nbytes for array in self._arrays)

    @property
    def key(self) -> Reals:
        """The keys held, of shape (..., len(cache), d_k); to be read until the next append."""
        return self._held()[0]

    @property
    def value(self) -> Reals:
        """The values held, of shape (..., len(cache), d_v); to be read until the next append."""
        return self._held()[1]

    def append(self, key: ArrayLike, value: ArrayLike) -> None:
        """Take in the keys and values of one or several new tokens, or refuse and change nothing.

        Parameters
        ----------
        key
            array of shape (..., n_new, d_k); with heads, (batch, n_heads, n_new, d_k).
        value
            array of shape (..., n_new, d_v). The first append sets leading axes, widths and types.

        Raises
        ------
        TypeError
            If an argument is not an array of real numbers, or of another type than the first.
        ValueError
            If an argument has another shape than expected, is not finite, or if there would be more
            than `max_length` tokens.
        """
        k, v = finite_array("key", key, min_ndim=2), finite_array("value", value, min_ndim=2)
        if v.shape[:-1] != k.shape[:-1]:
            raise ValueError(
                f"value: got shape {v.shape}; expected a row for each key, {k.shape[:-1]} and d_v"
            )
        if k.shape[-1] == 0:
            raise ValueError(f"key: got shape {k.shape}, of width 0; expected d_k of 1 or more")
        for name, new, held in zip(("key", "value"), (k, v), self._arrays, strict=False):
            _check_like(name, new, held)
        n_new = k.shape[-2]
        if self._max_length is not None and self._n_seen + n_new > self._max_length:
            raise ValueError(
                f"key: got {n_new} tokens after {self._n_seen}; "
                f"expected at most max_length = {self._max_length} in all"
            )
        if not n_new and self._arrays:
            return
        self._make_room(k, v)
        for array, new in zip(self._arrays, (k, v), strict=True):
            array[..., self._stop : self._stop + n_new, :] = new
        self._stop += n_new
        self._n_seen += n_new

    @np.errstate(all="ignore")
    def attend(
        self,
        query: ArrayLike,
        mask: ArrayLike | None = None,
        *,
        scale: float | None = None,
        soft_cap: float | None = None,
        grouped_heads: bool = False,
        empty_rows: EmptyRows = "error",
    ) -> Attention:
        """Let the last tokens that were appended attend to all tokens held, themselves included.

        Parameters
        ----------
        query
            array of shape (..., n_queries, d_k): the queries of the last n_queries tokens. Each
            sees the keys up to its own, and of these the last `window`.
        mask
            As for `scaled_dot_product_attention`, beside that; it broadcasts to
            (..., n_queries, len(cache)).
        scale, soft_cap, grouped_heads, empty_rows
            As for `scaled_dot_product_attention`.

        Returns
        -------
        Attention
            output, ndarray of shape (..., n_queries, d_v), and weights, ndarray of shape
            (..., n_queries, len(cache)).

        Raises
        ------
        TypeError, ValueError
            As `scaled_dot_product_attention` does; and ValueError if there are more queries than
            tokens, or keys that one of them would see have been dropped.
        """
        q = finite_array("query", query, min_ndim=2)
        keys, values = self._held()
        n_queries, n_keys = q.shape[-2], len(self)
        self._check_queries(n_queries)
        seen = None
        if self._window is not None and n_keys > self._window:
            seen = sliding_window_mask(n_queries, n_keys, window=self._window)
        elif n_queries > 1:
            seen = causal_mask(n_queries, n_keys)
        tables = tables_of_checked(
            q,
            keys,
            values,
            mask,
            seen=seen,
            scale=scale,
            soft_cap=soft_cap,
            grouped_heads=grouped_heads,
            empty_rows=empty_rows,
            finite_values=True,
        )
        return tables_as_given(tables, q, keys, values)

    def _held(self) -> tuple[Reals, Reals]:
        """Return read-only views of what is held."""
        if not self._arrays:
            raise ValueError("cache: got no tokens yet; expected an append first")
        key, value = (array[..., self._start : self._stop, :] for array in self._arrays)
        key.flags.writeable = value.flags.writeable = False
        return key, value

    def _check_queries(self, n_queries: int) -> None:
        if n_queries > self._n_seen:
            raise ValueError(
                f"query: got {n_queries} rows; expected at most one for each of the "
                f"{self._n_seen} tokens appended"
            )
        if self._window is None:
            return
        dropped = self._n_seen - len(self)
        most = self._n_seen if not dropped else len(self) - (self._window - 1)
        if n_queries > most:
            raise ValueError(
                f"query: got {n_queries} rows, of which the first would see keys that have been "
                f"dropped; expected at most {most}, the tokens of the last append"
            )

    def _make_room(self, key: Reals, value: Reals) -> None:
        """Drop what no later query sees, and have room for new tokens behind what is kept."""
        n_new = key.shape[-2]
        if not self._arrays:
            room = max(self._room, n_new)
            self._arrays = (_with_rows(key, room), _with_rows(value, room))
            return
        room = self._arrays[0].shape[-2]
        start, needed = 0, self._stop + n_new
        if self._window is not None:
            start = max(self._start, self._stop - (self._window - 1))
            # Twice what is kept, so that it moves only once for each time that it is replaced.
            needed = 2 * (self._stop - start) + n_new
        kept = slice(start, self._stop)
        if self._stop + n_new > room:
            while room < needed:
                room *= 2
            grown = room > self._arrays[0].shape[-2]
            targets = tuple(_with_rows(a, room) for a in self._arrays) if grown else self._arrays
            for target, array in zip(targets, self._arrays, strict=True):
                target[..., : kept.stop - kept.start, :] = array[..., kept, :]
            self._arrays = targets
            kept = slice(0, kept.stop - kept.start)
        self._start, self._stop = kept.start, kept.stop


def _with_rows(like: Reals, n_rows: int) -> Reals:
    shape = (*like.shape[:-2], n_rows, like.shape[-1])
    return np.empty(shape, like.dtype.newbyteorder("="))


def _check_like(name: str, new: Reals, held: Reals) -> None:
    if new.dtype.type != held.dtype.type:
        raise TypeError(
            f"{name}: got {new.dtype} entries; expected {held.dtype}, as in the tokens before"
        )
    expected = (*held.shape[:-2], new.shape[-2], held.shape[-1])
    if new.shape != expected:
        raise ValueError(
            f"{name}: got shape {new.shape}; expected {expected}, as in the tokens before"
        )
