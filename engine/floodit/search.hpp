// A property-directed search (pdr.hpp) and beams (beam.hpp) of a board, for sets of any number of
// words.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "floodit/beam.hpp"
#include "floodit/graph.hpp"
#include "floodit/pdr.hpp"

namespace puzzlesat::floodit {

class Search {
public:
    // Throws Stopped if the graph exceeds the limit on memory.
    Search(const Graph& graph, std::optional<std::size_t> memory_bytes)
        : graph(graph), memory(memory_bytes) {
        memory.add(graph.nbytes());
    }
    virtual ~Search() = default;

    // The lower bound of the board, and the number of obligations so far.
    virtual int bound() const = 0;
    virtual std::int64_t obligations() const = 0;

    // Decide whether p moves suffice; if so, set `moves` to p moves or fewer. `is_needless` is
    // called with each obligation, and may stop the search.
    virtual Outcome solve(int p, Moves& moves, Poll& poll,
                          const std::function<bool()>& is_needless) = 0;

    // The nogoods that refute p moves, which solve has refuted, reasons first; all nogoods.
    virtual std::vector<Nogood> refutation(int p) const = 0;
    virtual std::vector<Nogood> nogoods() const = 0;

    // A solution of fewer than `below` moves, if a beam of so many states finds one.
    virtual std::optional<Moves> beam(std::size_t width, int below, Poll& poll) = 0;

    // The lower bound if some clusters are flooded, and dry ones that keep it above r: for tests.
    virtual int lower_bound(const std::vector<int>& flooded) const = 0;
    virtual std::vector<int> witness(const std::vector<int>& flooded, int r) const = 0;

    const Graph graph;
    Memory memory;
};

// Throws Stopped (memory) if there is no memory, or if there are more than MAX_CLUSTERS clusters.
std::unique_ptr<Search> make_search(const Graph& graph, std::optional<std::size_t> memory_bytes,
                                    const Settings& settings = {});

// The lower bound if cluster 0 is flooded, in time linear in the size of the board.
int lower_bound(const Graph& graph);

}  // namespace puzzlesat::floodit
