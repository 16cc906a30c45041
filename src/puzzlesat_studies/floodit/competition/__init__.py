"""The competition paper: its 20 instances, their hardness, and a family of instances.

The paper is *SAT Encodings for Flood-It Puzzle* (docs/instances.md). Its open questions on the
instances are answered by a description, and its claim that the number of moves m controls the
hardness is measured around the minimum. The family consists of instances that are neither too easy
nor too hard, by the rule of the SAT Competitions: an old solver must not solve them within a
minute, and a modern solver must solve them within an hour.
"""

from puzzlesat_studies.floodit.competition import family, hardness, instances
from puzzlesat_studies.floodit.competition.study import STUDY

# An import declares the steps of a module.
__all__ = ["STUDY", "family", "hardness", "instances"]
