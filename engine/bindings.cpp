// The Python interface of the engine. No other file of the engine depends on Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
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

// Run a search without the GIL; Ctrl-C and other signals end it with the exception that they raise.
// `on_pause`, unless it is None, is called about ten times a second and may raise an exception,
// too.
template <class Search>
auto released(double seconds, nb::handle on_pause, Search search) {
    nb::gil_scoped_release release;
    double called = 0;
    Poll poll(seconds, [&](double elapsed) {
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!on_pause.is_none() && elapsed > called + 0.1) {
            called = elapsed;
            on_pause();
        }
    });
    return search(poll);
}

template <class Search>
auto released(double seconds, Search search) {
    return released(seconds, nb::none(), search);
}

// Keep the processor busy until time is up; return the number of steps.
std::uint64_t spin(double seconds) {
    return released(seconds, [](Poll& poll) {
        std::uint64_t steps = 0;
        try {
            for (;; ++steps) poll.step();
        } catch (const Stopped&) {
        }
        return steps;
    });
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
    m.def("spin", &spin, nb::arg("seconds"),
          "Keep the processor busy until time is up, and return the number of steps.\n\n"
          "Tests use it to show that deadlines and signals end a search.");
    m.def("mix64", &mix64, nb::arg("x"), "Mix the bits of a word, as hash tables do.");
}

// Flood-It.

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

void require(bool holds, const char* sentence) {
    if (!holds) throw std::invalid_argument(sentence);
}

std::size_t bytes_of(std::optional<std::size_t> memory) {
    return memory.value_or(std::numeric_limits<std::size_t>::max());
}

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

// A search object with its graph and memory; only one thread at a time may call its methods.
class FloodItSearch {
public:
    // If memory is limited, there is only one thread, since threads would compete for memory.
    FloodItSearch(const floodit::Graph& graph, int max_filed, std::optional<std::size_t> memory,
                  int threads)
        : graph(graph), memory(bytes_of(memory)) {
        require(max_filed > 0, "max_filed must be positive");
        require(threads > 0, "threads must be positive");
        this->memory.add(graph.nbytes());
        search = floodit::make_search(this->graph, max_filed, this->memory,
                                      this->memory.has_limit() ? 1 : threads);
    }

    template <class Run>
    auto run(double seconds, nb::handle on_pause, Run run) {
        require(!busy.exchange(true), "the search is running already");
        struct Free {
            std::atomic<bool>& busy;
            ~Free() { busy = false; }
        } free{busy};
        return released(seconds, on_pause, run);
    }

    void check(const std::vector<int>& clusters) const {
        require(!clusters.empty(), "there must be a cluster");
        for (int x : clusters) require(0 <= x && x < graph.clusters(), "there is no such cluster");
    }

    // More moves than clusters are never needed.
    int checked(int p) const {
        require(p >= 0, "the number of moves must not be negative");
        return std::min(p, graph.clusters());
    }

    floodit::Graph graph;
    Memory memory;
    std::unique_ptr<floodit::Search> search;
    std::atomic<bool> busy = false;
};

struct FloodItLandmarks {
    FloodItLandmarks(const floodit::Graph& board, std::optional<std::size_t> limit, std::size_t max_states)
        : graph(board), memory(bytes_of(limit)) {
        require(floodit::Landmarks::suit(graph), "the board has too many clusters, or only one");
        released(NO_LIMIT, [&](Poll& poll) { landmarks.emplace(graph, memory, poll, max_states); });
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
    using floodit::Graph, floodit::Landmarks, floodit::Moves, floodit::Options;
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
        .def("opening", [](const Graph& graph) {
            return std::pair(floodit::lower_bound(graph, 0), floodit::greedy(graph, 0));
        }, "Return the lower bound and the moves of greedy play.")
        .def("distance_beam",
             [](const Graph& graph, std::size_t width, int below, std::optional<std::size_t> memory) {
                 return released(NO_LIMIT, [&](Poll& poll) {
                     Memory limit(bytes_of(memory));
                     return floodit::distance_beam(graph, width, below, limit, poll);
                 });
             },
             arg("width"), arg("below"), arg("memory") = nb::none(),
             "Return a solution of fewer than `below` moves, or None if the beam finds none.");

    nb::class_<Options>(m, "Options", "The time limit, and the schedule of the searches.")
        .def(nb::init<>())
        .def_rw("seconds", &Options::seconds)
        .def_rw("cores", &Options::cores)
        .def_rw("near", &Options::near)
        .def_rw("far", &Options::far)
        .def_rw("tighten_after", &Options::tighten_after)
        .def_rw("first_width", &Options::first_width)
        .def_rw("max_distance_width", &Options::max_distance_width)
        .def_rw("max_width", &Options::max_width);

    nb::class_<FloodItSearch>(
        m, "Search",
        "A property-directed search of a board, which keeps its nogoods from call to call.\n\n"
        "Its methods raise TimeoutError or MemoryError when time or memory is used up.")
        .def(nb::init<const Graph&, int, std::optional<std::size_t>, int>(), arg("graph"),
             arg("max_filed") = 4000, arg("memory") = nb::none(), arg("threads") = 1)
        .def_ro("graph", &FloodItSearch::graph)
        .def_prop_ro("bound", [](const FloodItSearch& s) { return s.search->bound(); })
        .def_prop_ro("obligations", [](const FloodItSearch& s) { return s.search->obligations(); })
        .def_prop_ro("filed", [](const FloodItSearch& s) { return s.search->filed(); },
                     "The number of nogoods in the index of each level.")
        .def("set_root", [](FloodItSearch& s, int cluster) {
            s.check({cluster});
            s.run(NO_LIMIT, nb::none(), [&](Poll&) { s.search->set_root(cluster); });
        }, arg("cluster"), "Set the cluster from which play starts; nogoods remain valid.")
        .def("is_blocked", [](FloodItSearch& s, int p) {
            const int moves = s.checked(p);
            return s.run(NO_LIMIT, nb::none(),
                         [&](Poll& poll) { return s.search->is_blocked(moves, poll); });
        }, arg("p"), "Return whether a nogood excludes p moves.")
        .def("solve", [](FloodItSearch& s, int p, double seconds) -> std::optional<Moves> {
            const int most = s.checked(p);
            Moves moves;
            const auto outcome = s.run(seconds, nb::none(), [&](Poll& poll) {
                return s.search->solve(most, moves, poll, [] { return false; });
            });
            return outcome == floodit::Outcome::solved ? std::optional(moves) : std::nullopt;
        }, arg("p"), arg("seconds") = NO_LIMIT,
             "Return at most p moves that flood the board, or None if p moves do not suffice.")
        .def("refutation", [](const FloodItSearch& s, int p) {
            std::vector<NogoodRow> rows;
            for (auto& nogood : s.search->refutation(p)) {
                for (int& x : nogood.z) x = s.graph.board_number[x];
                rows.push_back(nogood_row(nogood, s.graph.clusters()));
            }
            return rows;
        }, arg("p"), "Return the nogoods of the last refutation (of p moves), reasons first.")
        .def("nogoods", [](const FloodItSearch& s) {
            std::vector<NogoodRow> rows;
            for (const auto& nogood : s.search->nogoods()) {
                rows.push_back(nogood_row(nogood, s.graph.clusters()));
            }
            return rows;
        }, "Return all nogoods, in the numbering of the graph.")
        .def("lower_bound", [](const FloodItSearch& s, const std::vector<int>& flooded) {
            s.check(flooded);
            return s.search->lower_bound(flooded);
        }, arg("flooded"), "Return the lower bound if these clusters are flooded.")
        .def("witness", [](const FloodItSearch& s, const std::vector<int>& flooded, int r) {
            s.check(flooded);
            require(0 <= r && r < s.search->lower_bound(flooded), "r must be below the bound");
            return s.search->witness(flooded, r);
        }, arg("flooded"), arg("r"), "Return dry clusters that keep the lower bound above r.")
        .def("beam", [](FloodItSearch& s, const std::vector<int>& starts, std::size_t width, int below) {
            s.check(starts);
            std::optional<std::pair<int, Moves>> found;
            s.run(NO_LIMIT, nb::none(), [&](Poll& poll) {
                const auto solution = s.search->beam(starts, width, below, poll);
                if (solution) found = {solution->start, solution->moves};
            });
            return found;
        }, arg("starts"), arg("width"), arg("below"),
             "Return a start and a solution of fewer than `below` moves, or None if none is found.")
        .def("close", [](FloodItSearch& s, const std::vector<int>& starts, int lower, int upper,
                         nb::callable on_refuted, nb::callable on_improved, nb::object on_pause,
                         const Options& options) {
            s.check(starts);
            require(options.first_width > 0, "the first width must be positive");
            s.run(options.seconds, on_pause, [&](Poll& poll) {
                auto bounds = bounds_of(lower, upper, on_refuted, on_improved, s.graph);
                floodit::close(s.graph, *s.search, starts, bounds, options, s.memory, poll);
            });
        }, arg("starts"), arg("lower"), arg("upper"), arg("on_refuted"), arg("on_improved"),
             arg("on_pause").none() = nb::none(), arg("options") = Options(),
             "Close the bounds of the fewest moves over some starts.\n\n"
             "`on_refuted(p, by)` and `on_improved(moves, by, field)` are called with each bound.")
        .def("tighten", [](FloodItSearch& s, int lower, int upper, nb::callable on_refuted,
                           nb::callable on_improved, const Options& options) {
            require(options.first_width > 0, "the first width must be positive");
            s.run(options.seconds, nb::none(), [&](Poll& poll) {
                auto bounds = bounds_of(lower, upper, on_refuted, on_improved, s.graph);
                floodit::tighten(s.graph, bounds, options, s.memory, poll);
            });
        }, arg("lower"), arg("upper"), arg("on_refuted"), arg("on_improved"),
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
        .def_prop_ro("colours", [](const FloodItLandmarks& l) {
            std::map<int, std::tuple<int, std::vector<int>, double>> colours;
            for (const auto& [c, colour] : l.landmarks->colours()) {
                colours[c] = {colour.refuted, colour.landmarks, colour.states};
            }
            return colours;
        }, "For each colour, the refuted moves, the landmarks and the states of the last query.")
        .def("tighten", [](FloodItLandmarks& l, double states) {
            released(NO_LIMIT, [&](Poll& poll) { l.landmarks->raise(states, poll); });
        }, arg("states"), "Try to raise the bound, with about this many states.")
        .def("query", [](FloodItLandmarks& l, const std::vector<int>& landmarks, int p, double states) {
            require(2 <= landmarks.size() && landmarks.size() <= 4, "two to four clusters");
            for (int x : landmarks) {
                require(0 <= x && x < l.graph.clusters(), "there is no such cluster");
            }
            require(0 <= p && p < 255, "p must be 0 to 254");
            return released(NO_LIMIT, [&](Poll& poll) {
                const auto answer = l.landmarks->query(landmarks, p, states, poll);
                return std::tuple(answer.refuted, answer.moves, answer.states);
            });
        }, arg("landmarks"), arg("p"), arg("states"),
             "Return the refuted moves, the fewest moves if found, and the number of states.");
    m.def("farthest", &floodit::farthest, arg("graph"), arg("moves"), arg("colour"),
          "Return the farthest cluster of a colour that the moves leave dry, or -1.");
}

template <class Number>
using Array = nb::ndarray<nb::numpy, Number, nb::ndim<1>>;

// Return an array that owns the vector with its data.
template <class Number, class Item>
Array<Number> array_of(std::vector<Item>&& items) {
    static_assert(sizeof(Item) == sizeof(Number));
    auto* kept = new std::vector<Item>(std::move(items));
    nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<Item>*>(vector); });
    return {kept->data(), {kept->size()}, owner};
}

// Flow Free.

template <std::size_t columns>
auto table_of(const std::vector<std::array<int, columns>>& rows) {
    using Table = nb::ndarray<nb::numpy, std::int32_t, nb::shape<-1, columns>>;
    auto* kept = new std::vector(rows);
    nb::capsule owner(kept, [](void* table) noexcept {
        delete static_cast<std::vector<std::array<int, columns>>*>(table);
    });
    return Table(kept->data(), {kept->size(), columns}, owner);
}

Array<std::int32_t> copy_of(const std::vector<int>& items) { return array_of<std::int32_t>(std::vector(items)); }

template <int columns>
using Rows = nb::ndarray<const std::int32_t, nb::shape<-1, columns>, nb::c_contig, nb::device::cpu>;

template <int columns>
std::vector<std::array<int, columns>> rows_of(const Rows<columns>& array) {
    std::vector<std::array<int, columns>> rows(array.shape(0));
    if (!rows.empty()) std::memcpy(rows.data(), array.data(), rows.size() * sizeof(rows[0]));
    return rows;
}

using Timeout = std::optional<double>;

double seconds(Timeout timeout) { return timeout.value_or(NO_LIMIT); }

flowfree::Decided decide(const flowfree::Graph& graph, const std::vector<int>& flow, bool strict,
                         std::uint32_t wanted, std::uint32_t max_steps) {
    return released(seconds({}), [&](Poll& poll) {
        return flowfree::decide(graph, flow, strict, wanted, max_steps, poll);
    });
}

void assume(flowfree::Deduction& deduction, double max_rounds, Timeout timeout) {
    released(seconds(timeout), [&](Poll& poll) { deduction.assume(max_rounds, poll); });
}

flowfree::Paths random_cover(const flowfree::Graph& graph, const std::vector<int>& kept,
                             const flowfree::Paths& paths, int least, int goal, std::uint64_t seed,
                             std::uint32_t moves, Timeout timeout) {
    flowfree::Cover cover(graph, kept, paths, least, seed);
    released(seconds(timeout), [&](Poll& poll) { cover.mix(moves, goal, poll); });
    return cover.paths();
}

std::optional<flowfree::Paths> lengthened(const flowfree::Graph& graph, const std::vector<int>& kept,
                                          const flowfree::Paths& paths, int least, std::uint64_t seed,
                                          std::uint32_t moves, Timeout timeout) {
    flowfree::Cover cover(graph, kept, paths, least, seed);
    const bool fits = released(seconds(timeout), [&](Poll& poll) { return cover.lengthen(moves, poll); });
    return fits ? std::optional(cover.paths()) : std::nullopt;
}

void bind_flowfree(nb::module_ m) {
    constexpr auto copied = nb::rv_policy::automatic;
    using flowfree::Board, flowfree::Decided, flowfree::Deduction, flowfree::Graph;
    nb::class_<Graph>(m, "Graph", "A board: the two nodes of each link, and the links of each node, -1 for none.")
        .def("__init__",
             [](Graph* self, const Rows<2>& links, const Rows<4>& link) {
                 new (self) Graph(rows_of<2>(links), rows_of<4>(link));
             },
             nb::arg("links"), nb::arg("link"));
    nb::class_<Board, Graph>(m, "Board", "The nodes and links of a board of cells with marks, numbered as in Grid.")
        .def("__init__",
             [](Board* self, int rows, int cols, const std::vector<int>& missing, const std::vector<int>& bridges,
                const std::vector<flowfree::Side>& walls, const std::vector<flowfree::Side>& warps) {
                 new (self) Board(flowfree::make_board(rows, cols, missing, bridges, walls, warps));
             },
             nb::arg("rows"), nb::arg("cols"), nb::arg("missing"), nb::arg("bridges"), nb::arg("walls"),
             nb::arg("warps"))
        .def_prop_ro("cell", [](const Board& self) { return copy_of(self.cell); }, copied)
        .def_prop_ro("node", [](const Board& self) { return copy_of(self.node); }, copied)
        .def_prop_ro("down", [](const Board& self) { return copy_of(self.down); }, copied)
        .def_prop_ro("links", [](const Board& self) { return table_of(self.ends); }, copied)
        .def_prop_ro("link", [](const Board& self) { return table_of(self.link); }, copied)
        .def_prop_ro("neighbour", [](const Board& self) { return table_of(self.neighbour); }, copied)
        .def_prop_ro("size", &Board::links, "The number of links.");
    nb::class_<Decided>(m, "Decided", "The result of a search.")
        .def_ro("ended", &Decided::ended, "Whether all solutions are found, or as many as wanted.")
        .def_ro("solutions", &Decided::solutions, "The paths of each solution.")
        .def_prop_ro(
            "value",
            [](const Decided& self) { return array_of<std::int8_t>(std::vector(self.value)); }, copied,
            "The value of each link in every solution: 0, 1, or -1 if unknown.")
        .def_prop_ro(
            "flow", [](const Decided& self) { return copy_of(self.flow); }, copied,
            "The flow of each node in every solution, or -1 if unknown.");
    m.def("decide", &decide, nb::arg("graph"), nb::arg("flow"), nb::arg("strict"), nb::arg("wanted"),
          nb::arg("max_steps"),
          "Search for `wanted` solutions until more than `max_steps` links have become known.");
    nb::class_<Deduction>(m, "Deduction", "Links decided by rules, and then by single assumptions.")
        .def(nb::init<Graph, const std::vector<int>&, bool>(), nb::arg("graph"), nb::arg("flow"), nb::arg("strict"))
        .def("assume", &assume, nb::arg("max_rounds"), nb::arg("timeout").none(),
             "Make rounds of assumptions; the maximum includes all earlier rounds.")
        .def_ro("rounds", &Deduction::rounds)
        .def_ro("contradicted", &Deduction::contradicted)
        .def_prop_ro("share", &Deduction::share)
        .def_prop_ro("open_links", &Deduction::open_links)
        .def_prop_ro(
            "known",
            [](const Deduction& self) { return array_of<std::int8_t>(std::vector(self.values())); },
            nb::rv_policy::automatic);
    m.def("random_cover", &random_cover, nb::arg("graph"), nb::arg("kept"), nb::arg("paths"), nb::arg("least"),
          nb::arg("goal"), nb::arg("seed"), nb::arg("moves"), nb::arg("timeout").none(),
          "Return the paths of a cover after random moves.");
    m.def("lengthened", &lengthened, nb::arg("graph"), nb::arg("kept"), nb::arg("paths"), nb::arg("least"),
          nb::arg("seed"), nb::arg("moves"), nb::arg("timeout").none(),
          "Return paths after random moves until none is too short, or None on failure.");
}

// Minesweeper.

namespace mines = minesweeper;

// Run a search that has no result if it is stopped; then raise TimeoutError or MemoryError.
template <class Search>
auto completed(double seconds, Search search) {
    try {
        return released(seconds, search);
    } catch (const Stopped& stopped) {
        if (stopped.reason == Stopped::Reason::memory) throw std::bad_alloc();
        PyErr_SetNone(PyExc_TimeoutError);
        throw nb::python_error();
    }
}

mines::Network network_of_state(int rows, int cols, const std::vector<int>& content) {
    if (rows < 1 || cols < 1 || content.size() != static_cast<std::size_t>(rows) * cols)
        throw nb::value_error("content must have rows * cols fields");
    return mines::network_of(rows, cols, content);
}

using Sum = std::tuple<int, std::vector<int>, int>;  // field, scope, mines

mines::Network network_of_sums(const std::vector<Sum>& sums) {
    mines::Network network;
    for (const auto& [field, scope, need] : sums) {
        network.field.push_back(field);
        network.need.push_back(need);
        network.scope.insert(network.scope.end(), scope.begin(), scope.end());
        network.ends.push_back(static_cast<int>(network.scope.size()));
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
        for (int e = network.ends[c]; e < network.ends[c + 1]; ++e)
            scope.push_back(network.fields[network.scope[e]]);
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
nb::object propagate(const mines::Network& network, int free, std::optional<int> total, bool pairs) {
    const auto found = mines::propagate(network, std::max(free, 0), total.value_or(-1), pairs);
    if (!found.consistent || (total && *total < 0)) return nb::none();
    return nb::make_tuple(decided(network, found.value), found.free_value,
                          mines::simplify_under(network, found.value));
}

nb::object count(const mines::Network& network, double seconds, std::size_t nbytes) {
    for (int c = 0; c < network.size(); ++c)
        if (network.ends[c + 1] - network.ends[c] > mines::SCOPE)
            throw nb::value_error("a constraint has more than eight fields");
    const mines::Incidence holding(network);
    for (int v = 0; v < network.variables(); ++v)
        if (holding.ends[v + 1] - holding.ends[v] > mines::SCOPE)
            throw nb::value_error("a field is in more than eight constraints");
    mines::Propagated known;
    Memory memory(nbytes);
    std::vector<mines::Component> components;
    const bool fits = completed(seconds, [&](Poll& poll) {
        poll.check();
        known = mines::propagate(network, 0, -1, true);
        if (!known.consistent ||
            !mines::count_components(network, known.value, components, memory, poll))
            return false;
        for (const auto& component : components)  // the size as Python integers, each in two lists
            memory.add(component.numbers.size() / component.limbs * (48 + 5 * component.limbs));
        return true;
    });
    if (!fits) return nb::none();
    nb::list parts;
    const nb::object from_bytes = nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes");
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
        parts.append(
            nb::make_tuple(component.least, component.length, component.groups, numbers));
    }
    return nb::make_tuple(decided(network, known.value), parts);
}

// A search for perfect play that can be continued, and the results of a player on the same board.
class SmallBoard {
public:
    SmallBoard(int rows, int cols, int mined, std::vector<std::vector<int>> symmetries,
               std::size_t entries, std::size_t nbytes)
        : rows_(rows), cols_(cols), mines_(mined), symmetries_(std::move(symmetries)), entries_(entries),
          memory_(nbytes) {
        const int fields = rows < 1 || cols < 1 || cols > 30 ? 0 : rows * cols;
        if (fields < 1 || fields > mines::PerfectPlay::MAX_FIELDS || mined < 0 || mined >= fields)
            throw nb::value_error("a board has 1 to 30 fields, at least one of them without a mine");
        if (!std::has_single_bit(entries)) throw nb::value_error("entries must be a power of two");
        for (auto& symmetry : symmetries_) {
            auto sorted = symmetry;
            std::sort(sorted.begin(), sorted.end());
            for (int f = 0; f < fields; ++f)
                if (sorted.size() != static_cast<std::size_t>(fields) || sorted[f] != f)
                    throw nb::value_error("a symmetry must be a permutation of the fields");
        }
    }

    std::int64_t most_wins(int field, bool opening, std::int64_t enough, double seconds) {
        check(field);
        return completed(seconds, [&](Poll& poll) {
            return search(best_, symmetries_).most_wins(field, opening, enough, poll);
        });
    }

    std::pair<std::int64_t, std::int64_t> play(int field, bool opening, double seconds) {
        check(field);
        const auto tally = completed(seconds, [&](Poll& poll) {  // which uses no symmetry
            return search(player_, {}).play(field, opening, poll);
        });
        return {tally.wins, tally.guesses};
    }

    std::size_t states() const { return best_ ? best_->states() : 0; }
    std::size_t peak() const { return memory_.peak(); }

private:
    const int rows_, cols_, mines_;
    std::vector<std::vector<int>> symmetries_;
    const std::size_t entries_;
    Memory memory_;
    std::unique_ptr<mines::PerfectPlay> best_, player_;

    void check(int field) const {
        if (field < 0 || field >= rows_ * cols_) throw nb::value_error("no such field");
    }

    mines::PerfectPlay& search(std::unique_ptr<mines::PerfectPlay>& kept,
                               std::vector<std::vector<int>> symmetries) {
        if (!kept) {
            std::vector<int> same(rows_ * cols_);
            std::iota(same.begin(), same.end(), 0);
            if (symmetries.empty()) symmetries.push_back(same);
            kept = std::make_unique<mines::PerfectPlay>(rows_, cols_, mines_, symmetries, entries_, memory_);
        }
        return *kept;
    }
};

using StrategyValues = std::tuple<double, int, int, double, int, std::int64_t, bool>;

mines::Player new_player(int rows, int cols, int mined, const StrategyValues& values,
                         std::vector<std::int64_t> hashes) {
    const auto [margin, candidates, unconstrained, bonus, placements, work, fifty_fifty] = values;
    if (rows < 1 || cols < 1 || rows > 1000 || cols > 1000 || rows * cols > 1000)
        throw nb::value_error("a board has 1 to 1000 fields");
    if (mined < 0 || mined > rows * cols) throw nb::value_error("too many mines");
    if (candidates < 1 || placements < 0 || static_cast<std::size_t>(placements) > hashes.size())
        throw nb::value_error("a strategy has at least one candidate, and a hash for each placement");
    return mines::Player(rows, cols, mined,
                         {margin, candidates, unconstrained, bonus, placements, work, fifty_fifty},
                         std::move(hashes));
}

void check_fields(const mines::Player& player, const std::vector<int>& fields) {
    for (const int f : fields)
        if (f < 0 || f >= player.fields()) throw nb::value_error("no such field");
}

void check_analysed(const mines::Player& player) {
    if (!player.analysed()) throw nb::value_error("no state is shown, or nothing fits it");
}

// Return the outcome of each game, its control variate, and sums over all games.
auto play_games(mines::Player& player, const std::vector<std::vector<int>>& orders, int first,
                int start) {
    for (const auto& order : orders) {
        check_fields(player, order);
        if (order.size() != static_cast<std::size_t>(player.fields()))
            throw nb::value_error("an order must contain every field");
    }
    check_fields(player, {first});
    if (start < 0 || start > 2) throw nb::value_error("no such start");
    std::vector<int> won;
    std::vector<double> control_variate;
    mines::Player::Sums sums;
    completed(std::numeric_limits<double>::infinity(), [&](Poll& poll) {
        for (const auto& order : orders) {
            poll.step();
            const auto result = player.play(order, first, static_cast<mines::Start>(start), sums, poll);
            won.push_back(result.wrong ? -1 : result.won);
            control_variate.push_back(result.control_variate);
        }
        return true;
    });
    return std::make_tuple(won, control_variate, sums.guesses, sums.uncounted, sums.unsolved);
}

// Return the number of placements up to a factor and, for each undecided field, the numbers of
// placements with a mine and without one, and whether it is in a constraint.
auto show(mines::Player& player, const std::vector<int>& content, const std::vector<int>& known) {
    if (content.size() != static_cast<std::size_t>(player.fields()) || known.size() != content.size())
        throw nb::value_error("a state must contain every field");
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
    if (!player.unknown(f)) throw nb::value_error("the field is not undecided");
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
    nb::class_<SmallBoard>(m, "SmallBoard", "A search of all games on a small board.")
        .def(nb::init<int, int, int, std::vector<std::vector<int>>, std::size_t, std::size_t>(),
             nb::arg("rows"), nb::arg("cols"), nb::arg("mines"), nb::arg("symmetries"),
             nb::arg("entries"), nb::arg("memory"))
        .def("most_wins", &SmallBoard::most_wins, nb::arg("field"), nb::arg("opening"),
             nb::arg("enough"), nb::arg("seconds"),
             "Return the maximum number of placements won from a first field on.\n\n"
             "If it is at most `enough`, return an upper bound that is also at most `enough`.")
        .def("play", &SmallBoard::play, nb::arg("field"), nb::arg("opening"), nb::arg("seconds"),
             "Return the numbers of placements that the player `exact` wins and of its guesses.")
        .def_prop_ro("states", &SmallBoard::states, "The number of sets of placements in the table.")
        .def_prop_ro("peak", &SmallBoard::peak, "The maximum number of bytes in use at a time.");

    using Lookahead = mines::Player::Lookahead;
    nb::class_<Lookahead>(m, "Lookahead", "The value of a guess at a field, if the field is safe.")
        .def_ro("chance", &Lookahead::chance, "The number of placements in which it shows each number.")
        .def_ro("values", &Lookahead::values, "The value of each number.")
        .def_ro("mean", &Lookahead::mean, "The mean value.");

    nb::class_<mines::Player>(m, "Player", "A player of whole games.")
        .def(nb::new_(&new_player), nb::arg("rows"), nb::arg("cols"), nb::arg("mines"),
             nb::arg("strategy"), nb::arg("hashes"))
        .def("play", &play_games, nb::arg("orders"), nb::arg("first"), nb::arg("start"),
             "Play a game for each order of the fields, and return the results.\n\n"
             "These are the outcomes (1 won, 0 lost, -1 if a mine was called safe), the control\n"
             "variates and, over all games, the numbers of guesses, of states that were not counted,\n"
             "and of guesses that were not solved after an earlier one had been.")
        .def_prop_ro("moves", &mines::Player::moves, "The fields uncovered in the last game.")
        .def_prop_ro("mined", &mines::Player::mined, "The mines of the last game.")
        .def("show", &show, nb::arg("content"), nb::arg("known"),
             "Continue from a state; return the number of placements, up to a common factor, and the\n"
             "undecided fields. Each comes with the numbers of placements with a mine there and\n"
             "without one, and whether a constraint contains it.")
        .def("lay", [](mines::Player& player, const std::vector<int>& mined) {
            check_fields(player, mined);
            player.lay(mined);
        }, nb::arg("mined"), "Place the mines of a game in progress.")
        .def("candidates", [](const mines::Player& player) {
            check_analysed(player);
            return player.candidates();
        }, "Return the safest fields, as pairs of risk and field.")
        .def("look_ahead", &look_ahead, nb::arg("field"),
             "Return the value of a field if it is safe, and the fields whose probabilities depend\n"
             "on its number.")
        .def("deviation", [](const mines::Player& player, int f, double safe,
                             std::optional<Lookahead> look) {
            check_fields(player, {f});
            return player.deviation(f, safe, look ? &*look : nullptr);
        }, nb::arg("field"), nb::arg("safe"), nb::arg("look").none(),
             "Return the value of the outcome of a guess, minus its mean.")
        .def("first_deviation", [](const mines::Player& player, int f) {
            check_fields(player, {f});
            return player.first_deviation(f);
        }, nb::arg("field"), "Return the value of the first field's number, minus its mean.")
        .def("solve_end", &solve_end,
             "Return the number of wins of the best play (-1 if unknown), its first field, and the\n"
             "placements.");
}

void bind_minesweeper(nb::module_ m) {
    m.doc() = "Minesweeper: constraint networks, numbers of placements, searches and games.";
    bind_games(m);
    nb::class_<mines::Network>(m, "Network", "Constraints: sums of undecided fields.")
        .def_static("of_state", &network_of_state, nb::arg("rows"), nb::arg("cols"),
                    nb::arg("content"), "Return the network of a state.")
        .def_static("of_sums", &network_of_sums, nb::arg("sums"),
                    "Return the network of constraints, each given by its field, scope and mines.")
        .def_prop_ro("fields", [](const mines::Network& n) { return n.fields; },
                     "The variables in constraints, in increasing order.")
        .def_prop_ro("sums", &sums_of, "The field, the scope and the mines of each constraint.")
        .def("without", &without, nb::arg("known"),
             "Return the network that remains if some variables are known.")
        .def("propagate", &propagate, nb::arg("free"), nb::arg("total").none(), nb::arg("pairs"),
             "Return the variables that consistency decides, the value of the free fields (-1 if\n"
             "undecided) and the remaining network, or None if no placement fits.")
        .def("count", &count, nb::arg("seconds"), nb::arg("memory"),
             "Propagate over pairs, and count the placements on each component.\n\n"
             "Return the decided variables and, for each component, its smallest number of mines,\n"
             "the number of mine counts, the groups, and rows of numbers; None if no placement fits.");
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
