"""How much memory arrays take, known before they are made, so that a limit holds."""

from collections.abc import Callable, Iterable
from typing import Any

from numpy.typing import NDArray

Arrays = Iterable[NDArray[Any]]
"""What is made together, such as a tuple with names."""


def taken(arrays: Arrays) -> int:
    """Return how many bytes arrays take.

    Examples
    --------
    >>> import numpy as np
    >>> taken([np.zeros(3, np.int16), np.zeros((2, 5), np.uint64)])
    86
    """
    return sum(array.nbytes for array in arrays)


def most(make: Callable[[int], Arrays], memory: int) -> int:
    """Return the largest number for which arrays fit into so many bytes, 0 if there is none.

    Parameters
    ----------
    make : function
        Makes the arrays for a number, with which their size grows evenly.
    memory : int

    Examples
    --------
    >>> import numpy as np
    >>> most(lambda n: [np.zeros(4, np.int8), np.zeros(10 * n, np.int8)], 33)
    2
    """
    one, two = taken(make(1)), taken(make(2))
    return max(0, 1 + (memory - one) // (two - one))
