// The referee: the rules of the game, applied to the cells of a solution. It shares no code with
// the searches, not even their graph, and tests compare it with the referee in Python.
#pragma once
#include <array>
#include <vector>

namespace puzzlesat::flowfree {

// A board; cells are numbered row by row.
struct Printed {
    int rows, cols;
    std::vector<int> flow;              // of the endpoint in each cell, -1 for any other cell
    std::vector<int> missing, bridges;  // cells
    // Cells, and 1 for the right side or 3 for the bottom.
    std::vector<std::array<int, 2>> walls, warps;
};

// Whether paths, one for each flow, given by their cells, obey the rules. Each connects the two
// endpoints of its flow through open sides, and crosses bridges straight; no two meet. If they must
// fill the board, they visit every cell, and bridges in both directions. Under the strict rule, any
// two cells of one path that share an open side are consecutive, bridges aside.
bool accepts(const Printed& board, const std::vector<std::vector<int>>& paths, bool strict,
             bool filling);

}  // namespace puzzlesat::flowfree
