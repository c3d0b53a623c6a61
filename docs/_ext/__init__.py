"""The book's own small Sphinx extensions."""
