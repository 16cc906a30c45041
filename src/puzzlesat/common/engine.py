"""Requests to the engine: what the web pages ask, too."""

import json
from collections.abc import Callable
from math import isinf
from typing import Any

from puzzlesat import _engine
from puzzlesat.common.errors import InputError


def ask(
    method: str,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    on_progress: Callable[[Any], None] | None = None,
    content: bytes = b"",
    **arguments: Any,
) -> Any:
    """Return the result of a method of the engine; see engine/interface/interface.hpp.

    Parameters
    ----------
    method : str
        Such as ``floodit.greedy``.
    seconds : float, optional
        The limit on wall-clock time.
    memory : int, optional
        The limit on the memory of a search, in bytes.
    on_progress : callable, optional
        Called with what the method reports while it runs.
    content : bytes
        The bytes of an argument that is no text, such as the pixels of a picture.
    **arguments
        The arguments of the method, as JSON has them.

    Raises
    ------
    InputError
        If the engine refuses the arguments; the message is its phrase.
    TimeoutError, MemoryError
        If time or memory is used up.

    Examples
    --------
    >>> ask("floodit.greedy", rows=[[0, 1]])
    {'moves': [1]}
    """
    limit = None if seconds is None or isinf(seconds) else max(seconds, 0)
    request = json.dumps({**arguments, "method": method, "seconds": limit})
    report = None if on_progress is None else lambda text: on_progress(json.loads(text))
    answer = json.loads(_engine.answer(request, report, memory, content))
    if "refusal" in answer:
        raise InputError(answer["refusal"])
    if "stopped" in answer:
        raise TimeoutError if answer["stopped"] == "timeout" else MemoryError
    return answer["result"]
