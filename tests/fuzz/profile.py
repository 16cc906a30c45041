"""How many examples are tried."""

import os

from hypothesis import HealthCheck, Phase, settings

LONGER = int(os.environ.get("FUZZ", "0"))
"""How many times as many examples as usual, new ones each time; 0 for always the same few."""

EXAMPLES = 30
"""How many there are usually."""


def effort(share: float = 1.0) -> settings:
    """Return the settings of a test that tries a share of the examples of others."""
    return settings(
        max_examples=max(3, round(EXAMPLES * share * (LONGER or 1))),
        derandomize=not LONGER,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
