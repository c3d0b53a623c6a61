"""Seeded computations: each takes a generator, returns a frozen record, and never plots."""
