"""How bad input is answered: with one sentence."""


class Refused(ValueError):
    """What was asked cannot be done; the text is one sentence that says why."""
