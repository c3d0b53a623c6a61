"""Exercise beyond-c: one step of decoding. 4 points."""

import numpy as np


def decode_step(
    query: np.ndarray,
    key: np.ndarray,
    value: np.ndarray,
    cached_keys: np.ndarray,
    cached_values: np.ndarray,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the attention output of one new token, and the keys and values with its own added.

    While a model writes, the keys and values of the T tokens so far are kept in a cache. A new
    token brings its query, its key and its value. Its key and value are appended at the end, and
    its query attends to everything that is there then, itself included. The output is the last row
    of causal attention over all T + 1 tokens, softmax(Q Kᵀ / √d_k + mask) V.

    There may be any number of leading axes, the same ones in all five arguments: a batch of
    sequences, or of sequences and heads. Each sequence is computed by itself.

    Scores may be as large as ±1000, where e to the score is infinite or 0. Your result should be
    right there too. The arguments stay as they are, the caches too: don't write into them.

    Parameters
    ----------
    query
        ndarray of shape (..., 1, d_k): what the new token asks. All arrays are of float64.
    key
        ndarray of shape (..., 1, d_k).
    value
        ndarray of shape (..., 1, d_v).
    cached_keys
        ndarray of shape (..., T, d_k), the oldest token first; T is 0 before the first token.
    cached_values
        ndarray of shape (..., T, d_v).

    Returns
    -------
    tuple of three ndarrays of float64
        The output, of shape (..., 1, d_v); all keys, of shape (..., T + 1, d_k); and all values,
        of shape (..., T + 1, d_v).

    Raises
    ------
    ValueError
        If query, key and cached keys differ in width, if value and cached values do, or if the
        numbers of cached keys and cached values differ.

    Examples
    --------
    Divided by √4, the score of the cached key is 0 and that of the new key ln 3. The old token gets
    the weight 1/4, the new one 3/4, and 10/4 + 20·3/4 = 17.5:

    >>> output, keys, values = decode_step(
    ...     query=np.array([[1.0, 0.0, 0.0, 0.0]]),
    ...     key=np.array([[2 * np.log(3.0), 0.0, 0.0, 0.0]]),
    ...     value=np.array([[20.0]]),
    ...     cached_keys=np.array([[0.0, 5.0, 0.0, 0.0]]),
    ...     cached_values=np.array([[10.0]]),
    ... )
    >>> output
    array([[17.5]])
    >>> keys.shape
    (2, 4)
    >>> values
    array([[10.],
           [20.]])
    """
    # TODO: write this function.
    raise NotImplementedError
