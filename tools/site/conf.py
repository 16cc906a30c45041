"""How Sphinx makes the site of site/source. See tools/documentation.py.

Sphinx with MyST: it reads the Markdown as it stands, takes numpydoc docstrings from the library,
and is kept by many. The theme Furo brings fonts, scripts and search along, so that the site is read
without a network, and from a folder without a server.
"""

import importlib.metadata
import re
from itertools import takewhile
from typing import Any

from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain

project = "puzzlesat"
author = "The puzzlesat developers"
release = importlib.metadata.version(project)

extensions = ["myst_parser", "sphinx.ext.apidoc", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]

html_theme = "furo"
html_title = project
html_copy_source = False
html_show_copyright = False
html_show_search_summary = False  # for which a browser would have to fetch what is not on a server
html_static_path = ["static"]
html_css_files = ["site.css"]

myst_heading_anchors = 4

apidoc_modules = [
    {
        "path": "../../src/puzzlesat",
        "destination": "library",
        "exclude_patterns": ["**/cli", "**/cli/*"],  # the pages of commands tell of these
        "separate_modules": True,
        "module_first": True,
        "max_depth": 1,
        "automodule_options": {"members", "show-inheritance"},
    }
]
exclude_patterns = ["library/modules.rst"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
napoleon_google_docstring = False
napoleon_use_ivar = True
default_role = "py:obj"


def shared(one: str, other: str) -> int:
    """Return how many packages two names share."""
    pairs = zip(one.split("."), other.split("."), strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


class Nearest(PythonDomain):
    """Names lead to what is nearest: in the same module or, for a class, in the same puzzle."""

    def find_obj(
        self, env: Any, modname: Any, classname: Any, name: str, type: Any, searchmode: int = 0
    ) -> list[Any]:
        """Return what a name in a module stands for, if anything."""
        found = super().find_obj(env, modname, classname, name, type, searchmode)
        here = modname or ""
        if not name.rpartition(".")[2][:1].isupper() and "." not in name:
            found = [match for match in found if match[0].startswith(f"{here}.")]
        found.sort(key=lambda match: shared(match[0], here), reverse=True)
        return found[:1]


def plain(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Keep the bars of |C|, the size of C, and colons, which would be taken for marks."""
    if what in ("data", "attribute", "property"):
        lines.insert(0, "\\ ")  # else what stands before a colon would be taken for its type
    for number, line in enumerate(lines):
        if not re.search("[\"'`]", line):
            lines[number] = re.sub(r"\|(\w+)\|", r"∣\1∣", line)


def setup(app: Sphinx) -> None:
    """Have names lead to what is nearest, and bars and colons be what they are."""
    app.add_domain(Nearest, override=True)
    app.connect("autodoc-process-docstring", plain, priority=400)  # before Napoleon
