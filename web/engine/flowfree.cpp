// Flow Free for JavaScript.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <set>

#include "flowfree/board.hpp"
#include "flowfree/frontier.hpp"
#include "flowfree/learning.hpp"
#include "flowfree/random_cover.hpp"
#include "flowfree/search.hpp"
#include "interface.hpp"

using namespace puzzlesat;
using namespace puzzlesat::flowfree;
using web::answer, web::Input, web::json, web::object;

namespace {

struct Puzzle {
    Board board;
    std::vector<int> flow;  // of each node
    bool strict;
    int cols;
};

Puzzle puzzle_of(Input& input) {
    const bool strict = input.number() > 0;
    const int rows = input.number(), cols = input.number();
    const auto flow = input.list(), missing = input.list(), bridges = input.list();
    const auto walls = input.rows<2>(), warps = input.rows<2>();
    if (rows < 1 || cols < 1 || std::ssize(flow) != std::int64_t{rows} * cols)
        throw std::invalid_argument("a board must contain every cell");
    Puzzle puzzle{{rows, cols, missing, bridges, walls, warps}, {}, strict, cols};
    for (const int x : puzzle.board.cell) puzzle.flow.push_back(flow[x]);
    return puzzle;
}

// The number of steps after which clauses are learnt; see solve/direct.py.
std::int64_t max_steps(int links) {
    return links <= 2'000 ? 200'000 : std::min(20 * links, 2'000'000);
}

Paths cells_of(const Board& board, Paths paths) {
    for (auto& path : paths)
        for (int& x : path) x = board.cell[x];
    return paths;
}

// The transitions that a count may keep: they take about 200 MB.
constexpr std::size_t MOST_TRANSITIONS = 12'000'000;

// Propagate from some used links; return nothing if the rules find a contradiction.
std::optional<Propagation> propagated(const Puzzle& puzzle, const std::vector<int>& known) {
    Propagation state(puzzle.board, puzzle.flow, puzzle.strict);
    if (!state.start()) return {};
    for (const int link : known) {
        if (link < 0 || link >= puzzle.board.links())
            throw std::invalid_argument("there is no such link");
        if (!state.assign(link, used) || !state.propagate()) return {};
    }
    return state;
}

// The generator: src/puzzlesat/flowfree/solve/generate.py and cutting.py describe the method.

constexpr int LEAST = 3, MOVES_PER_CELL = 4000, STEPS_PER_LINK = 400, SAMPLE = 32;
constexpr double FEWEST = 0.6, MOST = 1.2;  // flows for each row
constexpr double ROUNDS[] = {0, 1, std::numeric_limits<double>::infinity()};

struct Request {
    int rows, cols, flows, level;  // flows: 0 if any number will do; level: -1 if any
    bool strict;
};

class Generator {
public:
    Generator(const Request& request, std::uint64_t seed, Poll& poll)
        : request_(request),
          board_(request.rows, request.cols, {}, {}, {}, {}),
          random_(seed),
          poll_(poll) {}

    // The flow that ends at each cell, or -1; nothing if this attempt fails.
    std::optional<std::vector<int>> attempt() {
        paths_ = cover();
        const bool is_counted = request_.flows > 0;
        while (is_counted && std::ssize(paths_) < request_.flows)
            if (!cut_longest()) return {};
        if (is_counted && std::ssize(paths_) != request_.flows) return {};
        // If flows may touch themselves, uniqueness can hardly be proved in any other way.
        const int level = request_.level < 0 && !request_.strict ? 2 : request_.level;
        if (!is_counted && 0 <= level && level < 3 && !ease(ROUNDS[level])) return {};
        while (true) {
            const auto other = other_links();
            if (!other) break;
            if (is_counted || !cut(*other)) return {};
        }
        if (request_.level >= 0 && level_of() != request_.level) return {};
        return flow();
    }

private:
    const Request request_;
    const Board board_;
    std::mt19937_64 random_;
    Poll& poll_;
    Paths paths_;

    int below(int bound) { return static_cast<int>(random_() % bound); }

    Paths cover() {
        const int rows = request_.rows, cols = request_.cols, cells = rows * cols;
        if (std::max(rows, cols) < LEAST) return {{0, 1, 3, 2}};
        const bool across = cols >= LEAST;
        Paths lines(across ? rows : cols);
        for (int x = 0; x < cells; ++x) lines[across ? x / cols : x % cols].push_back(x);
        const double share = static_cast<double>(random_() >> 11) * 0x1p-53;
        const double natural = (FEWEST + share * (MOST - FEWEST)) * std::sqrt(cells);
        const int goal = request_.flows > 0 ? request_.flows
                                            : std::max(1, static_cast<int>(std::lround(natural)));
        Cover cover(board_, {}, lines, LEAST, random_() | 1);
        cover.mix(std::int64_t{MOVES_PER_CELL} * cells, goal, poll_);
        return cover.paths();
    }

    std::vector<int> flow_of(const Paths& paths) const {
        std::vector<int> flow(board_.nodes(), NONE);
        for (std::size_t f = 0; f < paths.size(); ++f)
            flow[paths[f].front()] = flow[paths[f].back()] = static_cast<int>(f);
        return flow;
    }

    // Number the flows in the order of their first endpoints.
    std::vector<int> flow() {
        std::sort(paths_.begin(), paths_.end(), [](const auto& one, const auto& other) {
            return std::min(one.front(), one.back()) < std::min(other.front(), other.back());
        });
        return flow_of(paths_);
    }

    int link_between(int x, int y) const {
        for (int d = 0; d < 4; ++d)
            if (board_.neighbour[x][d] == y) return board_.link[x][d];
        return NONE;
    }

    std::set<int> links_of(const Paths& paths) const {
        std::set<int> links;
        for (const auto& path : paths)
            for (std::size_t i = 1; i < path.size(); ++i)
                links.insert(link_between(path[i - 1], path[i]));
        return links;
    }

    static void split(Paths& paths, std::size_t number, std::size_t at) {
        auto& path = paths[number];
        std::vector<int> rest(path.begin() + static_cast<std::ptrdiff_t>(at), path.end());
        path.resize(at);
        paths.push_back(std::move(rest));
    }

    bool cut_longest() {
        std::size_t number = 0;
        for (std::size_t i = 1; i < paths_.size(); ++i)
            if (paths_[i].size() > paths_[number].size()) number = i;
        const int room = static_cast<int>(paths_[number].size()) - 2 * LEAST + 1;
        if (room < 1) return false;
        split(paths_, number, LEAST + below(room));
        return true;
    }

    struct Cut {
        std::size_t number, at;
    };

    std::vector<Cut> cuts_at(const std::set<int>& links) const {
        std::vector<Cut> cuts;
        for (std::size_t number = 0; number < paths_.size(); ++number) {
            const auto& path = paths_[number];
            for (std::size_t at = LEAST; at + LEAST <= path.size(); ++at)
                if (links.contains(link_between(path[at - 1], path[at])))
                    cuts.push_back({number, at});
        }
        return cuts;
    }

    // Cut once, in each region of links in which two solutions differ, where the shorter piece is
    // longest; return whether there was a cut.
    bool cut(std::set<int> differ) {
        bool done = false;
        while (!differ.empty()) {
            std::set<int> region;
            std::vector<int> waiting{*differ.begin()};
            while (!waiting.empty()) {
                const int link = waiting.back();
                waiting.pop_back();
                if (differ.erase(link) == 0) continue;
                region.insert(link);
                for (const int x : board_.ends[link])
                    for (const int near : board_.link[x])
                        if (near != NONE && differ.contains(near)) waiting.push_back(near);
            }
            const auto cuts = cuts_at(region);
            const auto shorter = [&](const Cut& cut) {
                return std::min(cut.at, paths_[cut.number].size() - cut.at);
            };
            const auto best = std::max_element(
                cuts.begin(), cuts.end(),
                [&](const Cut& one, const Cut& other) { return shorter(one) < shorter(other); });
            if (best == cuts.end()) continue;
            split(paths_, best->number, best->at);
            done = true;
        }
        return done;
    }

    // The links in which a second solution differs; nothing if there is none.
    std::optional<std::set<int>> other_links() {
        const auto links = links_of(paths_);
        const auto found = search_and_learn(board_, flow_of(paths_), request_.strict, 2,
                                            std::int64_t{STEPS_PER_LINK} * board_.links(), poll_);
        if (!found.ended) throw Stopped{Stopped::Reason::time};
        for (const auto& solution : found.solutions) {
            const auto other = links_of(solution);
            std::set<int> differ;
            std::set_symmetric_difference(links.begin(), links.end(), other.begin(), other.end(),
                                          std::inserter(differ, differ.end()));
            if (!differ.empty()) return differ;
        }
        return {};
    }

    std::size_t open_links(const Paths& paths, double rounds, std::set<int>* links = nullptr) {
        Deduction deduction(board_, flow_of(paths), request_.strict);
        deduction.assume(rounds, poll_);
        const auto open = deduction.open_links();
        if (links != nullptr) links->insert(open.begin(), open.end());
        return open.size();
    }

    // Cut until rules and some rounds of assumptions decide all links.
    bool ease(double rounds) {
        while (true) {
            std::set<int> open;
            if (open_links(paths_, rounds, &open) == 0) return true;
            auto cuts = cuts_at(open);
            if (cuts.empty()) return false;
            std::shuffle(cuts.begin(), cuts.end(), random_);
            cuts.resize(std::min<std::size_t>(cuts.size(), SAMPLE));
            Paths best;
            std::size_t fewest = board_.ends.size() + 1;
            for (const auto& [number, at] : cuts) {
                Paths tried = paths_;
                split(tried, number, at);
                const auto left = open_links(tried, rounds);
                if (left < fewest) {
                    fewest = left;
                    best = std::move(tried);
                }
            }
            paths_ = std::move(best);
        }
    }

    int level_of() {
        for (int level = 0; level < 3; ++level)
            if (open_links(paths_, ROUNDS[level]) == 0) return level;
        return 3;
    }
};

}  // namespace

// A time limit, the number of solutions wanted and a puzzle: paths of cells.
EXPORTED(flowfree_solve)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) {
        Poll poll(input.seconds());
        const auto wanted = static_cast<std::size_t>(std::max(input.number(), 1));
        const auto puzzle = puzzle_of(input);
        const auto found = search_and_learn(puzzle.board, puzzle.flow, puzzle.strict, wanted,
                                            max_steps(puzzle.board.links()), poll);
        std::vector<Paths> solutions;
        for (const auto& paths : found.solutions)
            solutions.push_back(cells_of(puzzle.board, paths));
        return object({{"ended", json(found.ended)}, {"solutions", json(solutions)}});
    });
}

// The same arguments, for a puzzle whose cells may stay empty: the number of solutions, null if it is
// too large for 64 bits, and some of them.
EXPORTED(flowfree_count)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) {
        Poll poll(input.seconds());
        const auto wanted = static_cast<std::size_t>(std::max(input.number(), 1));
        const auto puzzle = puzzle_of(input);
        const auto found = count_by_frontier(puzzle.board, puzzle.cols, puzzle.flow, false, wanted,
                                             MOST_TRANSITIONS, poll);
        std::vector<Paths> solutions;
        for (const auto& paths : found.listed) solutions.push_back(cells_of(puzzle.board, paths));
        const auto number =
            found.solutions == MANY ? std::string("null") : json(std::to_string(found.solutions));
        return object({{"number", number}, {"solutions", json(solutions)}});
    });
}

// A puzzle: its nodes and links, numbered as in the other functions.
EXPORTED(flowfree_board)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) {
        const auto puzzle = puzzle_of(input);
        return object({{"cell", json(puzzle.board.cell)},
                       {"node", json(puzzle.board.node)},
                       {"ends", json(puzzle.board.ends)},
                       {"link", json(puzzle.board.link)},
                       {"flow", json(puzzle.flow)}});
    });
}

// A time limit, a puzzle, and used links: the links that one round of single assumptions decides, with
// their values; null if there is a contradiction.
EXPORTED(flowfree_assume)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        Poll poll(input.seconds());
        const auto puzzle = puzzle_of(input);
        auto state = propagated(puzzle, input.list());
        if (!state) return "null";
        std::vector<std::array<int, 2>> refuted;
        for (int link = 0; link < puzzle.board.links(); ++link) {
            poll.check();
            for (const Value value : {unused, used})
                if (state->value(link) == unknown && state->refuted(link, value))
                    refuted.push_back({link, opposite(value)});
        }
        return object({{"assumed", json(refuted)}});
    });
}

// The same arguments, preceded by a number of solutions, and then a link that is not used, or -1:
// solutions that use the links, as paths of nodes.
EXPORTED(flowfree_continue)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        const auto wanted = static_cast<std::size_t>(std::max(input.number(), 1));
        Poll poll(input.seconds());
        const auto puzzle = puzzle_of(input);
        auto state = propagated(puzzle, input.list());
        const int excluded = input.number();
        std::vector<Paths> found;
        if (state && (excluded < 0 || (state->assign(excluded, unused) && state->propagate())))
            learn(puzzle.board, puzzle.flow, puzzle.strict, state->values(), wanted, poll, found);
        return object({{"solutions", json(found)}});
    });
}

// A time limit, two halves of a seed, rows, columns, flows (0 for any number), a level (-1 for any)
// and whether no flow may touch itself: the flow of each cell.
EXPORTED(flowfree_generate)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        Poll poll(input.seconds());
        const auto high = static_cast<std::uint32_t>(input.number());
        const auto low = static_cast<std::uint32_t>(input.number());
        Request request{};
        request.rows = input.number();
        request.cols = input.number();
        request.flows = input.number();
        request.level = input.number();
        request.strict = input.number() > 0;
        Generator generator(request, std::uint64_t{high} << 32 | low, poll);
        for (int tries = 1;; ++tries) {
            poll.check();
            const auto flow = generator.attempt();
            if (flow) return object({{"flow", json(*flow)}});
            progress(object({{"tries", json(tries)}}).c_str());
        }
    });
}
