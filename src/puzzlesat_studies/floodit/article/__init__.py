"""The article about the reproduction, typeset from its results (``snakemake article``).

The article's text is docs/article/article.typ; docs/article/numbers.typ computes every number in
the text from tables. ``article.results`` in the configuration names the folder of these tables:
``reference`` contains the recorded measurements; with ``results``, the studies are run first.

\b
results/article.pdf  the article
"""  # noqa: D301 (click keeps the lines of such a list)

STEPS = {"typeset": "steps:typeset"}
