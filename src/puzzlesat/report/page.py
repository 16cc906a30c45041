"""Pages that are one file: a template, and what it is told."""

import json
from typing import Any


def filled(template: str, data: Any) -> str:
    r"""Return a page whose ``/*DATA*/`` is replaced by JSON, inside of a script element.

    Examples
    --------
    >>> filled('<script type="application/json">/*DATA*/</script>', ["</script>"])
    '<script type="application/json">["\\u003c/script>"]</script>'
    """
    # Inside a script element, only the sign < could end it too early.
    return template.replace("/*DATA*/", json.dumps(data).replace("<", "\\u003c"))
