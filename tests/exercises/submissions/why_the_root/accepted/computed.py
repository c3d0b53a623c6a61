"""Worked out in Python, by another way for the slope: the weights through their ratio."""

import math


def why_the_root():
    d_k, gap = 144, 12
    root = math.sqrt(d_k)
    ratio = math.exp(gap / root)
    return {
        "typical": root,
        "typical doubled": math.sqrt(d_k * 2**2 * 2**2),
        "typical by d_k": root / d_k,
        "ratio": math.exp(gap),
        "scaled ratio": ratio,
        "scaled slope": ratio / (1 + ratio) ** 2,
    }
