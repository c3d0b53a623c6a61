"""The kernel that runs the cells of a page: quiet, strict, and the same on every machine.

It gets an IPython folder of its own. So a reader's own start-up files have no say in the book,
a warning in a cell is an error, and the note that local sockets are not encrypted is not shown.
"""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.errors import SphinxError

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

# The kernel's own machinery may warn of what concerns its authors, not the book.
_MACHINERY = "(IPython|asyncio|ipykernel|jupyter_client|jupyter_core|tornado|traitlets|zmq)([.]|$)"

_PROFILE = f"""\
c = get_config()
c.IPKernelApp.log_level = 'ERROR'
c.HistoryManager.enabled = False
c.InteractiveShellApp.exec_lines = [
    "import warnings as _warnings",
    "_warnings.simplefilter('error')",
    "_warnings.filterwarnings('ignore', module={_MACHINERY!r})",
    "del _warnings",
]
"""

_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    # Pages are read in parallel: one thread each keeps them from taking turns, and sums the same.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
}

_ANSI = re.compile(r"\x1b\[[0-9;]*m")


class CellError(SphinxError):
    """A cell of a page failed."""

    category = "Cell error"


def prepare_kernel(app: "Sphinx") -> None:
    """Write the kernel's profile and point the kernels that will be started to it."""
    folder = Path(app.doctreedir) / "ipython"
    profile = folder / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    (profile / "ipython_kernel_config.py").write_text(_PROFILE, encoding="utf-8")
    os.environ.update(_ENVIRONMENT, IPYTHONDIR=str(folder))


def keep_executed_pages_out_of_the_way(app: "Sphinx") -> None:
    """Let MyST-NB leave its executed notebooks with the doctrees, not beside the book."""
    env: Any = app.env
    folder = Path(app.doctreedir) / "executed"
    env.mystnb_config = env.mystnb_config.copy(output_folder=str(folder))


def refuse_failed_cells(_app: "Sphinx", env: "BuildEnvironment") -> None:
    """Stop the build if a cell failed, showing the cell and its error.

    MyST-NB can raise by itself, but then shows neither.
    """
    runs: dict[str, Any] = vars(env).get("nb_metadata", {})
    failures = []
    for page, data in sorted(runs.items()):
        if told := data.get("exec_data", {}).get("traceback"):
            error = _ANSI.sub("", told.rpartition("nbclient.exceptions.")[2])
            failures.append(f"{page}: {error.strip()}")
    if failures:
        raise CellError("\n\n".join(failures))


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Prepare before the first page is read; MyST-NB makes its configuration just before."""
    app.setup_extension("myst_nb")
    app.connect("builder-inited", prepare_kernel)
    app.connect("builder-inited", keep_executed_pages_out_of_the_way, priority=900)
    app.connect("env-check-consistency", refuse_failed_cells)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
