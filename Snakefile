# The workflow is in workflow/Snakefile. This file, or a symbolic link to it, includes it.

from pathlib import Path


include: Path(workflow.snakefile).resolve().parent / "workflow/Snakefile"


rule thesis:
    """All results of the thesis, which are the default target."""
    default_target: True
    input:
        rules.all.input,
