"""Learn attention down to the last number."""
