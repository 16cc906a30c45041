"""The number of examples."""

import os

from hypothesis import HealthCheck, Phase, settings

LONGER = int(os.environ.get("FUZZ", "0"))
"""The factor for the number of new examples; with 0, a small fixed set is used."""

EXAMPLES = 30
"""The usual number of examples."""


def effort(share: float = 1.0) -> settings:
    """Return the settings for a test, with this share of the usual number of examples."""
    return settings(
        max_examples=max(3, round(EXAMPLES * share * (LONGER or 1))),
        derandomize=not LONGER,
        database=None,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
