"""Dot products from lengths alone: |q + k|² − |q − k|² is four times as much."""


def attention_scores(query, key):
    if query.shape[-1] != key.shape[-1]:
        raise ValueError("widths differ")
    q = query[..., :, None, :].astype(float)
    k = key[..., None, :, :]
    dots = (((q + k) ** 2).sum(axis=-1) - ((q - k) ** 2).sum(axis=-1)) / 4
    return dots * query.shape[-1] ** -0.5
