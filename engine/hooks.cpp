// What only studies, tests and benchmarks call of the engine: see ENGINE_HOOKS in CMakeLists.txt.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bindings.hpp"
#include "floodit/distance.hpp"
#include "flowfree/search.hpp"

namespace puzzlesat {

void add_hooks(nb::module_ m, nb::class_<flowfree::Board>&) {
    using flowfree::Deduction, nb::arg;
    nb::class_<Deduction>(m, "Deduction", "Links decided by rules, and then by single assumptions.")
        .def(nb::init<const flowfree::Board&, const std::vector<int>&, bool>(), arg("board"),
             arg("flow"), arg("strict"))
        .def(
            "assume",
            [](Deduction& deduction, int max_rounds) {
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
    m.def(
        "search",
        [](const flowfree::Board& board, const std::vector<int>& flow, bool strict,
           std::uint32_t wanted, std::uint32_t max_steps) {
            return released([&](Poll& poll) {
                return flowfree::search(board, flow, strict, wanted, max_steps, poll);
            });
        },
        arg("board"), arg("flow"), arg("strict"), arg("wanted"), arg("max_steps"),
        "Search for `wanted` solutions until more than `max_steps` links have become known.");
}

void add_hooks(nb::module_ m, nb::class_<floodit::Graph>& graph,
               nb::class_<floodit::Options>& options, nb::class_<LockedSearch>& search) {
    using floodit::Graph, floodit::Moves, floodit::Options;
    using nb::arg;

    using Colours = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    m.def(
        "largest_distance",
        [](const Colours& colours) {
            require(colours.size() > 0, "there must be a field");
            nb::gil_scoped_release release;
            return floodit::largest_distance(colours.data(), static_cast<int>(colours.shape(0)),
                                             static_cast<int>(colours.shape(1)));
        },
        arg("colours"),
        "Return the largest number of changes of colour on a best path from the top left field.");

    graph.def_ro("indptr", &Graph::indptr)
        .def_ro("indices", &Graph::indices)
        .def_ro("fields", &Graph::fields)
        .def_ro("board_number", &Graph::board_number);

    options.def_rw("top_down_gap", &Options::top_down_gap)
        .def_rw("first_width", &Options::first_width)
        .def_rw("max_width", &Options::max_width);

    search.def_prop_ro("graph", [](const LockedSearch& s) -> const Graph& { return s->graph; })
        .def_prop_ro("bound", [](const LockedSearch& s) { return s->bound(); })
        .def_prop_ro("obligations", [](const LockedSearch& s) { return s->obligations(); })
        .def(
            "nogoods",
            [](LockedSearch& s) {
                const auto nogoods = run_alone(s, [&](Poll&) { return s->nogoods(); });
                return rows_of(nogoods, s->graph.clusters());
            },
            "Return all nogoods, in the numbering of the graph.")
        .def(
            "lower_bound",
            [](LockedSearch& s, const std::vector<int>& flooded) {
                check_clusters(s->graph, flooded);
                return run_alone(s, [&](Poll&) { return s->lower_bound(flooded); });
            },
            arg("flooded"), "Return the lower bound if these clusters are flooded.")
        .def(
            "witness",
            [](LockedSearch& s, const std::vector<int>& flooded, int r) {
                check_clusters(s->graph, flooded);
                return run_alone(s, [&](Poll&) {
                    require(0 <= r && r < s->lower_bound(flooded), "r must be below the bound");
                    return s->witness(flooded, r);
                });
            },
            arg("flooded"), arg("r"), "Return dry clusters that keep the lower bound above r.")
        .def(
            "beam",
            [](LockedSearch& s, std::size_t width, int below) {
                return run_alone(s, [&](Poll& poll) { return s->beam(width, below, poll); });
            },
            arg("width"), arg("below"),
            "Return a solution of fewer than `below` moves, or None if none is found.");
}

}  // namespace puzzlesat
