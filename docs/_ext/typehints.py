"""Types in the API reference, short enough to read: ``ArrayLike``, ``ndarray``, ``bool | None``.

Nothing is fetched at build time, so only types of this project become links.
"""

import re
import warnings
from dataclasses import dataclass
from itertools import takewhile
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union, get_args, get_origin

from numpy.typing import ArrayLike

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

_HOME = "attention_course"
_QUALIFIERS = re.compile(r"\b(?:\w+\.)+")
_GAP = r"\ "  # lets two inline marks touch


@dataclass(frozen=True)
class ShortTypes:
    """`short`, in the form of a configuration value that Sphinx can store and compare."""

    def __call__(self, annotation: object, _config: "Config") -> str:
        """Return an annotation as reStructuredText."""
        return short(annotation)


def short(annotation: object) -> str:
    """Return an annotation as reStructuredText.

    Parameters
    ----------
    annotation
        A type, resolved or still a string.

    Returns
    -------
    str
        The type's short name as code; a link where the type is one of this project.
    """
    if annotation is Any:
        return "``Any``"
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in {Union, UnionType}:
        return " | ".join(_alternatives(arguments))
    if origin is Literal:
        return f"``{' | '.join(map(repr, arguments))}``"
    if getattr(origin, "__name__", "") in {"ndarray", "NDArray"}:
        return "``ndarray``"
    if origin is not None and arguments:
        return _generic(origin, arguments)
    return _name(annotation)


def _alternatives(arguments: tuple[object, ...]) -> list[str]:
    """Name each member of a union; what makes up ``ArrayLike`` gets its own name back."""
    parts = set(get_args(ArrayLike))
    shown = []
    if parts and parts <= set(arguments):
        shown.append("``ArrayLike``")
        arguments = tuple(member for member in arguments if member not in parts)
    shown.extend(short(member) for member in arguments)
    return list(dict.fromkeys(shown))


def _generic(origin: object, arguments: tuple[object, ...]) -> str:
    inner = f",{_GAP} ".join(_argument(argument) for argument in arguments)
    return f"{_name(origin)}{_GAP}[{_GAP}{inner}{_GAP}]"


def _argument(argument: object) -> str:
    if argument is Ellipsis:
        return "..."
    if isinstance(argument, list):
        return f"[{_GAP}{f',{_GAP} '.join(map(short, argument))}{_GAP}]"
    return short(argument)


def _name(annotation: object) -> str:
    if annotation is NoneType or annotation is None:
        return "``None``"
    if isinstance(annotation, TypeVar | str):
        return f"``{getattr(annotation, '__name__', annotation)}``"
    name = getattr(annotation, "__qualname__", None) or getattr(annotation, "__name__", None)
    if name is None:
        return f"``{_QUALIFIERS.sub('', repr(annotation))}``"
    path = getattr(annotation, "__module__", "").split(".")
    if path[0] == _HOME:
        # What a private module holds is documented where its package surfaces it.
        public = takewhile(lambda part: not part.startswith("_"), path)
        return f":py:class:`~{'.'.join(public)}.{name}`"
    return f"``{name}``"


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Give the formatter to sphinx-autodoc-typehints."""
    app.setup_extension("sphinx_autodoc_typehints")
    app.config.typehints_formatter = ShortTypes()
    # It still calls what Sphinx 9 calls by another name; nothing the book could do about it.
    warnings.filterwarnings("ignore", module="sphinx_autodoc_typehints")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
