"""Pages of the web application as single files that contain a puzzle and work offline.

The application is in ``web/``; its pages, styles, modules and compiled engine are packed into one
file (docs/web.md).
"""

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any


@cache
def application() -> Traversable:
    """Return the folder of the application: that of the package or, in a clone, ``web``."""
    packed = files("puzzlesat") / "web"
    return packed if packed.is_dir() else Path(__file__).parents[3] / "web"


IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"#([^"]+)";?$', re.MULTILINE)
LATER = re.compile(r'\bimport\("#([^"]+)"\)')
"""How a module imports another one: at its start, or when it is needed."""


def modules(entry_point: str) -> list[str]:
    """Return the paths of a module of the application and of all that it imports."""
    paths = [entry_point]
    for path in paths:
        text = _read(path)
        imported = dict.fromkeys(IMPORT.findall(text) + LATER.findall(text))
        paths += [each for each in imported if each not in paths]
    return sorted(paths)


def single_page(name: str, title: str = "", puzzle: Mapping[str, Any] | None = None) -> str:
    r"""Return a page of the application as one file that needs neither a server nor other files.

    Parameters
    ----------
    name : str
        ``floodit``, ``flowfree`` or ``minesweeper``.
    title : str
        Precedes the title of the page.
    puzzle : mapping, optional
        The object with which the page starts: a ``puzzle`` and, if there are any, ``steps``. By
        default, the page shows an example.

    Examples
    --------
    >>> text = single_page("floodit", "</title>", {"puzzle": {"rows": [[0]], "symbols": ["<"]}})
    >>> "<title>&lt;/title&gt;" in text, '"symbols": ["\\u003c"]' in text, 'src="' in text
    (True, True, False)
    """
    page = _read(f"{name}.html")
    import_map = re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
    entry = re.search(r'<script type="module" src="js/([^"]+)"></script>', page)
    assert import_map is not None and entry is not None, f"{name}.html has no modules"
    paths = modules(f"js/{entry[1]}")
    urls = {f"#{path}": _data_url("text/javascript", path) for path in paths}
    imports = json.dumps({"imports": urls})
    entry_import = f'import "#js/{entry[1]}";'
    style = _read("style.css")
    policy = (
        f"default-src 'none'; script-src data: 'wasm-unsafe-eval' {csp_source(imports)} "
        f"{csp_source(entry_import)}; style-src {csp_source(style)}; img-src data: blob:; "
        "worker-src blob:; base-uri 'none'; form-action 'none'"
    )
    # Only the character < could end a script element too early.
    json_text = json.dumps(puzzle).replace("<", "\\u003c")
    data = "" if puzzle is None else _data_element("puzzle", "application/json", json_text)
    engine = application() / "engine/puzzlesat.wasm.gz"
    worker = _read("js/worker.js").replace("</script", "<\\/script")
    worker = worker.replace("\nexport ", "\n")  # in a file, a worker cannot be a module
    scripts = "".join(
        [
            f'<script type="importmap">{imports}</script>\n',
            data,
            _data_element("worker", "text/plain", worker),
            _data_element("module", "text/plain", b64encode(engine.read_bytes()).decode()),
            f'<script type="module">{entry_import}</script>',
        ]
    )
    heading = f"{escape(title)} – " if title else ""
    for pattern, replacement in (
        (r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', rf'\1"{policy}"'),
        (r'<link rel="manifest"[^>]*>\n', ""),
        (re.escape(import_map[0]), ""),
        (r'<link rel="stylesheet" href="style.css">', f"<style>{style}</style>"),
        (re.escape(entry[0]), ""),
        (r"<title>", f"<title>{heading}"),
        (r'(<a\b[^>]*?) href="[^"#:]*"', r"\1"),  # other files
        (r'href="icon.svg"', f'href="{_data_url("image/svg+xml", "icon.svg")}"'),
        (r"</body>", f"{scripts}\n</body>"),
    ):
        # A replacement that is not a template stands for itself.
        page = re.sub(
            pattern, replacement if r"\1" in replacement else lambda _, text=replacement: text, page
        )
    return page


def _read(path: str) -> str:
    return (application() / path).read_text("utf-8")


def _data_element(name: str, mime_type: str, text: str) -> str:
    """Return an element with data, which a browser does not run."""
    return f'<script type="{mime_type}" id="{name}">{text}</script>\n'


def csp_source(text: str | bytes) -> str:
    """Return the source that a Content-Security-Policy gives for a script or style."""
    content = text.encode() if isinstance(text, str) else text
    return f"'sha256-{b64encode(sha256(content).digest()).decode()}'"


def _data_url(mime_type: str, path: str) -> str:
    return f"data:{mime_type};base64,{b64encode((application() / path).read_bytes()).decode()}"
