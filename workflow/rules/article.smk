# The article, typeset from the tables and figures of all studies or of the reference.
# The results are listed in src/puzzlesat_studies/floodit/article/__init__.py.

from puzzlesat_studies.floodit.article.files import files as article_files

ARTICLE = study("article", "Article")


rule typeset:
    """Typeset the article."""
    input:
        text=ROOT / "docs/article/article.typ",
        others=[ROOT / f"docs/article/{name}" for name in ("numbers.typ", "references.yml")],
        results=list(article_files(ARTICLE["results"], ROOT).values()),
    output:
        "results/article.pdf",
    params:
        results=ARTICLE["results"],
        root=ROOT,
    shell:
        "python -m puzzlesat_studies floodit article typeset {input.text:q} --results {params.results} "
        "--root {params.root:q} -o {output} 2> {log}"


rule article:
    """The article about the reproduction."""
    input:
        rules.typeset.output,
