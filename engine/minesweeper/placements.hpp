// Drawing placements of mines that fit.
#pragma once
#include <optional>
#include <vector>

#include "common/memory.hpp"
#include "common/poll.hpp"
#include "common/random.hpp"
#include "minesweeper/network.hpp"
#include "minesweeper/state.hpp"

namespace puzzlesat::minesweeper {

using Placement = std::vector<char>;  // of each field, whether it has a mine

// A placement of `mines` mines, or of any number, on the variables of a network and some free
// fields; nothing if none fits. It is drawn at random but not uniformly; without a generator, it is
// always the same.
std::optional<Placement> placement(const Network& network, std::vector<int> free,
                                   std::optional<int> mines, int fields, Memory& memory, Poll& poll,
                                   Random* random = nullptr);

// The same on the covered fields of a state.
std::optional<Placement> placement(const State& state, Memory& memory, Poll& poll,
                                   Random* random = nullptr);

}  // namespace puzzlesat::minesweeper
