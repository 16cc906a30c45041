// The Python interface of the engine, which depends on Python only here, in bindings.hpp and in
// hooks.cpp.
#include "bindings.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>

#include "common/memory.hpp"
#include "floodit/referee.hpp"
#include "flowfree/board.hpp"
#include "flowfree/frontier.hpp"
#include "flowfree/referee.hpp"
#include "flowfree/search.hpp"
#include "interface/interface.hpp"
#include "minesweeper/counts.hpp"
#include "minesweeper/state.hpp"

using namespace puzzlesat;

namespace {

void bind_errors() {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const Stopped& stopped) {
            const bool is_time = stopped.limit == Stopped::Limit::time;
            PyErr_SetNone(is_time ? PyExc_TimeoutError : PyExc_MemoryError);
        }
    });
}

// Flood-It.

void bind_floodit(nb::module_ m) {
    using floodit::Graph, floodit::Moves, floodit::Options;
    using nb::arg;

    nb::class_<Graph> graph(m, "Graph", "The graph of a board's clusters, numbered breadth-first.");
    graph
        .def(nb::init<const std::vector<int>&, int, int, int>(), arg("colours"), arg("cols"),
             arg("k"), arg("pivot") = 0)
        .def_ro("colour", &Graph::colour)
        .def(
            "opening",
            [](const Graph& graph) {
                return std::pair(floodit::lower_bound(graph), floodit::greedy(graph, 0));
            },
            "Return the lower bound and the moves of greedy play.");

    nb::class_<Options> options(m, "Options", "The schedule of the searches.");
    options.def(nb::init<>());

    nb::class_<LockedSearch> search(
        m, "Search",
        "A property-directed search of a board, which keeps its nogoods from call to call.\n\n"
        "Its methods raise TimeoutError or MemoryError when time or memory is used up.");
    search
        .def(nb::new_([](const Graph& graph, std::optional<std::size_t> memory, int max_filed,
                         bool finish, bool generalise, bool witness) {
                 require(max_filed > 0, "max_filed must be positive");
                 const floodit::Settings settings{max_filed, finish, generalise, witness};
                 return new LockedSearch{floodit::make_search(graph, memory, settings)};
             }),
             arg("graph"), arg("memory_bytes") = nb::none(),
             arg("max_filed") = floodit::Settings().max_filed, arg("finish") = true,
             arg("generalise") = true, arg("witness") = true)
        .def(
            "solve",
            [](LockedSearch& s, int p, double seconds) -> std::optional<Moves> {
                const int most = checked_moves(s, p);
                Moves moves;
                const auto is_needless = [] { return false; };
                const auto solve = [&](Poll& poll) {
                    return s->solve(most, moves, poll, is_needless);
                };
                const auto outcome = run_alone(s, solve, seconds);
                return outcome == floodit::Outcome::solved ? std::optional(moves) : std::nullopt;
            },
            arg("p"), arg("seconds") = NO_LIMIT,
            "Return at most p moves that flood the board, or None if p moves do not suffice.")
        .def(
            "refutation",
            [](LockedSearch& s, int p) {
                auto nogoods = run_alone(s, [&](Poll&) { return s->refutation(p); });
                for (auto& nogood : nogoods)
                    for (int& x : nogood.z) x = s->graph.board_number[x];
                return rows_of(nogoods, s->graph.clusters());
            },
            arg("p"), "Return the nogoods of the last refutation (of p moves), reasons first.")
        .def(
            "close_bounds",
            [](LockedSearch& s, int lower, int upper, nb::callable on_refuted,
               nb::callable on_improved, nb::object on_pause, double seconds,
               const Options& options) {
                require(options.first_width > 0, "the first width must be positive");
                auto bounds = bounds_of(lower, upper, on_refuted, on_improved);
                const auto run = [&](Poll& poll) { close_bounds(*s, bounds, options, poll); };
                run_alone(s, run, seconds, on_pause);
            },
            arg("lower"), arg("upper"), arg("on_refuted"), arg("on_improved"),
            arg("on_pause").none() = nb::none(), arg("seconds") = NO_LIMIT,
            arg("options") = Options(),
            "Close the bounds of the minimum.\n\n"
            "`on_refuted(p, by)` and `on_improved(moves, by)` are called with each bound.");
    m.def("floods", &floodit::floods, arg("rows"), arg("cols"), arg("colours"), arg("moves"),
          arg("pivot"),
          "Return whether moves flood a board from a field, by the rules of the game.");
    add_hooks(m, graph, options, search);
}

// Flow Free.

// The transitions that a count may keep: they take about a gigabyte. The interface, which a browser
// uses as well, keeps fewer.
constexpr std::size_t MAX_TRANSITIONS = 60'000'000;

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

flowfree::SearchResult search_and_learn(const flowfree::Board& board, const std::vector<int>& flow,
                                        bool strict, std::size_t wanted,
                                        std::optional<double> seconds,
                                        std::optional<std::int64_t> max_steps) {
    const auto search = [&](Poll& poll) {
        return flowfree::search_and_learn(board, flow, strict, wanted,
                                          max_steps.value_or(flowfree::max_steps(board.links())),
                                          poll);
    };
    return released(search, seconds);
}

std::optional<std::uint64_t> count_paths(const flowfree::Board& board, const std::vector<int>& flow,
                                         bool filling, std::optional<double> seconds) {
    const auto search = [&](Poll& poll) {
        return flowfree::count_by_frontier(board, flow, filling, 0, MAX_TRANSITIONS, poll);
    };
    const auto found = released(search, seconds).solutions;
    return found == flowfree::MANY ? std::nullopt : std::optional(found);
}

// The symbols of all nodes, a dot for an empty one, and paths as JSON: rows and columns of cells.
std::pair<std::string, std::string> texts(const flowfree::Board& board,
                                          const std::vector<std::string>& symbols,
                                          const flowfree::Paths& paths) {
    std::vector<const char*> symbol(board.nodes(), ".");
    std::vector<std::string> numbers;  // of rows and columns
    for (int i = 0; i < std::max(board.rows, board.cols); ++i) numbers.push_back(std::to_string(i));
    std::string cells, json;
    for (std::size_t f = 0; f < paths.size(); ++f) {
        json += f == 0 ? "[" : ", [";
        for (const int x : paths[f]) {
            symbol.at(x) = symbols.at(f).c_str();
            json += json.back() == ']' ? ", [" : "[";
            json += numbers[board.cell[x] / board.cols];
            json += ", " + numbers[board.cell[x] % board.cols] + ']';
        }
        json += ']';
    }
    for (const char* each : symbol) cells += each;
    return {cells, '[' + json + ']'};
}

bool accepts(const flowfree::Board& b, std::vector<int> flow, const flowfree::Paths& paths,
             bool strict, bool filling) {
    require(flow.size() == b.node.size(), "flow must have rows * cols cells");
    return !flowfree::fault(
        {b.rows, b.cols, std::move(flow), b.missing, b.bridges, b.walls, b.warps}, paths, strict,
        filling);
}

void bind_flowfree(nb::module_ m) {
    using flowfree::Board, flowfree::SearchResult;
    using nb::arg;
    using Cells = std::vector<int>;
    using Sides = std::vector<flowfree::Side>;
    using Int = std::int32_t;
    using Bit = std::int8_t;
    constexpr auto copied = nb::rv_policy::automatic;
    nb::class_<Board> board(m, "Board", "The nodes and links of a board, numbered as in Grid.");
    board
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
        .def_prop_ro("link_count", &Board::links, "The number of links.");
    nb::class_<SearchResult>(m, "SearchResult", "The result of a search.")
        .def_ro("ended", &SearchResult::ended,
                "Whether all solutions are found, or as many as wanted.")
        .def_ro("solutions", &SearchResult::solutions, "The paths of each solution.")
        .def_prop_ro(
            "value", [](const SearchResult& r) { return array_of<Bit>(r.value); }, copied,
            "The value of each link in every solution: 0, 1, or -1 if unknown.")
        .def_prop_ro(
            "flow", [](const SearchResult& r) { return array_of<Int>(r.flow); }, copied,
            "The flow of each node in every solution, or -1 if unknown.");
    m.def("search_and_learn", &search_and_learn, arg("board"), arg("flow"), arg("strict"),
          arg("wanted"), arg("seconds").none(), arg("max_steps") = nb::none(),
          "Search for `wanted` solutions until more than `max_steps` links have become known; then "
          "go\non by learning until time is up.");
    m.def("count", &count_paths, arg("board"), arg("flow"), arg("filling"), arg("seconds").none(),
          "Count the solutions if flows may touch themselves; None from 2**64 - 1 on.");
    m.def("texts", &texts, arg("board"), arg("symbols"), arg("paths"),
          "Return the symbols of all nodes as one text, and paths as JSON.");
    m.def("accepts", &accepts, arg("board"), arg("flow"), arg("paths"), arg("strict"),
          arg("filling"),
          "Return whether the cells of paths are a solution by the rules of the game.");
    m.def("fault_of_marks", &flowfree::fault_of_marks, arg("rows"), arg("cols"), arg("missing"),
          arg("bridges"), arg("walls"), arg("warps"),
          "Return a cell and what is wrong with a mark there, or None.");
    add_hooks(m, board);
}

// Minesweeper.

namespace mines = minesweeper;

mines::Network network_of_state(int rows, int cols, const std::vector<int>& content) {
    require(rows > 0 && cols > 0 && content.size() == static_cast<std::size_t>(rows) * cols,
            "content must have rows * cols fields");
    return mines::State(rows, cols, content, {}).network();
}

using Constraint = std::tuple<int, std::vector<int>, int>;  // field, scope, mines

mines::Network network_of_constraints(const std::vector<Constraint>& constraints) {
    mines::Network network;
    for (const auto& [field, scope, need] : constraints) {
        network.scope.insert(network.scope.end(), scope.begin(), scope.end());
        network.add_constraint(field, need);
    }
    network.number_variables();
    return network;
}

std::vector<Constraint> constraints_of(const mines::Network& network) {
    std::vector<Constraint> constraints;
    for (int c = 0; c < network.size(); ++c) {
        std::vector<int> scope;
        for (const int v : network.scope_of(c)) scope.push_back(network.field_of_variable[v]);
        constraints.emplace_back(network.field_of_constraint[c], scope, network.need[c]);
    }
    return constraints;
}

nb::dict decided(const mines::Network& network, const mines::Known& value) {
    nb::dict known;
    for (int v = 0; v < network.variables(); ++v)
        if (value[v] >= 0)
            known[nb::int_(network.field_of_variable[v])] = static_cast<int>(value[v]);
    return known;
}

// Return the decided variables, the value of all unconstrained ones (-1 if undecided) and the
// remaining network, or None if no placement fits.
nb::object propagate(const mines::Network& network, int free, std::optional<int> total,
                     bool pairs) {
    const auto found = mines::propagate(network, pairs, total, std::max(free, 0));
    if (!found.consistent) return nb::none();
    return nb::make_tuple(decided(network, found.value), found.free_value,
                          mines::simplify_under(network, found.value));
}

nb::object integer_of(const Natural& number) {
    static_assert(std::endian::native == std::endian::little);
    const auto& words = number.words();
    const nb::bytes bytes(reinterpret_cast<const char*>(words.data()),
                          sizeof words[0] * words.size());
    return nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type))
        .attr("from_bytes")(bytes, "little");
}

// Return the number of placements and, for groups of fields, the number of those with a mine on
// each of them, or None if no placement fits.
nb::object count(const mines::Network& network, std::vector<int> free, std::optional<int> total,
                 double seconds, std::size_t memory_bytes) {
    for (int c = 0; c < network.size(); ++c)
        require(network.scope_of(c).size() <= mines::SCOPE,
                "a constraint has more than eight fields");
    const mines::Incidence holding(network);
    for (int v = 0; v < network.variables(); ++v)
        require(holding.of(v).size() <= mines::SCOPE, "a field is in more than eight constraints");
    Memory memory(memory_bytes);
    const auto search = [&](Poll& poll) {
        poll.check();
        return mines::count(network, std::move(free), total, memory, poll);
    };
    const auto counts = released(search, seconds);
    if (!counts) return nb::none();
    nb::list groups;
    for (const auto& group : counts->groups)
        groups.append(nb::make_tuple(group.fields, integer_of(group.placements)));
    return nb::make_tuple(integer_of(counts->placements), groups);
}

void bind_minesweeper(nb::module_ m) {
    using nb::arg;
    m.doc() = "Minesweeper: constraint networks and numbers of placements.";
    nb::class_<mines::Network>(m, "Network", "Constraints: sums of undecided fields.")
        .def_static("of_state", &network_of_state, arg("rows"), arg("cols"), arg("content"),
                    "Return the network of a state.")
        .def_static("of_constraints", &network_of_constraints, arg("constraints"),
                    "Return the network of constraints, each given by its field, scope and mines.")
        .def_ro("fields", &mines::Network::field_of_variable,
                "The variables in constraints, in increasing order.")
        .def_prop_ro("constraints", &constraints_of,
                     "The field, the scope and the mines of each constraint.")
        .def("propagate", &propagate, arg("free"), arg("total").none(), arg("pairs"),
             "Return the variables that consistency decides, the value of the free fields (-1 if\n"
             "undecided) and the remaining network, or None if no placement fits.")
        .def("count", &count, arg("free"), arg("total").none(), arg("seconds"), arg("memory_bytes"),
             "Count the placements of mines on the variables and some free fields.\n\n"
             "Return their number and, for groups of fields, the number of those with a mine on "
             "each;\nNone if no placement fits.");
}

}  // namespace

NB_MODULE(_engine, m) {
    nb::set_leak_warnings(false);  // Python caches boards until it exits
    m.doc() = "Compiled kernels of puzzlesat, for long-running searches.";
    bind_errors();
    bind_floodit(m.def_submodule("floodit", "Searches of Flood-It."));
    bind_flowfree(m.def_submodule("flowfree", "Flow Free: search, deduction and random covers."));
    bind_minesweeper(m.def_submodule("minesweeper"));
    m.def(
        "answer",
        [](const std::string& request, const nb::object& on_progress,
           std::optional<std::size_t> memory_bytes, const nb::bytes& content) {
            return released([&](Poll& poll) {
                const auto tell = [&](const std::string& progress) {
                    nb::gil_scoped_acquire acquire;
                    on_progress(progress);
                };
                Host host{poll};
                if (!on_progress.is_none()) host.on_progress = tell;
                host.memory = memory_bytes;
                host.bytes = {static_cast<const std::uint8_t*>(content.data()), content.size()};
                return answer(request, host);
            });
        },
        nb::arg("request"), nb::arg("on_progress").none() = nb::none(),
        nb::arg("memory_bytes") = nb::none(), nb::arg("content") = nb::bytes("", 0),
        "Return the answer to a request, both JSON; see engine/interface/interface.hpp.\n\n"
        "`on_progress`, unless it is None, is called with JSON while a method runs. `content` is\n"
        "that of an argument that is no text.");
}
