// The Python interface of the engine. No other file of the engine depends on Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "common/hash.hpp"
#include "common/memory.hpp"
#include "common/poll.hpp"
#include "floodit/distance_beam.hpp"
#include "floodit/landmarks.hpp"
#include "floodit/schedule.hpp"
#include "flowfree/board.hpp"
#include "flowfree/random_cover.hpp"
#include "flowfree/search.hpp"
#include "minesweeper/exact.hpp"
#include "minesweeper/game_tree.hpp"
#include "minesweeper/network.hpp"
#include "minesweeper/player.hpp"

namespace nb = nanobind;
using namespace puzzlesat;

namespace puzzlesat {
extern const char* const SOURCES;  // the digest of all files, in a file that the build writes
}

namespace {

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

// Run a search without the GIL; Ctrl-C and other signals end it with the exception that they raise.
// `on_pause`, unless it is None, is called about ten times a second and may raise an exception,
// too.
template <class Search>
auto released(Search search, std::optional<double> seconds = {}, nb::handle on_pause = nb::none()) {
    nb::gil_scoped_release release;
    double called = 0;
    Poll poll(seconds.value_or(NO_LIMIT), [&](double elapsed) {
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!on_pause.is_none() && elapsed > called + 0.1) {
            called = elapsed;
            on_pause();
        }
    });
    return search(poll);
}

void require(bool holds, const char* sentence) {
    if (!holds) throw std::invalid_argument(sentence);
}

void bind_common(nb::module_ m) {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Stopped& stopped) {
            const bool is_time = stopped.reason == Stopped::Reason::time;
            PyErr_SetNone(is_time ? PyExc_TimeoutError : PyExc_MemoryError);
        }
    });
    m.def("mix64", &mix64, nb::arg("x"), "Mix the bits of a word, as hash tables do.");
}

// Flood-It.

// A set of clusters as the bits of a little-endian number, for Python.
nb::bytes packed(const std::vector<int>& members, int clusters) {
    std::string bytes((clusters + 7) / 8, '\0');
    for (int x : members) bytes[x / 8] |= static_cast<char>(1 << x % 8);
    return nb::bytes(bytes.data(), bytes.size());
}

using NogoodRow = std::tuple<nb::bytes, int, std::string, std::vector<int>>;

NogoodRow nogood_row(const floodit::Nogood& nogood, int clusters) {
    constexpr const char* KINDS[] = {"bound", "moves", "finish"};
    return {packed(nogood.z, clusters), nogood.r, KINDS[int(nogood.kind)], nogood.reasons};
}

void check_clusters(const floodit::Graph& graph, const std::vector<int>& clusters) {
    require(!clusters.empty(), "there must be a cluster");
    for (int x : clusters) require(0 <= x && x < graph.clusters(), "there is no such cluster");
}

// If memory is limited, there is only one thread, since threads would compete for memory.
auto new_search(const floodit::Graph& graph, int max_filed, std::optional<std::size_t> memory,
                int threads) {
    require(max_filed > 0, "max_filed must be positive");
    require(threads > 0, "threads must be positive");
    return floodit::make_search(graph, max_filed, memory, memory ? 1 : threads);
}

template <class Run>
auto run_alone(floodit::Search& search, Run run, std::optional<double> seconds = {},
               nb::handle on_pause = nb::none()) {
    require(!search.is_running.exchange(true), "the search is running already");
    struct Free {
        std::atomic<bool>& is_running;
        ~Free() { is_running = false; }
    } free{search.is_running};
    return released(run, seconds, on_pause);
}

// More moves than clusters are never needed.
int checked_moves(const floodit::Search& search, int p) {
    require(p >= 0, "the number of moves must not be negative");
    return std::min(p, search.graph.clusters());
}

struct FloodItLandmarks {
    FloodItLandmarks(const floodit::Graph& board, std::optional<std::size_t> limit,
                     std::size_t max_states)
        : graph(board), memory(limit) {
        require(floodit::Landmarks::suit(graph), "the board has too many clusters, or only one");
        released([&](Poll& poll) { landmarks.emplace(graph, memory, poll, max_states); });
    }

    floodit::Graph graph;
    Memory memory;
    std::optional<floodit::Landmarks> landmarks;
};

floodit::Bounds bounds_of(int lower, int upper, nb::handle on_refuted, nb::handle on_improved,
                          const floodit::Graph& graph) {
    return {lower, upper,
            [on_refuted](int p, const std::string& by) {
                nb::gil_scoped_acquire acquire;
                on_refuted(p, by);
            },
            [on_improved, &graph](const floodit::Solution& solution, const std::string& by) {
                nb::gil_scoped_acquire acquire;
                on_improved(solution.moves, by, graph.first_field[solution.start]);
            }};
}

void bind_floodit(nb::module_ m) {
    using floodit::Graph, floodit::Landmarks, floodit::Moves, floodit::Options, floodit::Search;
    using nb::arg;

    nb::class_<Graph>(m, "Graph", "The graph of a board's clusters, numbered breadth-first.")
        .def(nb::init<const std::vector<int>&, int, int, int>(), arg("colours"), arg("cols"),
             arg("k"), arg("pivot") = 0)
        .def_ro("indptr", &Graph::indptr)
        .def_ro("indices", &Graph::indices)
        .def_ro("colour", &Graph::colour)
        .def_ro("fields", &Graph::fields)
        .def_ro("first_field", &Graph::first_field)
        .def_ro("board_number", &Graph::board_number)
        .def(
            "opening",
            [](const Graph& graph) {
                return std::pair(floodit::lower_bound(graph), floodit::greedy(graph, 0));
            },
            "Return the lower bound and the moves of greedy play.")
        .def(
            "distance_beam",
            [](const Graph& graph, std::size_t width, int below,
               std::optional<std::size_t> memory) {
                return released([&](Poll& poll) {
                    Memory limit(memory);
                    return floodit::distance_beam(graph, width, below, limit, poll);
                });
            },
            arg("width"), arg("below"), arg("memory") = nb::none(),
            "Return a solution of fewer than `below` moves, or None if the beam finds none.");

    nb::class_<Options>(m, "Options", "The time limit, and the schedule of the searches.")
        .def(nb::init<>())
        .def_rw("seconds", &Options::seconds)
        .def_rw("cores", &Options::cores)
        .def_rw("top_down_gap", &Options::top_down_gap)
        .def_rw("tighten_until_gap", &Options::tighten_until_gap)
        .def_rw("tighten_after", &Options::tighten_after)
        .def_rw("first_width", &Options::first_width)
        .def_rw("max_distance_width", &Options::max_distance_width)
        .def_rw("max_width", &Options::max_width);

    nb::class_<Search>(
        m, "Search",
        "A property-directed search of a board, which keeps its nogoods from call to call.\n\n"
        "Its methods raise TimeoutError or MemoryError when time or memory is used up.")
        .def(nb::new_(&new_search), arg("graph"), arg("max_filed") = 4000,
             arg("memory") = nb::none(), arg("threads") = 1)
        .def_ro("graph", &Search::graph)
        .def_prop_ro("bound", &Search::bound)
        .def_prop_ro("obligations", &Search::obligations)
        .def_prop_ro("filed", &Search::filed, "The number of nogoods in the index of each level.")
        .def(
            "set_root",
            [](Search& s, int cluster) {
                check_clusters(s.graph, {cluster});
                run_alone(s, [&](Poll&) { s.set_root(cluster); });
            },
            arg("cluster"), "Set the cluster from which play starts; nogoods remain valid.")
        .def(
            "is_blocked",
            [](Search& s, int p) {
                const int moves = checked_moves(s, p);
                return run_alone(s, [&](Poll& poll) { return s.is_blocked(moves, poll); });
            },
            arg("p"), "Return whether a nogood excludes p moves.")
        .def(
            "solve",
            [](Search& s, int p, double seconds) -> std::optional<Moves> {
                const int most = checked_moves(s, p);
                Moves moves;
                const auto is_needless = [] { return false; };
                const auto solve = [&](Poll& poll) {
                    return s.solve(most, moves, poll, is_needless);
                };
                const auto outcome = run_alone(s, solve, seconds);
                return outcome == floodit::Outcome::solved ? std::optional(moves) : std::nullopt;
            },
            arg("p"), arg("seconds") = NO_LIMIT,
            "Return at most p moves that flood the board, or None if p moves do not suffice.")
        .def(
            "refutation",
            [](const Search& s, int p) {
                std::vector<NogoodRow> rows;
                for (auto& nogood : s.refutation(p)) {
                    for (int& x : nogood.z) x = s.graph.board_number[x];
                    rows.push_back(nogood_row(nogood, s.graph.clusters()));
                }
                return rows;
            },
            arg("p"), "Return the nogoods of the last refutation (of p moves), reasons first.")
        .def(
            "nogoods",
            [](const Search& s) {
                std::vector<NogoodRow> rows;
                for (const auto& nogood : s.nogoods()) {
                    rows.push_back(nogood_row(nogood, s.graph.clusters()));
                }
                return rows;
            },
            "Return all nogoods, in the numbering of the graph.")
        .def(
            "lower_bound",
            [](const Search& s, const std::vector<int>& flooded) {
                check_clusters(s.graph, flooded);
                return s.lower_bound(flooded);
            },
            arg("flooded"), "Return the lower bound if these clusters are flooded.")
        .def(
            "witness",
            [](const Search& s, const std::vector<int>& flooded, int r) {
                check_clusters(s.graph, flooded);
                require(0 <= r && r < s.lower_bound(flooded), "r must be below the bound");
                return s.witness(flooded, r);
            },
            arg("flooded"), arg("r"), "Return dry clusters that keep the lower bound above r.")
        .def(
            "beam",
            [](Search& s, const std::vector<int>& starts, std::size_t width, int below) {
                check_clusters(s.graph, starts);
                std::optional<std::pair<int, Moves>> found;
                run_alone(s, [&](Poll& poll) {
                    const auto solution = s.beam(starts, width, below, poll);
                    if (solution) found = {solution->start, solution->moves};
                });
                return found;
            },
            arg("starts"), arg("width"), arg("below"),
            "Return a start and a solution of fewer than `below` moves, or None if none is found.")
        .def(
            "close",
            [](Search& s, const std::vector<int>& starts, int lower, int upper,
               nb::callable on_refuted, nb::callable on_improved, nb::object on_pause,
               const Options& options) {
                check_clusters(s.graph, starts);
                require(options.first_width > 0, "the first width must be positive");
                auto bounds = bounds_of(lower, upper, on_refuted, on_improved, s.graph);
                const auto run = [&](Poll& poll) {
                    floodit::close(s, starts, bounds, options, poll);
                };
                run_alone(s, run, options.seconds, on_pause);
            },
            arg("starts"), arg("lower"), arg("upper"), arg("on_refuted"), arg("on_improved"),
            arg("on_pause").none() = nb::none(), arg("options") = Options(),
            "Close the bounds of the fewest moves over some starts.\n\n"
            "`on_refuted(p, by)` and `on_improved(moves, by, field)` are called with each bound.")
        .def(
            "tighten",
            [](Search& s, int lower, int upper, nb::callable on_refuted, nb::callable on_improved,
               const Options& options) {
                require(options.first_width > 0, "the first width must be positive");
                auto bounds = bounds_of(lower, upper, on_refuted, on_improved, s.graph);
                const auto run = [&](Poll& poll) {
                    floodit::tighten(s.graph, bounds, options, s.memory, poll);
                };
                run_alone(s, run, options.seconds);
            },
            arg("lower"), arg("upper"), arg("on_refuted"), arg("on_improved"),
            arg("options") = Options(), "Tighten the bounds without the main search.");

    nb::class_<FloodItLandmarks>(
        m, "Landmarks", "A lower bound from a few distant clusters, which further calls may raise.")
        .def(nb::init<const Graph&, std::optional<std::size_t>, std::size_t>(), arg("graph"),
             arg("memory") = nb::none(), arg("max_states") = 1 << 23)
        .def_static("suit", &Landmarks::suit, arg("graph"),
                    "Return whether the tables for a board are small enough.")
        .def_prop_ro("pairs", [](const FloodItLandmarks& l) { return l.landmarks->pairs(); })
        .def_prop_ro("bound", [](const FloodItLandmarks& l) { return l.landmarks->bound(); })
        .def_prop_ro("ended", [](const FloodItLandmarks& l) { return l.landmarks->ended(); })
        .def_prop_ro(
            "colours",
            [](const FloodItLandmarks& l) {
                std::map<int, std::tuple<int, std::vector<int>, double>> colours;
                for (const auto& [c, colour] : l.landmarks->colours()) {
                    colours[c] = {colour.refuted, colour.landmarks, colour.states};
                }
                return colours;
            },
            "For each colour, the refuted moves, the landmarks and the states of the last query.")
        .def(
            "tighten",
            [](FloodItLandmarks& l, double states) {
                released([&](Poll& poll) { l.landmarks->raise(states, poll); });
            },
            arg("states"), "Try to raise the bound, with about this many states.")
        .def(
            "query",
            [](FloodItLandmarks& l, const std::vector<int>& landmarks, int p, double states) {
                require(2 <= landmarks.size() && landmarks.size() <= 4, "two to four clusters");
                check_clusters(l.graph, landmarks);
                require(0 <= p && p < 255, "p must be 0 to 254");
                return released([&](Poll& poll) {
                    const auto answer = l.landmarks->query(landmarks, p, states, poll);
                    return std::tuple(answer.refuted, answer.moves, answer.states);
                });
            },
            arg("landmarks"), arg("p"), arg("states"),
            "Return the refuted moves, the fewest moves if found, and the number of states.");
    m.def("farthest", &floodit::farthest, arg("graph"), arg("moves"), arg("colour"),
          "Return the farthest cluster of a colour that the moves leave dry, or -1.");
}

// Flow Free.

// Return an array that owns a copy of some rows, each of `columns` numbers.
template <class Number, std::size_t... columns, class Row>
auto array_of(const std::vector<Row>& rows) {
    static_assert(sizeof(Row) == (sizeof(Number) * ... * columns));
    auto* kept = new std::vector(rows);
    nb::capsule owner(kept,
                      [](void* rows) noexcept { delete static_cast<std::vector<Row>*>(rows); });
    using Array = nb::ndarray<nb::numpy, Number, nb::shape<-1, columns...>>;
    return Array(kept->data(), {kept->size(), columns...}, owner);
}

flowfree::Decided decide(const flowfree::Board& board, const std::vector<int>& flow, bool strict,
                         std::uint32_t wanted, std::uint32_t max_steps) {
    return released(
        [&](Poll& poll) { return flowfree::decide(board, flow, strict, wanted, max_steps, poll); });
}

void assume(flowfree::Deduction& deduction, double max_rounds, std::optional<double> timeout) {
    released([&](Poll& poll) { deduction.assume(max_rounds, poll); }, timeout);
}

flowfree::Paths random_cover(const flowfree::Board& board, const std::vector<int>& kept,
                             const flowfree::Paths& paths, int least, int goal, std::uint64_t seed,
                             std::uint32_t moves, std::optional<double> timeout) {
    flowfree::Cover cover(board, kept, paths, least, seed);
    released([&](Poll& poll) { cover.mix(moves, goal, poll); }, timeout);
    return cover.paths();
}

std::optional<flowfree::Paths> lengthened(const flowfree::Board& board,
                                          const std::vector<int>& kept,
                                          const flowfree::Paths& paths, int least,
                                          std::uint64_t seed, std::uint32_t moves,
                                          std::optional<double> timeout) {
    flowfree::Cover cover(board, kept, paths, least, seed);
    const auto lengthen = [&](Poll& poll) { return cover.lengthen(moves, poll); };
    return released(lengthen, timeout) ? std::optional(cover.paths()) : std::nullopt;
}

void bind_flowfree(nb::module_ m) {
    using flowfree::Board, flowfree::Decided, flowfree::Deduction;
    using nb::arg;
    using Cells = std::vector<int>;
    using Sides = std::vector<flowfree::Side>;
    using Int = std::int32_t;
    using Bit = std::int8_t;
    constexpr auto copied = nb::rv_policy::automatic;
    nb::class_<Board>(m, "Board", "The nodes and links of a board, numbered as in Grid.")
        .def(nb::init<int, int, const Cells&, const Cells&, const Sides&, const Sides&>(),
             arg("rows"), arg("cols"), arg("missing"), arg("bridges"), arg("walls"), arg("warps"))
        .def_prop_ro(
            "cell", [](const Board& b) { return array_of<Int>(b.cell); }, copied)
        .def_prop_ro(
            "node", [](const Board& b) { return array_of<Int>(b.node); }, copied)
        .def_prop_ro(
            "down", [](const Board& b) { return array_of<Int>(b.down); }, copied)
        .def_prop_ro(
            "links", [](const Board& b) { return array_of<Int, 2>(b.ends); }, copied)
        .def_prop_ro(
            "link", [](const Board& b) { return array_of<Int, 4>(b.link); }, copied)
        .def_prop_ro(
            "neighbour", [](const Board& b) { return array_of<Int, 4>(b.neighbour); }, copied)
        .def_prop_ro("size", &Board::links, "The number of links.");
    nb::class_<Decided>(m, "Decided", "The result of a search.")
        .def_ro("ended", &Decided::ended, "Whether all solutions are found, or as many as wanted.")
        .def_ro("solutions", &Decided::solutions, "The paths of each solution.")
        .def_prop_ro(
            "value", [](const Decided& d) { return array_of<Bit>(d.value); }, copied,
            "The value of each link in every solution: 0, 1, or -1 if unknown.")
        .def_prop_ro(
            "flow", [](const Decided& d) { return array_of<Int>(d.flow); }, copied,
            "The flow of each node in every solution, or -1 if unknown.");
    m.def("decide", &decide, arg("board"), arg("flow"), arg("strict"), arg("wanted"),
          arg("max_steps"),
          "Search for `wanted` solutions until more than `max_steps` links have become known.");
    nb::class_<Deduction>(m, "Deduction", "Links decided by rules, and then by single assumptions.")
        .def(nb::init<const Board&, const std::vector<int>&, bool>(), arg("board"), arg("flow"),
             arg("strict"))
        .def("assume", &assume, arg("max_rounds"), arg("timeout").none(),
             "Make rounds of assumptions; the maximum includes all earlier rounds.")
        .def_ro("rounds", &Deduction::rounds)
        .def_ro("contradicted", &Deduction::contradicted)
        .def_prop_ro("share", &Deduction::share)
        .def_prop_ro("open_links", &Deduction::open_links)
        .def_prop_ro("known", [](const Deduction& d) { return array_of<Bit>(d.values()); }, copied);
    m.def("random_cover", &random_cover, arg("board"), arg("kept"), arg("paths"), arg("least"),
          arg("goal"), arg("seed"), arg("moves"), arg("timeout").none(),
          "Return the paths of a cover after random moves.");
    m.def("lengthened", &lengthened, arg("board"), arg("kept"), arg("paths"), arg("least"),
          arg("seed"), arg("moves"), arg("timeout").none(),
          "Return paths after random moves until none is too short, or None on failure.");
}

// Minesweeper.

namespace mines = minesweeper;

mines::Network network_of_state(int rows, int cols, const std::vector<int>& content) {
    require(rows > 0 && cols > 0 && content.size() == static_cast<std::size_t>(rows) * cols,
            "content must have rows * cols fields");
    return mines::network_of(rows, cols, content);
}

using Sum = std::tuple<int, std::vector<int>, int>;  // field, scope, mines

mines::Network network_of_sums(const std::vector<Sum>& sums) {
    mines::Network network;
    for (const auto& [field, scope, need] : sums) {
        network.scope.insert(network.scope.end(), scope.begin(), scope.end());
        network.add_constraint(field, need);
    }
    network.fields = network.scope;
    std::sort(network.fields.begin(), network.fields.end());
    network.fields.erase(std::unique(network.fields.begin(), network.fields.end()),
                         network.fields.end());
    for (int& f : network.scope)
        f = static_cast<int>(std::lower_bound(network.fields.begin(), network.fields.end(), f) -
                             network.fields.begin());
    return network;
}

std::vector<Sum> sums_of(const mines::Network& network) {
    std::vector<Sum> sums;
    for (int c = 0; c < network.size(); ++c) {
        std::vector<int> scope;
        for (const int v : network.scope_of(c)) scope.push_back(network.fields[v]);
        sums.emplace_back(network.field[c], scope, network.need[c]);
    }
    return sums;
}

mines::Network without(const mines::Network& network, const nb::dict& known) {
    std::vector<signed char> value(network.fields.size(), -1);
    for (int v = 0; v < network.variables(); ++v) {
        const nb::int_ field(network.fields[v]);
        if (known.contains(field)) value[v] = nb::cast<int>(known[field]) > 0;
    }
    return mines::simplify_under(network, value);
}

nb::dict decided(const mines::Network& network, const std::vector<signed char>& value) {
    nb::dict known;
    for (int v = 0; v < network.variables(); ++v)
        if (value[v] >= 0) known[nb::int_(network.fields[v])] = static_cast<int>(value[v]);
    return known;
}

// Return the decided variables, the value of all unconstrained ones (-1 if undecided) and the
// remaining network, or None if no placement fits.
nb::object propagate(const mines::Network& network, int free, std::optional<int> total,
                     bool pairs) {
    const auto found = mines::propagate(network, std::max(free, 0), total.value_or(-1), pairs);
    if (!found.consistent || (total && *total < 0)) return nb::none();
    return nb::make_tuple(decided(network, found.value), found.free_value,
                          mines::simplify_under(network, found.value));
}

nb::object count(const mines::Network& network, double seconds, std::size_t nbytes) {
    for (int c = 0; c < network.size(); ++c)
        require(network.scope_of(c).size() <= mines::SCOPE,
                "a constraint has more than eight fields");
    const mines::Incidence holding(network);
    for (int v = 0; v < network.variables(); ++v)
        require(holding.of(v).size() <= mines::SCOPE, "a field is in more than eight constraints");
    mines::Propagated known;
    Memory memory(nbytes);
    std::vector<mines::Component> components;
    const auto search = [&](Poll& poll) {
        poll.check();
        known = mines::propagate(network, 0, -1, true);
        if (!known.consistent ||
            !mines::count_components(network, known.value, components, memory, poll))
            return false;
        for (const auto& component : components)  // the size as Python integers, each in two lists
            memory.add(component.numbers.size() / component.limbs * (48 + 5 * component.limbs));
        return true;
    };
    if (!released(search, seconds)) return nb::none();
    nb::list parts;
    const nb::object from_bytes =
        nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes");
    for (const auto& component : components) {
        nb::list numbers;
        const std::uint32_t* at = component.numbers.data();
        for (; at != component.numbers.data() + component.numbers.size(); at += component.limbs)
            if (component.limbs == 2) {
                numbers.append(at[0] | static_cast<std::uint64_t>(at[1]) << 32);
            } else {
                std::string digits;
                for (int w = 0; w < 4 * component.limbs; ++w)
                    digits.push_back(static_cast<char>(at[w / 4] >> 8 * (w % 4)));
                numbers.append(from_bytes(nb::bytes(digits.data(), digits.size()), "little"));
            }
        parts.append(nb::make_tuple(component.least, component.length, component.groups, numbers));
    }
    return nb::make_tuple(decided(network, known.value), parts);
}

// A search for perfect play that can be continued, and the results of a player on the same board.
class SmallBoard {
public:
    SmallBoard(int rows, int cols, int mined, std::vector<std::vector<int>> symmetries,
               std::size_t entries, std::size_t nbytes)
        : rows_(rows),
          cols_(cols),
          mines_(mined),
          symmetries_(std::move(symmetries)),
          entries_(entries),
          memory_(nbytes) {
        const int fields = rows < 1 || cols < 1 || cols > 30 ? 0 : rows * cols;
        require(fields <= mines::PerfectPlay::MAX_FIELDS && 0 <= mined && mined < fields,
                "a board has 1 to 30 fields, at least one of them without a mine");
        require(std::has_single_bit(entries), "entries must be a power of two");
        std::vector<int> same(fields);
        std::iota(same.begin(), same.end(), 0);
        for (const auto& symmetry : symmetries_)
            require(std::is_permutation(symmetry.begin(), symmetry.end(), same.begin(), same.end()),
                    "a symmetry must be a permutation of the fields");
        identity_ = {same};
        if (symmetries_.empty()) symmetries_ = identity_;
    }

    std::int64_t most_wins(int field, bool opening, std::int64_t enough, double seconds) {
        check(field);
        const auto run = [&](Poll& poll) {
            return search(best_, symmetries_).most_wins(field, opening, enough, poll);
        };
        return released(run, seconds);
    }

    std::pair<std::int64_t, std::int64_t> play(int field, bool opening, double seconds) {
        check(field);
        const auto run = [&](Poll& poll) {  // the player uses no symmetry
            return search(player_, identity_).play(field, opening, poll);
        };
        const auto tally = released(run, seconds);
        return {tally.wins, tally.guesses};
    }

    std::size_t states() const { return best_ ? best_->states() : 0; }
    std::size_t peak() const { return memory_.peak(); }

private:
    const int rows_, cols_, mines_;
    std::vector<std::vector<int>> symmetries_, identity_;
    const std::size_t entries_;
    Memory memory_;
    std::unique_ptr<mines::PerfectPlay> best_, player_;

    void check(int field) const { require(0 <= field && field < rows_ * cols_, "no such field"); }

    mines::PerfectPlay& search(std::unique_ptr<mines::PerfectPlay>& kept,
                               const std::vector<std::vector<int>>& symmetries) {
        if (!kept)
            kept = std::make_unique<mines::PerfectPlay>(rows_, cols_, mines_, symmetries, entries_,
                                                        memory_);
        return *kept;
    }
};

mines::Player new_player(
    int rows, int cols, int mined,
    const std::tuple<double, int, int, double, int, std::int64_t, bool>& values,
    std::vector<std::int64_t> hashes) {
    const auto [margin, candidates, unconstrained, bonus, placements, work, fifty_fifty] = values;
    require(rows > 0 && cols > 0 && rows <= 1000 / cols, "a board has 1 to 1000 fields");
    require(0 <= mined && mined <= rows * cols, "too many mines");
    require(candidates > 0 && 0 <= placements && placements <= std::ssize(hashes),
            "a strategy has at least one candidate, and a hash for each placement");
    return mines::Player(rows, cols, mined,
                         {margin, candidates, unconstrained, bonus, placements, work, fifty_fifty},
                         std::move(hashes));
}

void check_fields(const mines::Player& player, const std::vector<int>& fields) {
    for (const int f : fields) require(0 <= f && f < player.fields(), "no such field");
}

void check_analysed(const mines::Player& player) {
    require(player.analysed(), "no state is shown, or nothing fits it");
}

// Return the outcome of each game, its control variate, and sums over all games.
auto play_games(mines::Player& player, const std::vector<std::vector<int>>& orders, int first,
                int start) {
    for (const auto& order : orders) {
        check_fields(player, order);
        require(std::ssize(order) == player.fields(), "an order must contain every field");
    }
    check_fields(player, {first});
    require(0 <= start && start <= 2, "no such start");
    std::vector<int> won;
    std::vector<double> control_variate;
    mines::Player::Sums sums;
    released([&](Poll& poll) {
        for (const auto& order : orders) {
            poll.step();
            const auto result =
                player.play(order, first, static_cast<mines::Start>(start), sums, poll);
            won.push_back(result.wrong ? -1 : result.won);
            control_variate.push_back(result.control_variate);
        }
    });
    return std::make_tuple(won, control_variate, sums.guesses, sums.uncounted, sums.unsolved);
}

// Return the number of placements up to a factor and, for each undecided field, the numbers of
// placements with a mine and without one, and whether it is in a constraint.
auto show(mines::Player& player, const std::vector<int>& content, const std::vector<int>& known) {
    require(std::ssize(content) == player.fields() && known.size() == content.size(),
            "a state must contain every field");
    player.show(content, known);
    Poll poll;
    const double models = player.analyse(poll);
    const auto& found = player.probabilities();
    std::vector<std::tuple<int, double, double, bool>> weights;
    for (int f = 0; f < player.fields(); ++f)
        if (player.unknown(f))
            weights.emplace_back(f, found.mine(f), found.clear(f), found.group_of[f] >= 0);
    return std::make_tuple(models, weights);
}

// Return the value of a field, and the fields whose probabilities depend on its number.
auto look_ahead(mines::Player& player, int f) {
    check_analysed(player);
    check_fields(player, {f});
    require(player.unknown(f), "the field is not undecided");
    Poll poll;
    const auto found = player.look_ahead(f, poll);
    return std::make_tuple(found, player.ahead().members);
}

auto solve_end(mines::Player& player) {
    check_analysed(player);
    Poll poll;
    const auto end = player.solve_end(poll);
    std::vector<std::vector<int>> placements;
    for (const auto& placement : player.end_placements()) {
        placements.emplace_back();
        for (std::size_t i = 0; i < player.end_fields().size(); ++i)
            if (placement.mask >> i & 1) placements.back().push_back(player.end_fields()[i]);
    }
    return std::make_tuple(end.wins, end.field, placements);
}

void bind_games(nb::module_ m) {
    using nb::arg;
    nb::class_<SmallBoard>(m, "SmallBoard", "A search of all games on a small board.")
        .def(nb::init<int, int, int, std::vector<std::vector<int>>, std::size_t, std::size_t>(),
             arg("rows"), arg("cols"), arg("mines"), arg("symmetries"), arg("entries"),
             arg("memory"))
        .def("most_wins", &SmallBoard::most_wins, arg("field"), arg("opening"), arg("enough"),
             arg("seconds"),
             "Return the maximum number of placements won from a first field on.\n\n"
             "If it is at most `enough`, return an upper bound that is also at most `enough`.")
        .def("play", &SmallBoard::play, arg("field"), arg("opening"), arg("seconds"),
             "Return the numbers of placements that the player `exact` wins and of its guesses.")
        .def_prop_ro("states", &SmallBoard::states,
                     "The number of sets of placements in the table.")
        .def_prop_ro("peak", &SmallBoard::peak, "The maximum number of bytes in use at a time.");

    using Lookahead = mines::Player::Lookahead;
    nb::class_<Lookahead>(m, "Lookahead", "The value of a guess at a field, if the field is safe.")
        .def_ro("chance", &Lookahead::chance,
                "The number of placements in which it shows each number.")
        .def_ro("values", &Lookahead::values, "The value of each number.")
        .def_ro("mean", &Lookahead::mean, "The mean value.");

    nb::class_<mines::Player>(m, "Player", "A player of whole games.")
        .def(nb::new_(&new_player), arg("rows"), arg("cols"), arg("mines"), arg("strategy"),
             arg("hashes"))
        .def("play", &play_games, arg("orders"), arg("first"), arg("start"),
             "Play a game for each order of the fields, and return the results.\n\n"
             "These are the outcomes (1 won, 0 lost, -1 if a mine was called safe), the control\n"
             "variates and, over all games, the numbers of guesses, of states that were not "
             "counted,\n"
             "and of guesses that were not solved after an earlier one had been.")
        .def_prop_ro("moves", &mines::Player::moves, "The fields uncovered in the last game.")
        .def_prop_ro("mined", &mines::Player::mined, "The mines of the last game.")
        .def("show", &show, arg("content"), arg("known"),
             "Continue from a state; return the number of placements, up to a common factor, and "
             "the\n"
             "undecided fields. Each comes with the numbers of placements with a mine there and\n"
             "without one, and whether a constraint contains it.")
        .def(
            "lay",
            [](mines::Player& player, const std::vector<int>& mined) {
                check_fields(player, mined);
                player.lay(mined);
            },
            arg("mined"), "Place the mines of a game in progress.")
        .def(
            "candidates",
            [](const mines::Player& player) {
                check_analysed(player);
                return player.candidates();
            },
            "Return the safest fields, as pairs of risk and field.")
        .def(
            "look_ahead", &look_ahead, arg("field"),
            "Return the value of a field if it is safe, and the fields whose probabilities depend\n"
            "on its number.")
        .def(
            "deviation",
            [](const mines::Player& player, int f, double safe, const Lookahead& l) {
                check_fields(player, {f});
                return player.deviation(f, safe, &l);
            },
            arg("field"), arg("safe"), arg("look"),
            "Return the value of the outcome of a guess, minus its mean.")
        .def(
            "first_deviation",
            [](const mines::Player& player, int f) {
                check_fields(player, {f});
                return player.first_deviation(f);
            },
            arg("field"), "Return the value of the first field's number, minus its mean.")
        .def(
            "solve_end", &solve_end,
            "Return the number of wins of the best play (-1 if unknown), its first field, and the\n"
            "placements.");
}

void bind_minesweeper(nb::module_ m) {
    using nb::arg;
    m.doc() = "Minesweeper: constraint networks, numbers of placements, searches and games.";
    bind_games(m);
    nb::class_<mines::Network>(m, "Network", "Constraints: sums of undecided fields.")
        .def_static("of_state", &network_of_state, arg("rows"), arg("cols"), arg("content"),
                    "Return the network of a state.")
        .def_static("of_sums", &network_of_sums, arg("sums"),
                    "Return the network of constraints, each given by its field, scope and mines.")
        .def_ro("fields", &mines::Network::fields,
                "The variables in constraints, in increasing order.")
        .def_prop_ro("sums", &sums_of, "The field, the scope and the mines of each constraint.")
        .def("without", &without, arg("known"),
             "Return the network that remains if some variables are known.")
        .def("propagate", &propagate, arg("free"), arg("total").none(), arg("pairs"),
             "Return the variables that consistency decides, the value of the free fields (-1 if\n"
             "undecided) and the remaining network, or None if no placement fits.")
        .def("count", &count, arg("seconds"), arg("memory"),
             "Propagate over pairs, and count the placements on each component.\n\n"
             "Return the decided variables and, for each component, its smallest number of mines,\n"
             "the number of mine counts, the groups, and rows of numbers; None if no placement "
             "fits.");
}

}  // namespace

NB_MODULE(_engine, m) {
    nb::set_leak_warnings(false);  // Python caches boards until it exits
    m.doc() = "Compiled kernels of puzzlesat, for long-running searches.";
    m.attr("SOURCES") = SOURCES;
    bind_common(m);
    bind_floodit(m.def_submodule("floodit", "Searches of Flood-It."));
    bind_flowfree(m.def_submodule("flowfree", "Flow Free: search, deduction and random covers."));
    bind_minesweeper(m.def_submodule("minesweeper"));
}
