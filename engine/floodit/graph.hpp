// The graph of a board's clusters, on which all searches work.
#pragma once
#include <span>
#include <vector>

namespace puzzlesat::floodit {

// The most clusters that are searched: with more, look-ups and beams would visit too many words to
// solve any board.
constexpr int MAX_CLUSTERS = 60'000;

using Moves = std::vector<int>;

// Clusters are numbered breadth-first from the pivot's cluster, number 0, so near clusters have low
// numbers.
struct Graph {
    // Throws std::invalid_argument if the numbers are inconsistent.
    Graph(const std::vector<int>& colours_of_fields, int cols, int k, int pivot);

    int clusters() const { return static_cast<int>(colour.size()); }
    std::span<const int> neighbours(int x) const {
        return {indices.data() + indptr[x], indices.data() + indptr[x + 1]};
    }
    std::size_t nbytes() const;

    int k;
    std::vector<int> indptr, indices;  // neighbours, by colour, then by number
    std::vector<int> colour, fields;   // of each cluster, its colour and number of fields
    std::vector<int> board_number;     // of each cluster, its number in the order of the board
};

// The moves of a player who floods as many fields as possible with each; ties go to the lowest
// colour.
Moves greedy(const Graph& graph, int start);

}  // namespace puzzlesat::floodit
