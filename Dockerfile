# The whole project in one image, with the pinned versions. The folder's results and figures stay on the host:
#   docker build -t puzzlesat .
#   docker run --rm -v "$PWD/out:/out" puzzlesat --cores 8              the thesis, as make reproduce
#   docker run --rm -v "$PWD/out:/out" puzzlesat --cores 8 audit        a study
#   docker run --rm -i --entrypoint floodit puzzlesat solve - < board.txt
FROM python:3.11-slim-bookworm
WORKDIR /puzzlesat
COPY . .
RUN tools/install.sh python
WORKDIR /out
ENTRYPOINT ["snakemake", "--snakefile", "/puzzlesat/Snakefile"]
CMD ["--cores", "2"]
