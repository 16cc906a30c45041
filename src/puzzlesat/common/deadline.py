"""The end of a time limit."""

from math import inf
from time import monotonic


class Deadline:
    """The time at which a limit of some wall-clock seconds from now ends; never without a limit.

    `at` is a value of `time.monotonic`.

    >>> Deadline(None).remaining, Deadline(60).remaining > 59
    (None, True)
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.at = inf if seconds is None else monotonic() + seconds

    @property
    def seconds_left(self) -> float:
        """The remaining seconds, negative after the deadline; infinite without a limit."""
        return self.at - monotonic()

    @property
    def remaining(self) -> float | None:
        """The remaining seconds, at least 0; None without a limit."""
        return None if self.at == inf else max(self.seconds_left, 0)

    def check(self) -> None:
        """Raise `TimeoutError` after the deadline."""
        if self.seconds_left < 0:
            raise TimeoutError


NEVER = Deadline()
