// Random puzzles.
//
// Their flows are the paths of a random cover (random_cover.hpp), which are cut into the wanted
// number of flows or, if none is given, until there is one solution.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "common/poll.hpp"
#include "flowfree/graph.hpp"

namespace puzzlesat::flowfree {

constexpr int LEAST_LENGTH = 3;  // of a path, in nodes; the ends of shorter flows are neighbours
constexpr int LEVELS = 4;        // of difficulty
constexpr int MAX_TRIES = 1000;  // covers tried for a puzzle

// The fewest and the most flows for which a board has room; the latter is 0 if it has none.
Pair room_of(int rows, int cols, bool strict);

struct Wanted {
    enum class Solutions { one, several, any };
    int rows, cols;
    bool strict;
    int flows;  // for which the board has room, or 0 for any number
    Solutions solutions;
    int level;  // of a puzzle with one solution, or NONE for any
};

// The flow that ends in each cell, or NONE; nothing if no puzzle is found. The progress is the
// number of tries. Throws Stopped when time is up.
std::optional<std::vector<int>> generate(const Wanted& wanted, std::uint64_t seed,
                                         const std::function<void(int)>& on_try, Poll& poll);

}  // namespace puzzlesat::flowfree
