// The nodes and links of a board of cells, some of which have marks.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

constexpr int RIGHT_SIDE = 1, BOTTOM_SIDE = 3;  // indices in link and neighbour; 0 is left, 2 top

using Side = Pair;  // a cell and its right or bottom side

// Nodes are numbered in the order of their cells; the second nodes of bridges come last. Links are
// numbered from 0, horizontal ones first, each kind row by row.
struct Board : Graph {
    // Throws std::invalid_argument unless marks lie on the board.
    Board(int rows, int cols, const std::vector<int>& missing, const std::vector<int>& bridges,
          const std::vector<Side>& walls, const std::vector<Side>& warps);

    int rows, cols;
    std::vector<int> missing, bridges;
    std::vector<Side> walls, warps;
    std::vector<int> cell;  // of each node
    std::vector<int> node;  // of each cell; NONE if it is missing
    std::vector<int> down;  // the same, but the second node of each bridge
};

using MarkFault = std::pair<int, std::string>;  // a cell and what is wrong there

// The first fault of marks on cells of a board. A wall must separate two cells, a warp must join
// two, and a bridge must join two in each direction.
std::optional<MarkFault> fault_of_marks(int rows, int cols, const std::vector<int>& missing,
                                        const std::vector<int>& bridges,
                                        const std::vector<Side>& walls,
                                        const std::vector<Side>& warps);

}  // namespace puzzlesat::flowfree
