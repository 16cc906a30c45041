// Flood-It for JavaScript.
#include "floodit/schedule.hpp"
#include "interface.hpp"

using namespace puzzlesat;
using namespace puzzlesat::web;

namespace {

constexpr int MAX_FILED = 4000;  // as in the Python interface

floodit::Graph graph_of(Input& input) {
    const int cols = input.number(), k = input.number(), start = input.number();
    return {input.list(), cols, k, start};
}

std::string bounds_of(int lower, const floodit::Moves& moves, const char* status) {
    return object({{"status", json(status)},
                   {"lower", json(lower)},
                   {"upper", json(moves.size())},
                   {"moves", json(moves)}});
}

}  // namespace

// A time limit, columns, colours, start and fields.
EXPORTED(floodit_solve)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) {
        floodit::Options options;
        options.seconds = input.seconds();
        const auto graph = graph_of(input);
        int lower = floodit::lower_bound(graph);
        auto moves = floodit::greedy(graph, 0);
        const auto tell = [&] { progress(bounds_of(lower, moves, "running").c_str()); };
        tell();
        const char* status = "optimal";
        if (lower < std::ssize(moves)) try {
                const auto search = floodit::make_search(graph, MAX_FILED, MEMORY, 1);
                const auto refuted = [&](int p, const std::string&) {
                    lower = p + 1;
                    tell();
                };
                const auto improved = [&](const floodit::Solution& found, const std::string&) {
                    moves = found.moves;
                    tell();
                };
                floodit::Bounds bounds{lower, static_cast<int>(moves.size()), refuted, improved};
                Poll poll(options.seconds);
                floodit::close(*search, {0}, bounds, options, poll);
            } catch (const Stopped& stopped) {
                status = stopped.reason == Stopped::Reason::time ? "timeout" : "memory";
            } catch (const std::bad_alloc&) {
                status = "memory";
            }
        return bounds_of(lower, moves, lower < std::ssize(moves) ? status : "optimal");
    });
}

// Columns, colours, start and fields.
EXPORTED(floodit_greedy)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) {
        return object({{"moves", json(floodit::greedy(graph_of(input), 0))}});
    });
}
