"""Drawings of computed records; nothing here computes."""
