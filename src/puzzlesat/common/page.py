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
    page = _text(f"{name}.html")
    map_ = re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
    first = re.search(r'<script type="module" src="js/([^"]+)"></script>', page)
    assert map_ is not None and first is not None, f"{name}.html has no modules"
    paths = json.loads(map_[1])["imports"]
    imports = json.dumps({"imports": {key: _module(path) for key, path in paths.items()}})
    begin = f'import "#{first[1]}";'
    style = _text("style.css")
    policy = (
        f"default-src 'none'; script-src data: 'wasm-unsafe-eval' {digest(imports)} "
        f"{digest(begin)}; style-src {digest(style)}; img-src data: blob:; worker-src blob:; "
        "base-uri 'none'; form-action 'none'"
    )
    data = "" if puzzle is None else _data("puzzle", "application/json", json_in_script(puzzle))
    engine = application() / "engine/puzzlesat.wasm.gz"
    scripts = "".join(
        [
            f'<script type="importmap">{imports}</script>\n',
            data,
            _data("worker", "text/plain", _worker().replace("</script", "<\\/script")),
            _data("module", "text/plain", b64encode(engine.read_bytes()).decode()),
            f'<script type="module">{begin}</script>',
        ]
    )
    heading = f"{escape(title)} – " if title else ""
    for old, new in (
        (r'(http-equiv="Content-Security-Policy" content=)"[^"]*"', rf'\1"{policy}"'),
        (r'<link rel="(?:manifest|modulepreload)"[^>]*>\n', ""),
        (re.escape(map_[0]), ""),
        (r'<link rel="stylesheet" href="style.css">', f"<style>{style}</style>"),
        (re.escape(first[0]), ""),
        (r"<title>", f"<title>{heading}"),
        (r'(<a\b[^>]*?) href="[^"#:]*"', r"\1"),  # other files
        (r'href="icon.svg"', f'href="{_icon()}"'),
        (r"</body>", f"{scripts}\n</body>"),
    ):
        # A replacement that is not a template stands for itself.
        page = re.sub(old, new if r"\1" in new else lambda _, new=new: new, page)
    return page


def _text(path: str) -> str:
    return (application() / path).read_text("utf-8")


def json_in_script(data: object) -> str:
    """Return JSON that can stand in a script element."""
    # Only the character < could end a script element too early.
    return json.dumps(data).replace("<", "\\u003c")


def _data(name: str, kind: str, text: str) -> str:
    """Return an element with data, which a browser does not run."""
    return f'<script type="{kind}" id="{name}">{text}</script>\n'


def digest(text: str) -> str:
    """Return the source that a Content-Security-Policy gives for a script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _url(kind: str, text: str) -> str:
    return f"data:{kind};base64,{b64encode(text.encode()).decode()}"


def _module(path: str) -> str:
    return _url("text/javascript", _text(path.removeprefix("./")))


def _icon() -> str:
    return _url("image/svg+xml", _text("icon.svg"))


def _worker() -> str:
    """Return the script of the worker with its parts in place of the call that loads them."""
    script = _text("js/worker.js")
    call = re.search(r"^importScripts\((.*?)\);$", script, re.MULTILINE | re.DOTALL)
    assert call is not None, "js/worker.js loads no parts"
    parts = [_text(f"js/{name}") for name in re.findall(r'"([^"]+)"', call[1])]
    return script.replace(call[0], "\n".join(parts))
