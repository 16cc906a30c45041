// The exact numbers of placements of mines that fit a state, as numbers of any size.
//
// The placements on each component are counted in layers (layers.hpp), by their number of mines.
// Components, and the fields in no constraint, interact only through the number of all mines: on b
// fields in no constraint, r mines can be placed in C(b, r) ways. If the number of mines is
// unknown, every placement has the same weight, regardless of its number of mines.
#pragma once
#include <optional>
#include <vector>

#include "common/memory.hpp"
#include "common/natural.hpp"
#include "common/poll.hpp"
#include "minesweeper/network.hpp"

namespace puzzlesat::minesweeper {

struct Counts {
    // Fields with the same number of placements in which they are mines.
    struct Group {
        std::vector<int> fields;
        Natural placements;
    };
    Natural placements;
    std::vector<Group> groups;  // each variable and each free field is in one of them

    // The values of the fields that are the same in all placements, -1 for all other fields.
    Known certain(int fields) const;
};

// Count the placements of `mines` mines on the variables of a network and some free fields. Return
// nothing if none fits. Scopes have at most SCOPE variables, each of which is in at most SCOPE
// constraints.
std::optional<Counts> count(const Network& network, std::vector<int> free, std::optional<int> mines,
                            Memory& memory, Poll& poll);

}  // namespace puzzlesat::minesweeper
