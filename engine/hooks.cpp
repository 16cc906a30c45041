// Parts of the engine that only studies, tests and benchmarks call: see ENGINE_HOOKS in CMakeLists.txt.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/map.h>

#include <map>

#include "bindings.hpp"
#include "common/hash.hpp"
#include "common/memory.hpp"
#include "floodit/distance_beam.hpp"
#include "floodit/landmarks.hpp"
#include "flowfree/search.hpp"

namespace puzzlesat {

namespace {

struct FloodItLandmarks {
    FloodItLandmarks(const floodit::Graph& board, std::optional<std::size_t> memory_bytes,
                     std::size_t max_states)
        : graph(board), memory(memory_bytes) {
        require(floodit::Landmarks::is_suitable(graph),
                "the board has too many clusters, or only one");
        released([&](Poll& poll) { landmarks.emplace(graph, memory, poll, max_states); });
    }

    floodit::Graph graph;
    Memory memory;
    std::optional<floodit::Landmarks> landmarks;
};

}  // namespace

void add_hooks(nb::module_ m) {
    m.def("mix64", &mix64, nb::arg("x"), "Mix the bits of a word, as hash tables do.");
}

void add_hooks(nb::module_ m, nb::class_<flowfree::Board>&) {
    using flowfree::Deduction, nb::arg;
    nb::class_<Deduction>(m, "Deduction", "Links decided by rules, and then by single assumptions.")
        .def(nb::init<const flowfree::Board&, const std::vector<int>&, bool>(), arg("board"),
             arg("flow"), arg("strict"))
        .def(
            "assume",
            [](Deduction& deduction, double max_rounds) {
                released([&](Poll& poll) { deduction.assume(max_rounds, poll); });
            },
            arg("max_rounds"),
            "Make rounds of assumptions; the maximum includes all earlier rounds.")
        .def_ro("rounds", &Deduction::rounds)
        .def_ro("contradicted", &Deduction::contradicted)
        .def_prop_ro(
            "known",
            [](const Deduction& d) {
                const auto values = d.values();
                return std::vector<int>(values.begin(), values.end());
            },
            "The value of each link: 0, 1, or -1 if unknown.");
}

void add_hooks(nb::module_ m, nb::class_<floodit::Graph>& graph,
               nb::class_<floodit::Options>& options, nb::class_<floodit::Search>& search) {
    using floodit::Graph, floodit::Landmarks, floodit::Moves, floodit::Options, floodit::Search;
    using nb::arg;

    graph.def_ro("indptr", &Graph::indptr)
        .def_ro("indices", &Graph::indices)
        .def_ro("fields", &Graph::fields)
        .def_ro("first_field", &Graph::first_field)
        .def_ro("board_number", &Graph::board_number)
        .def(
            "distance_beam",
            [](const Graph& graph, std::size_t width, int below,
               std::optional<std::size_t> memory_bytes) {
                return released([&](Poll& poll) {
                    Memory memory(memory_bytes);
                    return floodit::distance_beam(graph, width, below, memory, poll);
                });
            },
            arg("width"), arg("below"), arg("memory_bytes") = nb::none(),
            "Return a solution of fewer than `below` moves, or None if the beam finds none.");

    options.def_rw("top_down_gap", &Options::top_down_gap)
        .def_rw("tighten_until_gap", &Options::tighten_until_gap)
        .def_rw("tighten_after", &Options::tighten_after)
        .def_rw("first_width", &Options::first_width)
        .def_rw("max_distance_width", &Options::max_distance_width)
        .def_rw("max_width", &Options::max_width);

    search.def_ro("graph", &Search::graph)
        .def_prop_ro("bound", &Search::bound)
        .def_prop_ro("obligations", &Search::obligations)
        .def_prop_ro("filed", &Search::filed, "The number of nogoods in the index of each level.")
        .def(
            "set_rules",
            [](Search& s, bool finish, bool generalise) {
                run_alone(s, [&](Poll&) { s.set_rules({finish, generalise}); });
            },
            arg("finish") = true, arg("generalise") = true,
            "Switch the finishing rule and the generalisation of nogoods on or off.")
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
             arg("memory_bytes") = nb::none(), arg("max_states") = 1 << 23)
        .def_static("is_suitable", &Landmarks::is_suitable, arg("graph"),
                    "Return whether the tables for a board are small enough.")
        .def_prop_ro("pair_bound",
                     [](const FloodItLandmarks& l) { return l.landmarks->pair_bound(); })
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
                released([&](Poll& poll) { l.landmarks->tighten(states, poll); });
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

}  // namespace puzzlesat
