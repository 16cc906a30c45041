// What players ask, answered by the method that suits the rule.
//
// If flows must fill the board, a search answers. Otherwise there usually are many solutions, which
// are counted (frontier.hpp) as far as time and memory allow.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "common/poll.hpp"
#include "flowfree/board.hpp"
#include "flowfree/reasons.hpp"

namespace puzzlesat::flowfree {

struct Puzzle {
    Board board;
    std::vector<int> flow;  // that ends at each node, or NONE
    bool strict, filling;   // whether no flow may touch itself, and flows must fill the board
};

struct Solutions {
    std::vector<Paths> listed;
    // complete: there are no others; limit: there may be more than wanted; timeout, memory: a limit
    // was reached, so that their number is undecided.
    std::string_view status;
    std::optional<std::uint64_t> number;  // if they were counted
};

// At most `wanted` solutions.
Solutions solve(const Puzzle& puzzle, std::size_t wanted, Poll& poll);

// A hint if some links are drawn. If cells may stay empty, it is a link of the only solution, next
// to what is drawn if possible.
Hint hint(const Puzzle& puzzle, const std::vector<int>& drawn, Poll& poll);

}  // namespace puzzlesat::flowfree
