// The best next moves in a state: the safest fields, and those that lead on.
#pragma once
#include <optional>
#include <vector>

#include "minesweeper/counts.hpp"
#include "minesweeper/state.hpp"

namespace puzzlesat::minesweeper {

struct Move {
    int field;
    double safety;                // the probability that there is no mine
    std::optional<double> opens;  // that the field is safe and makes another one certainly safe
};

// The fields, the least likely to be a mine first. Ties go to the field with the fewest uncertain
// fields around it, because these are most likely all free of mines, then to the first field.
std::vector<int> safest_first(const State& state, const Counts& counts);

// The number of placements without a mine on some covered fields.
Natural safe_placements(State state, const std::vector<int>& fields, Memory& memory, Poll& poll);

// The best next moves, the best first, as far as time and memory allow. If a field is
// certainly safe, these are the safest fields.
std::vector<Move> best_moves(const State& state, const Counts& counts, Memory& memory, Poll& poll);

}  // namespace puzzlesat::minesweeper
