# The whole project in one image, with the pinned versions. The folder's results and figures stay on the host:
#   docker build -t puzzlesat .
#   docker run --rm -v "$PWD/out:/out" puzzlesat --cores 8              the thesis, as make reproduce
#   docker run --rm -v "$PWD/out:/out" puzzlesat --cores 8 audit        a study
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD/out:/out" puzzlesat    the same, with results that belong to you
#   docker run --rm -i --entrypoint floodit puzzlesat solve - < board.txt
FROM python:3.11-slim-bookworm
WORKDIR /puzzlesat
COPY . .
RUN tools/install.sh python
# For Snakemake under --user, where a user may have neither a name nor a home.
ENV HOME=/tmp USER=puzzlesat
WORKDIR /out
ENTRYPOINT ["snakemake", "--snakefile", "/puzzlesat/Snakefile"]
CMD ["--cores", "2"]
