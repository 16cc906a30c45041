#include "flowfree/solve.hpp"

#include <algorithm>
#include <set>

#include "flowfree/frontier.hpp"
#include "flowfree/search.hpp"

namespace puzzlesat::flowfree {

namespace {

// The transitions that a count may keep: they take about 200 MB.
constexpr std::size_t MAX_TRANSITIONS = 12'000'000;

FrontierCount counted(const Puzzle& puzzle, std::size_t wanted, Poll& poll) {
    return count_by_frontier(puzzle.board, puzzle.flow, false, wanted, MAX_TRANSITIONS, poll);
}

Hint hint_of_count(const Puzzle& puzzle, const std::vector<int>& drawn, Poll& poll) {
    const auto found = counted(puzzle, 1, poll);
    if (found.solutions == 0) return {"unsolvable"};
    if (found.solutions > 1) return {"several"};
    const auto links = links_along(puzzle.board, found.listed.front());
    const std::set<int> known(drawn.begin(), drawn.end()), uses(links.begin(), links.end());
    for (const int link : drawn)
        if (!uses.contains(link)) return {"wrong", link};
    int next = NONE;
    for (const auto& path : found.listed.front()) {
        const auto flow = links_along(puzzle.board, {path});
        const auto is_drawn = [&](int link) { return known.contains(link); };
        const auto open = std::find_if_not(flow.begin(), flow.end(), is_drawn);
        if (open == flow.end()) continue;
        const bool is_begun = std::any_of(flow.begin(), flow.end(), is_drawn);
        if (next == NONE || is_begun) next = *open;
        if (is_begun) break;
    }
    if (next == NONE) return {"done"};
    return {"link", next, {.rule = "count", .link = next, .value = used}};
}

}  // namespace

Solutions solve(const Puzzle& puzzle, std::size_t wanted, Poll& poll) {
    bool is_full = false;  // whether the count ended for its memory
    Poll half(poll.left() / 2, [&poll](double) { poll.check(); });
    if (!puzzle.filling) try {
            auto found = counted(puzzle, wanted, half);
            return {std::move(found.listed), found.solutions <= wanted ? "complete" : "limit",
                    found.solutions == MANY ? std::nullopt : std::optional(found.solutions)};
        } catch (const Stopped& stopped) {  // too many to count
            is_full = stopped.limit == Stopped::Limit::memory;
        }
    // One more than wanted shows whether there are others. If cells may stay empty, solutions that
    // fill the board are some of all.
    auto found = search_and_learn(puzzle.board, puzzle.flow, puzzle.strict, wanted + 1,
                                  max_steps(puzzle.board.links()), poll);
    const bool is_more = found.solutions.size() > wanted;
    const bool is_complete = puzzle.filling && found.ended && !is_more;
    const bool is_ended = found.ended && (puzzle.filling || is_more);
    const auto open = is_full && found.ended ? "memory" : "timeout";
    if (is_more) found.solutions.resize(wanted);
    return {std::move(found.solutions), is_complete ? "complete" : is_ended ? "limit" : open, {}};
}

Hint hint(const Puzzle& puzzle, const std::vector<int>& drawn, Poll& poll) {
    try {
        return puzzle.filling ? hint(puzzle.board, puzzle.flow, puzzle.strict, drawn, poll)
                              : hint_of_count(puzzle, drawn, poll);
    } catch (const Stopped&) {
        return {"undecided"};
    }
}

}  // namespace puzzlesat::flowfree
