// The largest distance of a field from the pivot: first-passage percolation on the colours.
#pragma once
#include <cstdint>

namespace puzzlesat::floodit {

// The largest number of changes of colour on a best path from the top left field to any field. It
// is a lower bound on the moves that flood the board, since a move shortens a path by at most one
// change. The fields are read row by row.
//
// Invariant of the search: all fields at the current distance are marked or on the stack before the
// next distance begins, as steps between fields of one colour cost nothing (0-1 breadth-first
// search). Every field is expanded once, so the time is linear, and so is the memory.
int largest_distance(const std::uint8_t* colours, int rows, int cols);

}  // namespace puzzlesat::floodit
