#include "floodit/graph.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace puzzlesat::floodit {

namespace {

// The number of each field's cluster: 0 for the pivot's, the others in order of their lowest
// fields.
std::vector<int> cluster_of_fields(const std::vector<int>& colour, int cols, int pivot,
                                   int& count) {
    const int size = static_cast<int>(colour.size());
    std::vector<int> cluster(size, -1), reached(size);
    count = 0;
    for (int field = -1; field < size; ++field) {
        const int start = field < 0 ? pivot : field;
        if (cluster[start] >= 0) continue;
        cluster[start] = count;
        int n = 0;
        reached[n++] = start;
        for (int i = 0; i < n; ++i) {
            const int f = reached[i], column = f % cols;
            const auto visit = [&](int g) {
                if (cluster[g] < 0 && colour[g] == colour[start]) {
                    cluster[g] = count;
                    reached[n++] = g;
                }
            };
            if (f >= cols) visit(f - cols);
            if (column > 0) visit(f - 1);
            if (column < cols - 1) visit(f + 1);
            if (f + cols < size) visit(f + cols);
        }
        ++count;
    }
    return cluster;
}

// Neighbouring clusters, the lower number first, in order and each pair once.
std::vector<std::pair<int, int>> edges_between(const std::vector<int>& cluster, int cols) {
    const int size = static_cast<int>(cluster.size());
    std::vector<std::pair<int, int>> edges;
    edges.reserve(2 * cluster.size());
    const auto join = [&](int x, int y) {
        if (x != y) edges.emplace_back(std::min(x, y), std::max(x, y));
    };
    for (int f = 0; f < size; ++f) {
        if (f % cols < cols - 1) join(cluster[f], cluster[f + 1]);
        if (f + cols < size) join(cluster[f], cluster[f + cols]);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

void check(const std::vector<int>& colours, int cols, int k, int pivot) {
    const int size = static_cast<int>(colours.size());
    if (cols < 1 || size < 1 || size % cols != 0) {
        throw std::invalid_argument("the number of fields must be a multiple of the columns");
    }
    if (pivot < 0 || pivot >= size) throw std::invalid_argument("the pivot must be a field");
    if (k < 1 || k > 64) throw std::invalid_argument("there must be 1 to 64 colours");
    for (int c : colours) {
        if (c < 0 || c >= k) throw std::invalid_argument("a colour must be less than k");
    }
}

}  // namespace

Graph::Graph(const std::vector<int>& colours_of_fields, int cols, int k, int pivot) : k(k) {
    check(colours_of_fields, cols, k, pivot);
    int n = 0;
    const std::vector<int> cluster = cluster_of_fields(colours_of_fields, cols, pivot, n);
    std::vector<std::vector<int>> neighbours(n);  // in order, as the edges are
    for (const auto& [x, y] : edges_between(cluster, cols)) {
        neighbours[x].push_back(y);
        neighbours[y].push_back(x);
    }

    std::vector<int> number(n, -1);
    board_number.reserve(n);
    board_number.push_back(0);
    number[0] = 0;
    for (int i = 0; i < n; ++i) {
        for (int y : neighbours[board_number[i]]) {
            if (number[y] < 0) {
                number[y] = static_cast<int>(board_number.size());
                board_number.push_back(y);
            }
        }
    }

    colour.assign(n, 0);
    fields.assign(n, 0);
    for (int f = 0; f < static_cast<int>(cluster.size()); ++f) {
        const int x = number[cluster[f]];
        colour[x] = colours_of_fields[f];
        ++fields[x];
    }
    indptr.reserve(n + 1);
    indptr.push_back(0);
    for (int x = 0; x < n; ++x) {
        for (int y : neighbours[board_number[x]]) indices.push_back(number[y]);
        std::sort(indices.begin() + indptr[x], indices.end(),
                  [&](int y, int z) { return std::tie(colour[y], y) < std::tie(colour[z], z); });
        indptr.push_back(static_cast<int>(indices.size()));
    }
}

std::size_t Graph::nbytes() const {
    return sizeof(int) * (indptr.size() + indices.size() + 4 * colour.size());
}

Moves greedy(const Graph& graph, int start) {
    std::vector<char> reached(graph.clusters(), 0);
    std::vector<std::vector<int>> front(graph.k);  // by colour
    std::vector<int> gain(graph.k, 0), flooded{start};
    reached[start] = 1;
    for (Moves moves;;) {
        for (int x : flooded) {
            for (int y : graph.neighbours(x)) {
                if (reached[y]) continue;
                reached[y] = 1;
                front[graph.colour[y]].push_back(y);
                gain[graph.colour[y]] += graph.fields[y];
            }
        }
        const auto best = std::max_element(gain.begin(), gain.end());
        if (*best == 0) return moves;
        const int c = static_cast<int>(best - gain.begin());
        moves.push_back(c);
        flooded.swap(front[c]);
        front[c].clear();
        gain[c] = 0;
    }
}

}  // namespace puzzlesat::floodit
