"""Hidden keys are left out of the loop altogether."""

import math

import numpy as np


def masked_attention(query, key, value, mask):
    if query.shape[-1] != key.shape[-1]:
        raise ValueError("query and key differ in width")
    if key.shape[-2] != value.shape[-2]:
        raise ValueError("key and value differ in number")
    mask = np.broadcast_to(mask, query.shape[:-1] + key.shape[-2:-1])
    result = np.zeros(query.shape[:-1] + value.shape[-1:])
    for place in np.ndindex(query.shape[:-1]):
        batch = place[:-1]
        seen = [j for j, extra in enumerate(mask[place]) if extra != -math.inf]
        scores = []
        for j in seen:
            product = sum(float(q) * float(k) for q, k in zip(query[place], key[batch][j]))
            scores.append(product / math.sqrt(query.shape[-1]) + mask[place][j])
        powers = [math.exp(score - max(scores)) for score in scores]
        for j, power in zip(seen, powers):
            result[place] += power / sum(powers) * value[batch][j]
    return result
