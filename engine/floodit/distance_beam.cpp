#include "floodit/distance_beam.hpp"

#include <algorithm>
#include <cstdint>

#include "floodit/beam.hpp"

namespace puzzlesat::floodit {

namespace {

using Distance = std::uint16_t;

constexpr std::size_t MAX_DISTANCES = std::size_t{1} << 24;

std::int64_t weight_of(std::int64_t distance) { return (2 * distance - 1) * (2 * distance - 1); }

// The contribution of a dry cluster to the hash of a state.
Word key_of(int x) {
    Word word = Word(x + 1) * 0x9E3779B97F4A7C15;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
    return word ^ (word >> 27);
}

struct State {
    std::int64_t weight;  // of the dry clusters together
    Word key;             // a hash of the flooded ones
};

struct Child {
    State state;
    std::int64_t rank;
    int number, parent, colour;
};

class Beam {
public:
    Beam(const Graph& graph, std::size_t width, Memory& memory, Poll& poll)
        : graph_(graph),
          poll_(poll),
          n_(graph.clusters()),
          width_(width),
          far_{CountedVector<Distance>(width * n_, memory),
               CountedVector<Distance>(width * n_, memory)},
          states_{CountedVector<State>(width, memory), CountedVector<State>(width, memory)},
          children_(memory),
          history_(memory),
          queue_(n_, memory),
          before_(n_, memory),
          front_(memory) {
        children_.reserve(width * graph.k);
        front_.reserve(n_);
    }

    std::optional<Moves> run(int max_moves) {
        const std::vector<int> start = distances(graph_);
        std::copy(start.begin(), start.end(), far_[0].begin());
        for (int distance : start) states_[0][0].weight += distance ? weight_of(distance) : 0;
        count_ = 1;
        for (int moves = 0; moves < max_moves; ++moves) {
            children_.clear();
            for (std::size_t i = 0; i < count_; ++i) make_children(i);
            std::sort(children_.begin(), children_.end(), [](const Child& a, const Child& b) {
                return a.rank != b.rank ? a.rank < b.rank : a.number < b.number;
            });
            keep_best();
            std::swap(far_[0], far_[1]);
            std::swap(states_[0], states_[1]);
            if (states_[0][0].weight == 0) return history_.first().second;
        }
        return std::nullopt;
    }

private:
    void find_front(const Distance* far) {
        front_.clear();
        for (std::size_t x = 0; x < n_; ++x) {
            if (far[x] == 1) front_.push_back(static_cast<int>(x));
        }
    }

    // Flood the clusters of a colour at the front, and record the changes in queue_ and before_.
    // Return the weight that the state loses, and the change of its key.
    State flood(Distance* far, int c) {
        State change{};
        changed_ = 0;
        for (int x : front_) {
            if (graph_.colour[x] != c) continue;
            queue_[changed_] = x;
            before_[changed_++] = 1;
            far[x] = 0;
            change.weight += weight_of(1);
            change.key ^= key_of(x);
        }
        for (std::size_t i = 0; i < changed_; ++i) {
            const int x = queue_[i], distance = far[x] + 1;
            for (int y : graph_.neighbours(x)) {
                if (far[y] <= distance) continue;
                queue_[changed_] = y;
                before_[changed_++] = far[y];
                change.weight += weight_of(far[y]) - weight_of(distance);
                far[y] = static_cast<Distance>(distance);
            }
        }
        return change;
    }

    // If a colour can be finished, some shortest solution continues with it.
    void make_children(std::size_t i) {
        Distance* far = far_[0].data() + i * n_;
        const State state = states_[0][i];
        std::vector<int> dry(graph_.k), gain(graph_.k);
        find_front(far);
        for (std::size_t x = 0; x < n_; ++x) dry[graph_.colour[x]] += far[x] > 0;
        for (int x : front_) ++gain[graph_.colour[x]];
        int finish = -1;
        for (int c = 0; c < graph_.k; ++c) {
            if (gain[c] > 0 && gain[c] == dry[c]) finish = c;
        }
        for (int c = 0; c < graph_.k; ++c) {
            if (gain[c] == 0 || (finish >= 0 && c != finish)) continue;
            const State change = flood(far, c);
            poll_.step(static_cast<std::uint32_t>(1 + (n_ + changed_) / 16));
            for (std::size_t j = 0; j < changed_; ++j) far[queue_[j]] = before_[j];
            const State after{state.weight - change.weight, state.key ^ change.key};
            const std::int64_t rank = after.weight << 12 | static_cast<int>(after.key >> 52);
            const int number = static_cast<int>(children_.size());
            children_.push_back({after, rank, number, static_cast<int>(i), c});
        }
    }

    // Make states of the best children, no two of which are the same.
    void keep_best() {
        history_.begin_move(std::min(width_, children_.size()));
        count_ = 0;
        for (const Child& child : children_) {
            if (count_ > 0) {
                const State& last = states_[1][count_ - 1];
                if (child.state.weight == last.weight && child.state.key == last.key) continue;
            }
            Distance* far = far_[1].data() + count_ * n_;
            std::copy_n(far_[0].data() + child.parent * n_, n_, far);
            find_front(far);
            flood(far, child.colour);
            poll_.step(static_cast<std::uint32_t>(1 + (n_ + changed_) / 16));
            states_[1][count_] = child.state;
            history_.add(child.parent, child.colour);
            if (++count_ == width_) break;
        }
    }

    const Graph& graph_;
    Poll& poll_;
    std::size_t n_, width_, count_ = 0, changed_ = 0;
    // Distances from the flooded clusters, whose distance is 0: of the states, and of the next
    // states.
    CountedVector<Distance> far_[2];
    CountedVector<State> states_[2];
    CountedVector<Child> children_;
    History history_;
    CountedVector<int> queue_;
    CountedVector<Distance> before_;
    CountedVector<int> front_;
};

}  // namespace

std::optional<Moves> distance_beam(const Graph& graph, std::size_t width, int below, Memory& memory,
                                   Poll& poll) {
    const std::size_t clusters = graph.clusters();
    if (clusters == 1) return below > 0 ? std::optional<Moves>(Moves{}) : std::nullopt;
    width = std::clamp<std::size_t>(width, 1, std::max<std::size_t>(1, MAX_DISTANCES / clusters));
    return Beam(graph, width, memory, poll).run(below - 1);
}

}  // namespace puzzlesat::floodit
