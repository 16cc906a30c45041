// The common interface of a property-directed search and beams, for sets of any number of words.
#pragma once
#include <atomic>
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

    // The methods of Pdr.
    virtual void set_rules(Rules rules) = 0;
    virtual int bound() const = 0;
    virtual std::int64_t obligations() const = 0;
    virtual Outcome solve(int p, Moves& moves, Poll& poll,
                          const std::function<bool()>& is_needless) = 0;

    virtual std::vector<Nogood> refutation(int p) const = 0;
    virtual std::vector<Nogood> nogoods() const = 0;

    // The function `beam`.
    virtual std::optional<Moves> beam(std::size_t width, int below, Poll& poll) = 0;

    // The lower bound if some clusters are flooded, and a witness that it is above r.
    virtual int lower_bound(const std::vector<int>& flooded) const = 0;
    virtual std::vector<int> witness(const std::vector<int>& flooded, int r) const = 0;

    const Graph graph;
    Memory memory;
    std::atomic<bool> is_running = false;  // only one thread at a time may call methods
};

constexpr int DEFAULT_FILED = 4000;

// Return a search that keeps at most `max_filed` nogoods of each level in the index.
// Throws Stopped (memory) if there is no memory, or if there are more than MAX_CLUSTERS clusters.
std::unique_ptr<Search> make_search(const Graph& graph, int max_filed,
                                    std::optional<std::size_t> memory_bytes);

// The lower bound if cluster 0 is flooded, in time linear in the size of the board.
int lower_bound(const Graph& graph);

}  // namespace puzzlesat::floodit
