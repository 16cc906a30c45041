// The referee: the rules of the game, applied to the cells of a solution. It shares no code with
// the searches, not even their graph, and tests compare it with the referee in Python.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

namespace puzzlesat::flowfree {

// A board; cells are numbered row by row.
struct CellBoard {
    int rows = 0, cols = 0;
    std::vector<int> flow;              // of the endpoint in each cell, -1 for any other cell
    std::vector<int> missing, bridges;  // cells
    // Cells, and 1 for the right side or 3 for the bottom.
    std::vector<std::array<int, 2>> walls, warps;
};

// What is wrong with paths, and the flow concerned, or -1:
//     paths: there is not one for each flow.
//     ends: the path does not lead from endpoint to endpoint, or leaves the board.
//     jumps: two cells in a row share no open side.
//     turns: the path does not cross a bridge straight.
//     meets: the path visits a cell that is visited already, or another flow's endpoint.
//     empty: a cell is not visited, or a bridge in one direction only.
//     touches: two cells of the path that share an open side are not consecutive, bridges aside.
struct PathFault {
    std::string_view code;
    int flow;
};

// Return the first fault of paths, one for each flow, given by their cells; nothing if they solve
// the puzzle. Only if flows must fill the board, a cell may not be empty; only under the strict
// rule, a path may not touch itself.
std::optional<PathFault> fault(const CellBoard& board, const std::vector<std::vector<int>>& paths,
                               bool strict, bool filling);

}  // namespace puzzlesat::flowfree
