"""Our methods beside other people's solvers."""
