#include "minesweeper/network.hpp"

#include <algorithm>
#include <numeric>

#include "minesweeper/state.hpp"

namespace puzzlesat::minesweeper {

std::vector<ShortList> neighbours(int rows, int cols) {
    std::vector<ShortList> around(static_cast<std::size_t>(rows) * cols);
    for (int f = 0; f < rows * cols; ++f) {
        const int row = f / cols, col = f % cols;
        for (int i = std::max(row - 1, 0); i <= std::min(row + 1, rows - 1); ++i)
            for (int j = std::max(col - 1, 0); j <= std::min(col + 1, cols - 1); ++j)
                if (i != row || j != col) around[f].add(i * cols + j);
    }
    return around;
}

void Network::number_variables() {
    auto& fields = field_of_variable;
    fields = scope;
    std::sort(fields.begin(), fields.end());
    fields.erase(std::unique(fields.begin(), fields.end()), fields.end());
    for (int& f : scope)
        f = static_cast<int>(std::lower_bound(fields.begin(), fields.end(), f) - fields.begin());
}

Network State::network() const {
    Network network;
    for (int f = 0; f < fields(); ++f) {
        if (content[f] < 0) continue;
        int need = content[f];
        for (const int g : around[f]) {
            if (content[g] == COVERED) network.scope.push_back(g);
            need -= content[g] == FLAGGED;
        }
        if (network.has_new_scope() || need != 0) network.add_constraint(f, need);
    }
    network.number_variables();
    return network;
}

Network simplify_under(const Network& network, const Known& value) {
    Network left;
    for (int c = 0; c < network.size(); ++c) {
        int need = network.need[c];
        for (const int v : network.scope_of(c)) {
            if (value[v] < 0)
                left.scope.push_back(network.field_of_variable[v]);
            else
                need -= value[v];
        }
        if (left.has_new_scope() || need != 0)
            left.add_constraint(network.field_of_constraint[c], need);
    }
    left.number_variables();
    return left;
}

Incidence::Incidence(const Network& network)
    : ends(network.field_of_variable.size() + 1, 0), constraints(network.scope.size()) {
    for (const int v : network.scope) ++ends[v + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<int> next(ends.begin(), ends.end() - 1);
    for (int c = 0; c < network.size(); ++c)
        for (const int v : network.scope_of(c)) constraints[next[v]++] = c;
}

namespace {

class Consistency {
public:
    Consistency(const Network& network, bool pairs, std::optional<int> mines, int free)
        : network_(network),
          holding_(network),
          pairs_(pairs),
          mines_(mines),
          free_(free),
          need_(network.need),
          room_(network.size()),
          waiting_(network.size(), true),
          seen_(network.size(), -1),
          mark_(network.field_of_variable.size(), -1),
          queue_(network.size()) {
        found_.value.assign(network.field_of_variable.size(), -1);
        for (int c = 0; c < network.size(); ++c) room_[c] = network.ends[c + 1] - network.ends[c];
        std::iota(queue_.begin(), queue_.end(), 0);
    }

    Propagated run() {
        found_.consistent = fixpoint();
        return std::move(found_);
    }

private:
    const Network& network_;
    const Incidence holding_;
    const bool pairs_;
    const std::optional<int> mines_;
    const int free_;
    Propagated found_;
    std::vector<int> need_, room_;  // remaining mines and undecided variables
    std::vector<char> waiting_;
    std::vector<int> seen_, mark_;
    std::vector<int> queue_;
    std::size_t head_ = 0;
    int stamp_ = 0, decided_ = 0, mined_ = 0;
    std::vector<int> only_c_, only_d_, shared_;

    bool open(int v) const { return found_.value[v] < 0; }

    void decide(int v, int value) {
        found_.value[v] = static_cast<signed char>(value);
        ++decided_;
        mined_ += value;
        for (const int c : holding_.of(v)) {
            --room_[c];
            need_[c] -= value;
            if (!waiting_[c]) {
                waiting_[c] = true;
                queue_.push_back(c);
            }
        }
    }

    // Decide variables with `least` to `most` mines among them, if only one value is possible;
    // return false if none is.
    bool decide_if_forced(const std::vector<int>& variables, int least, int most) {
        const int count = static_cast<int>(variables.size());
        if (least > most) return false;
        if (count > 0 && (most == 0 || least == count))
            for (const int v : variables) decide(v, most > 0);
        return true;
    }

    bool revise_one(int c) {
        const int need = need_[c], room = room_[c];
        if (need < 0 || need > room) return false;
        if (room > 0 && (need == 0 || need == room))
            for (const int v : network_.scope_of(c))
                if (open(v)) decide(v, need > 0);
        return true;
    }

    bool revise_pair(int c, int d) {
        const int stamp = ++stamp_;
        for (const int v : network_.scope_of(c)) mark_[v] = stamp;
        only_c_.clear(), only_d_.clear(), shared_.clear();
        for (const int v : network_.scope_of(d)) {
            if (!open(v)) continue;
            if (mark_[v] == stamp) {
                shared_.push_back(v);
                mark_[v] = -1;
            } else {
                only_d_.push_back(v);
            }
        }
        if (shared_.empty()) return true;
        for (const int v : network_.scope_of(c))
            if (open(v) && mark_[v] == stamp) only_c_.push_back(v);
        const int a = need_[c], b = need_[d], in_both = static_cast<int>(shared_.size());
        const int least = std::max(
            {0, a - static_cast<int>(only_c_.size()), b - static_cast<int>(only_d_.size())});
        const int most = std::min({in_both, a, b});
        return decide_if_forced(shared_, least, most) &&
               decide_if_forced(only_c_, a - most, a - least) &&
               decide_if_forced(only_d_, b - most, b - least);
    }

    // Decide all open variables outside the scope of a constraint (-1 for none).
    void decide_outside(int c, int value) {
        const int stamp = ++stamp_;
        if (c >= 0)
            for (const int v : network_.scope_of(c)) mark_[v] = stamp;
        for (int v = 0; v < network_.variables(); ++v)
            if (open(v) && mark_[v] != stamp) decide(v, value);
        if (found_.free_value < 0) {
            found_.free_value = value;
            decided_ += free_;
            mined_ += value * free_;
        }
    }

    bool revise_total() {
        const int left = network_.variables() + free_ - decided_, mines = *mines_ - mined_;
        if (mines < 0 || mines > left) return false;
        if (left > 0 && (mines == 0 || mines == left)) {
            decide_outside(-1, mines > 0);
            return true;
        }
        for (int c = 0; pairs_ && c < network_.size(); ++c) {
            const int rest = left - room_[c], outside = mines - need_[c];
            if (outside < 0 || outside > rest) return false;
            if (rest > 0 && (outside == 0 || outside == rest)) {
                decide_outside(c, outside > 0);
                return true;
            }
        }
        return true;
    }

    bool revise_pairs_of(int c) {
        const int seen = ++stamp_;
        seen_[c] = seen;
        for (const int v : network_.scope_of(c)) {
            for (const int d : holding_.of(v)) {
                if (!open(v)) break;
                if (seen_[d] == seen) continue;
                seen_[d] = seen;
                if (!revise_pair(c, d)) return false;
            }
        }
        return true;
    }

    bool fixpoint() {
        while (true) {
            while (head_ < queue_.size()) {
                const int c = queue_[head_++];
                waiting_[c] = false;
                if (!revise_one(c) || (pairs_ && !revise_pairs_of(c))) return false;
            }
            const int before = decided_;
            if (mines_ && !revise_total()) return false;
            if (decided_ == before) return true;
        }
    }
};

}  // namespace

Propagated propagate(const Network& network, bool pairs, std::optional<int> mines, int free) {
    return Consistency(network, pairs, mines, free).run();
}

}  // namespace puzzlesat::minesweeper
