// The referee: the rules of the game, applied to coloured fields. It shares no code with the
// searches, not even their graph, and tests compare it with the referee in Python.
#pragma once
#include <vector>

namespace puzzlesat::floodit {

// For each field, after how many of the moves it belongs to the flooded area: 0 if it does from the
// start, -1 if it never does. After t moves, the area has the colour of move t. The arguments are
// those of `floods`.
std::vector<int> joined(int rows, int cols, const std::vector<int>& colour,
                        const std::vector<int>& moves, int pivot);

// Whether moves, given by their colours, flood the whole board from a field. Fields are numbered
// row by row. Throws std::invalid_argument if a colour is negative or there is no such field.
bool floods(int rows, int cols, const std::vector<int>& colour, const std::vector<int>& moves,
            int pivot);

}  // namespace puzzlesat::floodit
