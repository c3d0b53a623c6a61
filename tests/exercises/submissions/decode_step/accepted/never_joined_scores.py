"""The cached part and the new token's own part are added, each with its share."""

import numpy as np


def decode_step(query, key, value, cached_keys, cached_values):
    if not query.shape[-1] == key.shape[-1] == cached_keys.shape[-1]:
        raise ValueError("query, key and cached keys differ in width")
    if value.shape[-1] != cached_values.shape[-1]:
        raise ValueError("value and cached values differ in width")
    if cached_keys.shape[-2] != cached_values.shape[-2]:
        raise ValueError("cached keys and cached values differ in number")
    root = query.shape[-1] ** 0.5
    own = np.sum(query * key, axis=-1, keepdims=True) / root
    old = np.einsum("...id,...jd->...ij", query, cached_keys) / root
    top = np.maximum(own, old.max(axis=-1, keepdims=True, initial=-np.inf))
    own_share, old_shares = np.exp(own - top), np.exp(old - top)
    total = own_share + old_shares.sum(axis=-1, keepdims=True)
    output = (own_share * value + old_shares @ cached_values) / total
    return output, np.append(cached_keys, key, axis=-2), np.append(cached_values, value, axis=-2)
