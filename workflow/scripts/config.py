"""Write the configuration of a run as YAML."""

import yaml

from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.script import log_to

log_to(snakemake.log[0])
with atomic_write(snakemake.output[0]) as file:
    yaml.safe_dump(dict(snakemake.config), file, sort_keys=False)
