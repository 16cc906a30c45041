// Grids of equal fields in a picture.
#pragma once
#include <vector>

#include "picture/image.hpp"
#include "picture/picture.hpp"

namespace puzzlesat::picture {

// Equally spaced lines in one direction.
struct Axis {
    double origin = 0, pitch = 0;  // the first line, which is the centre of the first boundary
    int fields = 0;
    double inner_low = 0, inner_high = 1;  // where a field has no edges, as shares of the pitch
    double edge_free = 1;                  // the share of the pitch without edges, before a guess
    std::vector<float> support = {};       // of each line: the share of its length with an edge

    double line(double i) const { return origin + i * pitch; }
    double end() const { return line(fields); }
    // Keep only fields `from` to `to` - 1.
    void keep(int from, int to) {
        support = std::vector<float>(support.begin() + from, support.begin() + to + 1);
        origin += from * pitch;
        fields = to - from;
    }
    // The centre of the part of a field without edges, and the length of this part.
    double centre(int i) const { return line(i + (inner_low + inner_high) / 2); }
    double inner() const { return (inner_high - inner_low) * pitch; }
    // The range around line i where edges of the boundary may be.
    double low(double i) const { return line(i - (1 - inner_high)) - 1.6; }
    double high(double i) const { return line(i + inner_low) + 1.6; }
};

struct Grid {
    Axis x, y;
    double score = 0;

    int rows() const { return y.fields; }
    int cols() const { return x.fields; }
    int fields() const { return rows() * cols(); }
};

// The sum, over all pairs of neighbours in row i of the axis, of the share of their common side
// with an edge; the other axis runs along the row, and `across` are the edges along it.
float edges_in_row(const Axis& axis, const Edges& across, const Axis& other, int i);

// Candidates in decreasing order of their score.
std::vector<Grid> find_grids(const Edges& x, const Edges& y, Shape shape);

}  // namespace puzzlesat::picture
