"""Configuration of the book; what it does is done by the extensions it names."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "exercises")]

project = "attention_course"
author = "The attention_course authors"
language = "en"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_autodoc_typehints",
    "sphinxcontrib.bibtex",
    "_ext.exercises",
    "_ext.fonts",
    "_ext.kernel",
    "_ext.mathml",
    "_ext.not_found",
    "_ext.palette_css",
    "_ext.section_code",
    "_ext.typehints",
    "_ext.value",
]
exclude_patterns = ["_*", "**/.*", "**.ipynb", "jupyter_execute", "build"]
nitpicky = True
# Nothing is fetched at build time, so names of Python and NumPy have nowhere to link to.
nitpick_ignore_regex = [(r"py:.*", r"(?!attention_course\b).*")]

myst_enable_extensions = [
    "amsmath",
    "attrs_block",
    "attrs_inline",
    "colon_fence",
    "deflist",
    "dollarmath",
]
myst_heading_anchors = 3
myst_links_external_new_tab = False

# Only inline execution lets a value be computed in the text; it always runs and never caches.
nb_execution_mode = "inline"
nb_execution_timeout = 90
nb_execution_in_temp = True
nb_code_prompt_show = "Show the code"
nb_code_prompt_hide = "Hide the code"
nb_eval_name_regex = r"(?s).+"
nb_merge_streams = True
nb_output_stderr = "error"
nb_render_markdown_format = "gfm"

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
autodoc_typehints = "none"
napoleon_google_docstring = False
napoleon_custom_sections = [("Attributes", "params_style")]
napoleon_use_rtype = False
typehints_document_rtype = False  # Docstrings say it, with the shape.

bibtex_bibfiles = ["references.bib"]
bibtex_default_style = "plain"

html_theme = "furo"
html_title = "Attention · a course you can run"
html_math_renderer = "mathml"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_favicon = "_static/favicon.svg"
html_css_files = ["book.css"]
html_js_files = [("scrollable.js", {"loading_method": "defer"})]
html_copy_source = False
html_show_search_summary = False  # It fetches pages, which a browser refuses for files.
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
html_domain_indices = False
html_permalinks_icon = "#"
html_theme_options = {"top_of_page_buttons": []}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
math_number_all = False
numfig = False

notfound_urls_prefix = os.environ.get("BOOK_URL_PREFIX", "/")
