#include "floodit/landmarks.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "common/bitset.hpp"

namespace puzzlesat::floodit {

namespace {

constexpr int MAX_CLUSTERS = 5000;  // with more, the tables would take too much memory
constexpr int MAX_DISTANCE = 120;   // so that a pair needs no more moves than a byte can hold
constexpr int MAX_LANDMARKS = 4;    // whose places fit in one word
constexpr int NEVER = 255;          // in tables: more moves than matter
constexpr double GROWTH = 4;        // the factor in states for each further move
// A query with at most this many states takes about as long as computing its tables. So the next
// query is for several moves more, with one set of tables.
constexpr double CHEAP = 100'000;
constexpr int LEAP = 2;
constexpr double INFINITE = std::numeric_limits<double>::infinity();
constexpr std::uint32_t CHECK_INTERVAL = 10'000;

// A pair of clusters as one number.
constexpr std::uint32_t pair_of(int a, int b) { return std::uint32_t(a) << 16 | std::uint32_t(b); }
constexpr int first_of(std::uint32_t pair) { return static_cast<int>(pair >> 16); }
constexpr int second_of(std::uint32_t pair) { return static_cast<int>(pair & 0xFFFF); }

// The states of a query: the places of the walkers, 16 bits each.
class Ways {
public:
    struct State {
        Word places;
        std::int32_t before;      // the state from which it comes
        std::int32_t below;       // the next state in the same stack, -1 for none
        std::uint8_t move, made;  // the last move and their number; NEVER: there is a shorter way
    };

    explicit Ways(Memory& memory) : states(memory), slots_(1 << 10, -1, memory) {}

    // Record a state, unless it is known with at most as many moves.
    void enter(Word places, int before, int move, int made, int f_value) {
        if (2 * (states.size() + 1) > slots_.size()) grow();
        std::int32_t& slot = slots_[slot_of(places)];
        if (slot >= 0) {
            if (states[slot].made <= made) return;
            states[slot].made = NEVER;
        }
        slot = static_cast<std::int32_t>(states.size());
        states.push_back({places, before, stacks_[f_value], static_cast<std::uint8_t>(move),
                          static_cast<std::uint8_t>(made)});
        stacks_[f_value] = slot;
        lowest_ = std::min(lowest_, f_value);
    }

    // The lowest f-value of the open states, at most p + 1.
    int lowest_f_value(int p) {
        while (lowest_ <= p && stacks_[lowest_] < 0) ++lowest_;
        return lowest_;
    }

    // Remove the last state from the stack of the lowest f-value.
    int pop() {
        const int number = stacks_[lowest_];
        stacks_[lowest_] = states[number].below;
        return number;
    }

    Moves moves_to(int number) const {
        Moves moves;
        for (; number > 0; number = states[number].before) moves.push_back(states[number].move);
        std::reverse(moves.begin(), moves.end());
        return moves;
    }

    CountedVector<State> states;

private:
    std::size_t slot_of(Word places) const {
        const Word word = (places ^ (places >> 31)) * 0x9E3779B97F4A7C15;
        std::size_t i = (word ^ (word >> 29)) & (slots_.size() - 1);
        while (slots_[i] >= 0 && states[slots_[i]].places != places) {
            i = (i + 1) & (slots_.size() - 1);
        }
        return i;
    }

    void grow() {
        CountedVector<std::int32_t> larger(2 * slots_.size(), -1, slots_.get_allocator());
        slots_.swap(larger);
        for (std::size_t i = 0; i < states.size(); ++i) {
            if (states[i].made != NEVER) slots_[slot_of(states[i].places)] = std::int32_t(i);
        }
    }

    CountedVector<std::int32_t> slots_;  // a hash table of the states, a power of two
    std::vector<std::int32_t> stacks_ = std::vector<std::int32_t>(256, -1);  // by f-value
    int lowest_ = NEVER;
};

// One query: A* over the places of all walkers.
class Query {
public:
    Query(const Graph& graph, const CountedVector<CountedVector<std::uint8_t>>& left,
          const std::vector<int>& landmarks, int p, Memory& memory)
        : ways(memory), graph_(graph), left_(left), landmarks_(landmarks), p_(p) {}

    // Expand the best state. Return its number if all walkers are at their landmarks, otherwise -1.
    int expand() {
        const int m = static_cast<int>(landmarks_.size());
        const int number = ways.pop();
        const Ways::State state = ways.states[number];
        if (state.made == NEVER) return -1;
        bool arrived = true;
        int begin[MAX_LANDMARKS];
        for (int i = 0; i < m; ++i) {
            here_[i] = state.places >> (16 * i) & 0xFFFF;
            arrived &= here_[i] == landmarks_[i];
            begin[i] = graph_.indptr[here_[i]];
        }
        if (arrived) return number;
        while (true) {
            int c = NEVER;  // the next colour with which a walker can move
            for (int i = 0; i < m; ++i) {
                if (begin[i] < end(i)) c = std::min(c, graph_.colour[graph_.indices[begin[i]]]);
            }
            if (c == NEVER) return -1;
            bool somebody_stays = false;
            for (int i = 0; i < m; ++i) {
                first_[i] = begin[i];
                while (begin[i] < end(i) && graph_.colour[graph_.indices[begin[i]]] == c)
                    ++begin[i];
                last_[i] = begin[i];
                somebody_stays |= here_[i] != 0 && graph_.colour[here_[i]] == c;
            }
            if (!somebody_stays) choose(0, 0, number, c, state.made + 1);
        }
    }

    Ways ways;

private:
    int end(int i) const { return graph_.indptr[here_[i] + 1]; }

    // Let walker i and the following ones stay, or go to a neighbour of colour c.
    void choose(int i, int estimate, int before, int c, int made) {
        if (i == MAX_LANDMARKS || i == static_cast<int>(landmarks_.size())) {
            Word places = 0;
            for (int j = 0; j < i; ++j) places |= Word(there_[j]) << (16 * j);
            ways.enter(places, before, c, made, made + estimate);
            return;
        }
        for (int place = last_[i]; place >= first_[i]; --place) {
            const int x = place == last_[i] ? here_[i] : graph_.indices[place];
            int worst = estimate;
            for (int j = 0; j < i; ++j) {
                const auto& table = left_[i * (i - 1) / 2 + j];
                worst = std::max<int>(worst, table[std::size_t(there_[j]) * graph_.clusters() + x]);
            }
            if (made + worst > p_) continue;
            there_[i] = x;
            choose(i + 1, worst, before, c, made);
        }
    }

    const Graph& graph_;
    const CountedVector<CountedVector<std::uint8_t>>& left_;
    const std::vector<int>& landmarks_;
    int p_;
    int here_[MAX_LANDMARKS] = {}, there_[MAX_LANDMARKS] = {};
    int first_[MAX_LANDMARKS] = {}, last_[MAX_LANDMARKS] = {};  // its neighbours of one colour
};

}  // namespace

Landmarks::Landmarks(const Graph& graph, Memory& memory, Poll& poll, std::size_t max_states)
    : graph_(graph),
      memory_(memory),
      max_states_(max_states),
      n_(graph.clusters()),
      needed_(n_ * n_, NEVER, memory),
      queue_(n_ * n_, memory),
      left_(memory) {
    spread_pairs(poll);
    pair_bound_ = *std::max_element(needed_.begin(), needed_.end());
    std::vector<std::vector<int>> dry(graph.k);
    for (int x = 1; x < graph.clusters(); ++x) dry[graph.colour[x]].push_back(x);
    for (int c = 0; c < graph.k; ++c) {
        if (dry[c].empty()) continue;
        int most = -1;
        Colour& colour = colours_[c];
        for (int u : dry[c]) {
            for (int v : dry[c]) {
                if (needed_[u * n_ + v] > most) {
                    most = needed_[u * n_ + v];
                    colour.landmarks = {u, v};
                }
            }
        }
        colour.refuted = most - 1;
    }
}

bool Landmarks::is_suitable(const Graph& graph) {
    if (graph.clusters() < 2 || graph.clusters() > MAX_CLUSTERS) return false;
    const std::vector<int> far = distances(graph);
    return *std::max_element(far.begin(), far.end()) <= MAX_DISTANCE;
}

int Landmarks::bound() const {
    std::vector<int> falling;
    for (const auto& [c, colour] : colours_) falling.push_back(colour.refuted);
    std::sort(falling.rbegin(), falling.rend());
    int bound = pair_bound_;
    for (std::size_t j = 0; j < falling.size(); ++j) {
        bound = std::max(bound, falling[j] + static_cast<int>(j) + 1);
    }
    return bound;
}

void Landmarks::tighten(double states, Poll& poll) {
    double spent = 0;
    while (spent < states) {
        const int c = next();
        if (c < 0) return;
        Colour& colour = colours_.at(c);
        const int p = colour.refuted + (colour.states <= CHEAP ? LEAP : 1);
        const double allowed = std::min(states, static_cast<double>(max_states_));
        const Answer answer = query(colour.landmarks, p, allowed, poll);
        spent += answer.states;
        colour.refuted = std::max(colour.refuted, answer.refuted);
        colour.states = answer.states;
        if (answer.moves) {
            const int dry = farthest(graph_, *answer.moves, c);
            if (dry < 0 || colour.landmarks.size() == MAX_LANDMARKS) {
                colour.states = INFINITE;
            } else {
                colour.landmarks.push_back(dry);
            }
        } else if (answer.refuted < p) {
            if (!answer.out_of_memory && states < static_cast<double>(max_states_)) {
                colour.states = std::max(answer.states, states);
                return;
            }
            colour.states = INFINITE;
        }
    }
}

// The colour of the next query, -1 if the bound cannot be raised further.
int Landmarks::next() const {
    struct Choice {
        double states;
        int missing, c;
    };
    int best = -1;
    double fewest = INFINITE;
    const int goal = bound() + 1;
    for (std::size_t j = 1; j <= colours_.size(); ++j) {
        std::vector<Choice> choices;
        for (const auto& [c, colour] : colours_) {
            const int missing = goal - static_cast<int>(j) - colour.refuted;
            choices.push_back({price(colour, missing), missing, c});
        }
        std::stable_sort(choices.begin(), choices.end(),
                         [](const Choice& a, const Choice& b) { return a.states < b.states; });
        choices.resize(j);
        double states = 0;
        for (const Choice& choice : choices) states += choice.states;
        if (states < fewest) {
            fewest = states;
            best = std::max_element(
                       choices.begin(), choices.end(),
                       [](const Choice& a, const Choice& b) { return a.missing < b.missing; })
                       ->c;
        }
    }
    return best;
}

// The estimated number of states for refuting this many further moves for a colour.
double Landmarks::price(const Colour& colour, int moves) const {
    if (moves <= 0) return 0;
    if (colour.refuted + LEAP >= NEVER) return INFINITE;
    double states = colour.states;
    for (int i = 0; i < moves; ++i) states *= GROWTH;
    return states;
}

Landmarks::Answer Landmarks::query(const std::vector<int>& landmarks, int p, double states,
                                   Poll& poll) {
    std::optional<Query> query;
    int refuted = -1;
    const auto unanswered = [&](bool out_of_memory) {
        const double spent = query ? static_cast<double>(query->ways.states.size()) : 1;
        return Answer{refuted, std::nullopt, spent, out_of_memory};
    };
    try {
        int estimate = 0;
        std::size_t pair = 0;
        for (std::size_t i = 1; i < landmarks.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j, ++pair) {
                if (left_.size() == pair) left_.emplace_back(n_ * n_, memory_);
                spread_back(landmarks[j], landmarks[i], p, left_[pair], poll);
                estimate = std::max<int>(estimate, left_[pair][0]);
            }
        }
        if (estimate > p) return {p, std::nullopt, 1};
        query.emplace(graph_, left_, landmarks, p, memory_);
        query->ways.enter(0, -1, 0, 0, estimate);
        for (std::uint32_t expanded = 0;; ++expanded) {
            refuted = query->ways.lowest_f_value(p) - 1;
            if (refuted == p) return unanswered(false);
            if (expanded % CHECK_INTERVAL == 0 && expanded > 0 &&
                static_cast<double>(query->ways.states.size()) > states) {
                return unanswered(false);
            }
            poll.step(4);
            if (const int arrived = query->expand(); arrived >= 0) {
                const double spent = static_cast<double>(query->ways.states.size());
                return {refuted, query->ways.moves_to(arrived), spent};
            }
        }
    } catch (const Stopped& stopped) {
        if (stopped.reason != Stopped::Reason::memory) throw;
        return unanswered(true);
    }
}

// Fill needed_, breadth-first over pairs.
void Landmarks::spread_pairs(Poll& poll) {
    const auto& [indptr, indices, colour] = std::tie(graph_.indptr, graph_.indices, graph_.colour);
    std::size_t n = 0;
    needed_[0] = 0;
    queue_[n++] = 0;
    for (std::size_t done = 0; done < n; ++done) {
        const int a = first_of(queue_[done]), b = second_of(queue_[done]);
        const Moved moves = needed_[a * n_ + b] + 1;
        poll.step();
        for (int i = indptr[a] - 1; i < indptr[a + 1]; ++i) {
            const int x = i < indptr[a] ? a : indices[i];
            for (int j = indptr[b] - 1; j < indptr[b + 1]; ++j) {
                const int y = j < indptr[b] ? b : indices[j];
                if (needed_[x * n_ + y] != NEVER) continue;
                if (x != a && y != b && colour[x] != colour[y]) continue;
                needed_[x * n_ + y] = needed_[y * n_ + x] = moves;
                queue_[n++] = pair_of(x, y);
            }
        }
    }
}

// Fill a table: for each pair of clusters, the fewest moves that bring walkers from there to u and
// v, or NEVER if these and the moves to the pair exceed p.
void Landmarks::spread_back(int u, int v, int p, CountedVector<Moved>& left, Poll& poll) {
    poll.check();
    std::fill(left.begin(), left.end(), NEVER);
    if (needed_[u * n_ + v] > p) return;
    std::size_t n = 0;
    const auto visit = [&](int x, int y, int moves) {
        Moved& there = left[x * n_ + y];
        if (there != NEVER || needed_[x * n_ + y] + moves > p) return;
        there = static_cast<Moved>(moves);
        queue_[n++] = pair_of(x, y);
    };
    visit(u, v, 0);
    for (std::size_t done = 0; done < n; ++done) {
        const int a = first_of(queue_[done]), b = second_of(queue_[done]);
        const int moves = left[a * n_ + b] + 1;
        poll.step();
        // One walker goes back, or both if their colours are the same; at the pivot's cluster, none
        // does.
        if (a != 0 && b != 0 && graph_.colour[a] == graph_.colour[b]) {
            for (int x : graph_.neighbours(a)) {
                for (int y : graph_.neighbours(b)) visit(x, y, moves);
            }
            continue;
        }
        if (a != 0) {
            for (int x : graph_.neighbours(a)) visit(x, b, moves);
        }
        if (b != 0) {
            for (int y : graph_.neighbours(b)) visit(a, y, moves);
        }
    }
}

int farthest(const Graph& graph, const Moves& moves, int c) {
    std::vector<char> seen(graph.clusters(), 0);
    std::vector<int> flooded{0};
    seen[0] = 1;
    const auto flood_neighbours = [&](int x, auto is_flooded) {
        for (int y : graph.neighbours(x)) {
            if (seen[y] || !is_flooded(y)) continue;
            seen[y] = 1;
            flooded.push_back(y);
        }
    };
    for (int move : moves) {
        const std::size_t before = flooded.size();
        for (std::size_t i = 0; i < before; ++i) {
            flood_neighbours(flooded[i], [&](int y) { return graph.colour[y] == move; });
        }
    }
    std::sort(flooded.begin(), flooded.end());
    int last = -1;
    const std::size_t dry = flooded.size();
    for (std::size_t i = 0; i < flooded.size(); ++i) {
        if (i >= dry && graph.colour[flooded[i]] == c) last = flooded[i];
        flood_neighbours(flooded[i], [](int) { return true; });
    }
    return last;
}

}  // namespace puzzlesat::floodit
