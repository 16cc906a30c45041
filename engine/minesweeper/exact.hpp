// Exact numbers of the placements of mines that satisfy a network.
#pragma once
#include <vector>

#include "common/memory.hpp"
#include "common/natural.hpp"
#include "common/poll.hpp"
#include "minesweeper/groups.hpp"
#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {

using Numbers = std::vector<Natural>;

// The numbers of placements on one component.
struct Component {
    int least;                             // the fewest mines
    std::vector<std::vector<int>> groups;  // the fields of each group
    // Numbers of placements, by number of mines from `least` on: first all placements; then, for
    // each group, those with a mine on one of its fields.
    std::vector<Numbers> rows;
};

// Group the undecided variables of a network, and order the groups; members: the fields of each
// group.
Grouping grouping_of(const Network& network, const std::vector<signed char>& value,
                     std::vector<std::vector<int>>& members);

// Count the placements on each component, after propagation over pairs has decided `value`.
// Return false if no placement fits; held: the bytes of the numbers found. Scopes have at most
// SCOPE variables, each of which is in at most SCOPE constraints.
bool count_components(const Network& network, const std::vector<signed char>& value,
                      std::vector<Component>& found, Held& held, Poll& poll);

}  // namespace puzzlesat::minesweeper
