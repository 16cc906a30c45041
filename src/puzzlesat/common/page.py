"""Self-contained HTML pages, made from a template, a shared style, and data."""

import json
from importlib.resources import files
from typing import Any


def styled(template: str) -> str:
    """Return a template with ``/*STYLE*/`` replaced by the style of all pages.

    >>> "color-scheme: light dark" in styled("<style>/*STYLE*/</style>")
    True
    """
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    return template.replace("/*STYLE*/", style.strip())


def filled(template: str, data: Any) -> str:
    r"""Return a `styled` template with ``/*DATA*/``, in a script element, replaced by JSON.

    >>> filled('<script type="application/json">/*DATA*/</script>', ["</script>"])
    '<script type="application/json">["\\u003c/script>"]</script>'
    """
    # Only the character < could end a script element too early.
    return styled(template).replace("/*DATA*/", json.dumps(data).replace("<", "\\u003c"))
