#include "floodit/search.hpp"

#include <algorithm>

namespace puzzlesat::floodit {

namespace {

// A state with some flooded clusters.
template <int W>
struct State {
    State(const BitGraph<W>& graph, const std::vector<int>& clusters)
        : flooded(graph), front(graph) {
        graph.clear(flooded);
        for (int x : clusters) insert(flooded, x);
        graph.front_of(flooded, front);
    }
    typename BitGraph<W>::Local flooded, front;
};

template <int W>
class SearchOf final : public Search {
public:
    SearchOf(const Graph& graph, std::optional<std::size_t> memory_bytes, const Settings& settings)
        : Search(graph, memory_bytes), graph_(graph, memory), pdr_(graph_, settings, memory) {}

    int bound() const override { return pdr_.bound(); }
    std::int64_t obligations() const override { return pdr_.obligations(); }
    Outcome solve(int p, Moves& moves, Poll& poll,
                  const std::function<bool()>& is_needless) override {
        return pdr_.solve(p, moves, poll, is_needless);
    }
    std::vector<Nogood> refutation(int p) const override { return pdr_.refutation(p); }
    std::vector<Nogood> nogoods() const override {
        std::vector<Nogood> all;
        for (int i = 0; i < pdr_.nogoods().count(); ++i) all.push_back(pdr_.nogood(i));
        return all;
    }
    std::optional<Moves> beam(std::size_t width, int below, Poll& poll) override {
        return floodit::beam(graph_, width, below, memory, poll);
    }
    int lower_bound(const std::vector<int>& flooded) const override {
        State<W> state(graph_, flooded);
        return graph_.lower_bound(state.flooded, state.front);
    }
    std::vector<int> witness(const std::vector<int>& flooded, int r) const override {
        State<W> state(graph_, flooded);
        typename BitGraph<W>::Local z(graph_);
        graph_.witness(state.flooded, state.front, r, z);
        std::vector<int> found;
        graph_.for_each(z, [&](int x) { found.push_back(x); });
        return found;
    }

private:
    BitGraph<W> graph_;
    Pdr<W> pdr_;
};

}  // namespace

std::unique_ptr<Search> make_search(const Graph& graph, std::optional<std::size_t> memory_bytes,
                                    const Settings& settings) {
    if (graph.clusters() > MAX_CLUSTERS) throw Stopped{Stopped::Limit::memory};
    const auto make = [&]<int W>() -> std::unique_ptr<Search> {
        return std::make_unique<SearchOf<W>>(graph, memory_bytes, settings);
    };
    const int words = words_for(graph.clusters());
#ifdef __wasm__
    // Every size makes the module of a page larger; boards of at most two words are easy.
    switch (words <= 4 ? 4 : std::max(words, 8)) {
#else
    switch (words) {
        case 1: return make.operator()<1>();
        case 2: return make.operator()<2>();
        case 3: return make.operator()<3>();
        case 5: return make.operator()<5>();
        case 6: return make.operator()<6>();
        case 7: return make.operator()<7>();
#endif
        case 4: return make.operator()<4>();
        case 8: return make.operator()<8>();
        default: return make.operator()<0>();
    }
}

int lower_bound(const Graph& graph) {
    Memory memory;
    const BitGraph<0> bits(graph, memory);
    State<0> state(bits, {0});
    return bits.lower_bound(state.flooded, state.front);
}

}  // namespace puzzlesat::floodit
