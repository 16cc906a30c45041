// Flood-It.
#include <algorithm>

#include "floodit/referee.hpp"
#include "floodit/schedule.hpp"
#include "interface/interface.hpp"

namespace puzzlesat {

namespace {

constexpr int MAX_FIELDS = 40'000;  // larger boards exceed the memory of a page
constexpr int MAX_COLOURS = 62;

struct Board {
    int rows, cols, k, pivot;
    std::vector<int> colours;
};

Board board_of(const Call& call) {
    const auto* rows = call["rows"].list();
    const auto* top = rows && !rows->empty() ? rows->front().list() : nullptr;
    refuse_unless(top && !top->empty(), "the board has no field; give at least one row");
    const auto cols = std::ssize(*top), fields = cols * std::ssize(*rows);
    refuse_unless(fields <= MAX_FIELDS, "the board has " + std::to_string(fields) +
                                            " fields; the engine takes at most " +
                                            std::to_string(MAX_FIELDS));
    std::vector<int> colours;
    int most = 0;
    for (const auto& row : *rows) {
        const auto* items = row.list();
        refuse_unless(items && std::ssize(*items) == cols,
                      "the rows of the board differ in length; make them equally long");
        for (const auto& colour : *items) {
            colours.push_back(whole(
                colour, 0, MAX_COLOURS - 1,
                "the colours must be whole numbers from 0 to " + std::to_string(MAX_COLOURS - 1)));
            most = std::max(most, colours.back() + 1);
        }
    }
    const int k =
        whole(call["k"], most, MAX_COLOURS,
              "the number of colours must be a whole number from " + std::to_string(most) +
                  ", the largest colour plus one, to " + std::to_string(MAX_COLOURS),
              most);
    const int height = static_cast<int>(std::ssize(*rows)), width = static_cast<int>(cols);
    int pivot = 0;
    if (!call["start"].is_null()) {
        const auto start = field_at(call["start"], height, width);
        refuse_unless(start.has_value(), "the start is not on the board");
        pivot = *start;
    }
    return {height, width, k, pivot, colours};
}

floodit::Graph graph_of(const Call& call) {
    const auto board = board_of(call);
    return {board.colours, board.cols, board.k, board.pivot};
}

// The bounds of the fewest moves, and the best solution so far.
Json bounds_of(int lower, const floodit::Moves& moves) {
    return object({{"lower", lower}, {"upper", moves.size()}, {"moves", moves}});
}

Json solve(Call& call) {
    const auto graph = graph_of(call);
    auto moves = floodit::greedy(graph, 0);
    floodit::Bounds bounds{floodit::lower_bound(graph), static_cast<int>(moves.size()), {}, {}};
    const auto tell = [&] { call.progress(bounds_of(bounds.lower, moves)); };
    bounds.on_refuted = [&](int, const std::string&) { tell(); };
    bounds.on_improved = [&](const floodit::Moves& found, const std::string&) {
        moves = found;
        tell();
    };
    tell();
    const char* status = "memory";  // unless the bounds are closed
    try {
        if (!bounds.closed()) {
            const auto search = floodit::make_search(graph, call.memory());
            floodit::close_bounds(*search, bounds, {}, call.poll);
        }
    } catch (const Stopped& stopped) {
        if (stopped.limit == Stopped::Limit::time) status = "timeout";
    } catch (const std::bad_alloc&) {
    }
    return object({{"status", bounds.closed() ? "optimal" : status},
                   {"lower", bounds.lower},
                   {"upper", moves.size()},
                   {"moves", moves},
                   {"minimum", bounds.closed() ? Json(bounds.lower) : Json()}});
}

Json greedy(Call& call) { return object({{"moves", floodit::greedy(graph_of(call), 0)}}); }

// After how many of some moves each field is flooded, and after how many all are.
Json play(Call& call) {
    const auto board = board_of(call);
    const auto* list = call["moves"].list();
    refuse_unless(list, "the moves must be a list of colours");
    floodit::Moves moves;
    for (const auto& move : *list)
        moves.push_back(whole(move, 0, board.k - 1,
                              "a move must be a colour from 0 to " + std::to_string(board.k - 1)));
    const auto joined = floodit::joined(board.rows, board.cols, board.colours, moves, board.pivot);
    const auto [least, last] = std::minmax_element(joined.begin(), joined.end());
    return object(
        {{"joined", rows_of(joined, board.cols)}, {"flooded", *least < 0 ? Json() : Json(*last)}});
}

constexpr Method METHODS[] = {{"floodit.solve", solve, "rows, k, start"},
                              {"floodit.greedy", greedy, "rows, k, start"},
                              {"floodit.play", play, "rows, k, start, moves"}};

}  // namespace

std::span<const Method> floodit_methods() { return METHODS; }

}  // namespace puzzlesat
