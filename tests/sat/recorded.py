"""A solver that records its calls."""

from puzzlesat.sat.solver import solve


class Recorded:
    """A solver of PySAT, and for each call the assumptions and the model, or None."""

    def __init__(self, solver):
        self.pysat, self.calls = solver, []

    def __getattr__(self, name):
        return getattr(self.pysat, name)

    def decide(self, wall_limit, assumptions):
        """Decide the formula, as a program does (`puzzlesat.sat.external`)."""
        answer = solve(self.pysat, wall_limit, assumptions)
        self.calls.append((list(assumptions), self.pysat.get_model() if answer else None))
        return answer
