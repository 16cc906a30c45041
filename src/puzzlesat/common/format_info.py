"""What the formats of a puzzle are called, apart from the functions that read and write them.

Tables of these names need no other module, so ``--help`` starts fast.
"""

from typing import NamedTuple


class FormatInfo(NamedTuple):
    """The name of a format, and what people need to know of it.

    Parameters
    ----------
    name : str
        The value of ``--format`` and ``--as``.
    title : str
        What the text consists of, as a phrase for ``--help``.
    example : str
        A text in this format, which reads automatically as this format.
    source : str
        Where texts in this format come from, as a phrase: a program, a site, a custom.
    """

    name: str
    title: str
    example: str
    source: str


class FormatInfos(dict[str, FormatInfo]):
    """The formats of a puzzle by name, in the order in which they are tried.

    `noun` is what is read, such as ``board``.
    """

    def __init__(self, noun: str, *infos: FormatInfo) -> None:
        super().__init__({info.name: info for info in infos})
        self.noun = noun
