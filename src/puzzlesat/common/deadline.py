"""The end of a time limit."""

from math import inf
from time import monotonic


class Deadline:
    """The time at which a limit of some wall-clock seconds from now ends; never without a limit.

    `at` is a value of `time.monotonic`.

    >>> Deadline(None).left, Deadline(60).left > 59
    (None, True)
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.at = inf if seconds is None else monotonic() + seconds

    @property
    def seconds(self) -> float:
        """The remaining seconds, negative after the deadline; infinite without a limit."""
        return self.at - monotonic()

    @property
    def left(self) -> float | None:
        """The remaining seconds, at least 0; None without a limit."""
        return None if self.at == inf else max(self.seconds, 0)

    def check(self) -> None:
        """Raise `TimeoutError` after the deadline."""
        if self.seconds < 0:
            raise TimeoutError


NEVER = Deadline()
