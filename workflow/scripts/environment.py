"""Write versions, machine, date and configuration, and where times were measured, as JSON."""

import json

from puzzlesat.common.files import atomic_write
from puzzlesat_studies.core.environment import record
from puzzlesat_studies.core.script import log_to

log_to(snakemake.log[0])
run_record = record(snakemake.params.config, snakemake.input.get("times", []))
with atomic_write(snakemake.output[0]) as file:
    file.write(json.dumps(run_record, indent=2, ensure_ascii=False) + "\n")
