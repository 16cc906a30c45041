"""The exceptions that are meant to be read by the person at the keyboard."""


class InputError(ValueError):
    """Something that a person gave cannot be used.

    The message is one sentence that names the file, line or key, says what is wrong and what would
    be right. The commands print it without a traceback and exit with status 1.
    """


class DisagreementError(RuntimeError):
    """Two independent ways to the same fact disagree, so one of them is wrong.

    The message names the board, so that the case can be taken up by itself.
    """
