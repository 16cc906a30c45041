// The best next moves in a state: the safest fields, those that lead on, and perfect play at the end
// of a game.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "minesweeper/counts.hpp"
#include "minesweeper/state.hpp"

namespace puzzlesat::minesweeper {

struct Move {
    int field;
    double safety;                // the probability that there is no mine
    std::optional<double> opens;  // that the field is safe and makes another one certainly safe
    std::optional<double> wins;   // of winning the game by perfect play that begins here
};

// The field with which perfect play begins, and the placements that it wins of all.
struct PerfectPlay {
    int field;
    std::int64_t wins, placements;
};

// The fields, the least likely to be a mine first. Ties go to the field with the fewest uncertain
// fields around it, because these are most likely all free of mines, then to the first field.
std::vector<int> safest_first(const State& state, const Counts& counts);

// Perfect play from a state with a known number of mines in which no field is certainly safe; nothing
// if too many placements fit, or the search would take too long.
std::optional<PerfectPlay> perfect_play(const State& state, const Counts& counts, Poll& poll);

// The best next moves, the best first; what is not known at the time limit is left out. If a field is
// certainly safe, these are the safest fields.
std::vector<Move> best_moves(const State& state, const Counts& counts, Memory& memory, Poll& poll);

}  // namespace puzzlesat::minesweeper
