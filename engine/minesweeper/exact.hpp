// Exact numbers of the placements of mines that satisfy a network.
#pragma once
#include <cstdint>
#include <vector>

#include "common/memory.hpp"
#include "common/poll.hpp"
#include "minesweeper/groups.hpp"
#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {

// The numbers of placements on one component.
struct Component {
    explicit Component(Memory& memory) : numbers(memory) {}

    int least = 0;                         // the fewest mines
    int length = 0;                        // the number of mine counts, from `least` on
    std::vector<std::vector<int>> groups;  // the variables of each group
    // Rows of numbers of placements, by number of mines: first all placements; then, for each
    // group, those with a mine on one of its fields. Each number has `limbs` words of 32 bits, the
    // lowest first.
    CountedVector<std::uint32_t> numbers;
    int limbs = 2;
};

// Group the undecided variables of a network, and order the groups; members: the fields of each
// group.
Grouping grouping_of(const Network& network, const std::vector<signed char>& value,
                     std::vector<std::vector<int>>& members);

// Count the placements on each component, after propagation over pairs has decided `value`.
// Return false if no placement fits. Scopes have at most SCOPE variables, each of which is in at
// most SCOPE constraints.
bool count_components(const Network& network, const std::vector<signed char>& value,
                      std::vector<Component>& found, Memory& memory, Poll& poll);

}  // namespace puzzlesat::minesweeper
