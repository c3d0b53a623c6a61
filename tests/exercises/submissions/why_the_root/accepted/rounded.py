"""Typed in, as a pocket calculator shows them."""


def why_the_root():
    return {
        "typical": 12.0,
        "typical doubled": 48,
        "typical by d_k": 0.0833,
        "ratio": 162_754.8,
        "scaled ratio": 2.718,
        "scaled slope": 0.197,
    }
