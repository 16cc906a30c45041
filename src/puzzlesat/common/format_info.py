"""What people need to know of the formats of a puzzle, apart from the functions that read them.

These tables need no other module, so ``--help`` starts fast.
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
    grammar : str
        The texts in this format, as sentences.
    example : str
        A text in this format, which fits no other format.
    neighbour : str
        A similar text that is refused.
    """

    name: str
    title: str
    grammar: str
    example: str
    neighbour: str


class FormatInfos(dict[str, FormatInfo]):
    """The formats of a puzzle by name, in order.

    `noun` is what is read, such as ``board``.
    """

    def __init__(self, noun: str, *infos: FormatInfo) -> None:
        super().__init__({info.name: info for info in infos})
        self.noun = noun
