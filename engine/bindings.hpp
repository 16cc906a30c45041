// Functions that the files of bindings use.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "common/poll.hpp"
#include "floodit/schedule.hpp"
#include "floodit/search.hpp"
#include "flowfree/board.hpp"

namespace puzzlesat {

namespace nb = nanobind;

constexpr double NO_LIMIT = std::numeric_limits<double>::infinity();

// Run a search without the GIL; Ctrl-C and other signals end it with the exception that they raise.
// `on_pause`, unless it is None, is called about ten times a second and may raise an exception,
// too.
template <class Run>
auto released(Run run, std::optional<double> seconds = {}, nb::handle on_pause = nb::none()) {
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
    return run(poll);
}

inline void require(bool holds, const char* sentence) {
    if (!holds) throw std::invalid_argument(sentence);
}

// Flood-It.

// A set of clusters as the bits of a little-endian number, for Python.
inline nb::bytes packed(const std::vector<int>& members, int clusters) {
    std::string bytes((clusters + 7) / 8, '\0');
    for (int x : members) bytes[x / 8] |= static_cast<char>(1 << x % 8);
    return nb::bytes(bytes.data(), bytes.size());
}

inline auto rows_of(const std::vector<floodit::Nogood>& nogoods, int clusters) {
    constexpr const char* KINDS[] = {"bound", "moves", "finish"};
    std::vector<std::tuple<nb::bytes, int, std::string, std::vector<int>>> rows;
    for (const auto& [z, r, kind, reasons] : nogoods)
        rows.emplace_back(packed(z, clusters), r, KINDS[int(kind)], reasons);
    return rows;
}

inline void check_clusters(const floodit::Graph& graph, const std::vector<int>& clusters) {
    require(!clusters.empty(), "there must be a cluster");
    for (int x : clusters) require(0 <= x && x < graph.clusters(), "there is no such cluster");
}

// A search, of which only one thread at a time may call methods.
struct LockedSearch : std::unique_ptr<floodit::Search> {
    std::atomic<bool> is_running = false;
};

template <class Run>
auto run_alone(LockedSearch& search, Run run, std::optional<double> seconds = {},
               nb::handle on_pause = nb::none()) {
    require(!search.is_running.exchange(true), "the search is running already");
    struct Free {
        std::atomic<bool>& is_running;
        ~Free() { is_running = false; }
    } free{search.is_running};
    return released(run, seconds, on_pause);
}

// More moves than clusters are never needed.
inline int checked_moves(const LockedSearch& search, int p) {
    require(p >= 0, "the number of moves must not be negative");
    return std::min(p, search->graph.clusters());
}

inline floodit::Bounds bounds_of(int lower, int upper, nb::handle on_refuted,
                                 nb::handle on_improved) {
    return {lower, upper,
            [on_refuted](int p, const std::string& by) {
                nb::gil_scoped_acquire acquire;
                on_refuted(p, by);
            },
            [on_improved](const floodit::Moves& moves, const std::string& by) {
                nb::gil_scoped_acquire acquire;
                on_improved(moves, by);
            }};
}

// Add to the classes what only studies, tests and benchmarks call (hooks.cpp); wheels have none.
#ifdef ENGINE_HOOKS
void add_hooks(nb::module_ m, nb::class_<flowfree::Board>& board);
void add_hooks(nb::module_ m, nb::class_<floodit::Graph>& graph,
               nb::class_<floodit::Options>& options, nb::class_<LockedSearch>& search);
#else
template <class... Parts>
void add_hooks(Parts&&...) {}
#endif

}  // namespace puzzlesat
