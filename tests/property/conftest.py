"""One profile for all properties: the same examples on every run, and no clock."""

from hypothesis import settings

settings.register_profile("course", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("course")
