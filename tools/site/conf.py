"""Sphinx's configuration for site/source; see tools/documentation.py.

MyST reads the Markdown pages unchanged. The theme Furo includes fonts, scripts and search, so the
site needs neither a network nor a server.
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
html_show_search_summary = False  # it needs a server
html_static_path = ["static"]
html_css_files = ["site.css"]

myst_heading_anchors = 4

apidoc_modules = [
    {
        "path": "../../src/puzzlesat",
        "destination": "library",
        "exclude_patterns": ["**/cli", "**/cli/*"],  # on the pages of commands
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


def shared_packages(name: str, other_name: str) -> int:
    """Return the number of packages that two names share."""
    pairs = zip(name.split("."), other_name.split("."), strict=False)
    return len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))


class NearestObjectDomain(PythonDomain):
    """Resolve names to the nearest object: in the same module or, for a class, the same puzzle."""

    def find_obj(
        self, env: Any, modname: Any, classname: Any, name: str, type: Any, searchmode: int = 0
    ) -> list[Any]:
        """Return the object that a name in a module refers to, if any."""
        matches = super().find_obj(env, modname, classname, name, type, searchmode)
        module = modname or ""
        if not name.rpartition(".")[2][:1].isupper() and "." not in name:
            matches = [match for match in matches if match[0].startswith(f"{module}.")]
        matches.sort(key=lambda match: shared_packages(match[0], module), reverse=True)
        return matches[:1]


def escape_markup(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Escape the bars of |C|, the size of C, and colons, which are markup."""
    if what in ("data", "attribute", "property"):
        lines.insert(0, "\\ ")  # otherwise text before a colon is parsed as a type
    for number, line in enumerate(lines):
        if not re.search("[\"'`]", line):
            lines[number] = re.sub(r"\|(\w+)\|", r"∣\1∣", line)


def setup(app: Sphinx) -> None:
    """Register the resolution of names and the escaping."""
    app.add_domain(NearestObjectDomain, override=True)
    app.connect("autodoc-process-docstring", escape_markup, priority=400)  # before Napoleon
