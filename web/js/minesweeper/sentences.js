/** Why a field is certain: the kinds of proofs in engine/interface/README.md. In JSON, which Python reads too. */
export default {
  "reason": "{field} is [value:safe|a mine]: {because}.",
  "number": "{number} has [mines:[flags:no mine around it|its mine under the flag at {flags}|its {#flags} mines under the flags at {flags}]|[flags:|1 flag and |{#flags} flags and ]only {mines} covered field[mines:s||s] around it]",
  "sums": "{parts,}, so [value:[flags:|apart from its flag, |apart from its flags, ]{number} has no other mine|{number} has [others:|a mine on its only other covered field|mines on all its other covered fields]]",
  "part of sums": "{number} has [value:[all:at least {mines} mine[mines:s||s]|its [flags:|other ][mines:|mine|{mines} mines]]|[mines:no mine|at most {mines} mine[mines:s||s]]] [fields:|at|among] {fields}",
  "chain": "were it [value:a mine|safe], [parts:|{parts,}, but then ]{number} would have [most:|at most ]{mines}",
  "part of chain": "{number} would [mines:leave {fields} safe|make {fields} [fields:|a mine|mines]]",
  "total": "[numbers:[value:[flags:there are no mines|all mines are under flags]|the number of mines left equals the number of covered fields, {others}]|{numbers} [numbers:|has|have] [value:[all:|the only mine|both mines|all {all} mines]|{mines} of the {all} mine[all:s||s]][flags:|[all:| that is| that are] not under flags][value:|, and only {others} covered field[others:s||s] [others:are|is|are] left for the others]]",
  "numbers": "were it [value:a mine|safe], no placement of [total:mines|{mines} mine[mines:s||s]] would fit {numbers}",
  "given up": "no other placement of [total:mines|{mines} mine[mines:s||s]] fits all numbers"
};
