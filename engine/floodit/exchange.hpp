// What threads that search the same board share: nogoods, the obligations under way, a solution.
//
// Each thread has a file of its own, which look-ups rearrange, and so reads and writes it without a
// lock. What it learns it appends to a log, from which the others copy it into theirs. A nogood's
// reasons are in the log before it, so that each thread can prove all that it has.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "common/bitset.hpp"
#include "floodit/graph.hpp"

namespace puzzlesat::floodit {

// Why a nogood holds: by the lower bound, since every colour is blocked, or since a colour that can
// be finished now is.
enum class Kind : std::uint8_t { bound, moves, finish };

class Exchange {
public:
    struct Entry {
        int thread;
        std::int32_t level;
        Kind kind;
        std::vector<Word> z;
        std::vector<std::int32_t> reasons;  // by place in the log, -1 for none
    };

    explicit Exchange(int threads) : threads_(threads), read_(threads, 0) {}

    int threads() const { return threads_; }

    // Prepare for a search of at most p moves, before any thread begins it.
    void begin(int p) {
        depths_ = p + 2;
        under_way_ = std::vector<std::atomic<Word>>(std::size_t(threads_) * depths_);
        over_ = false;
        solution_.reset();
    }

    // The search has a result, or none is wanted any more.
    bool is_over() const { return over_.load(std::memory_order_relaxed); }
    void end() { over_ = true; }
    void solve(const Moves& moves) {
        const std::lock_guard lock(mutex_);
        if (!solution_) solution_ = moves;
        over_ = true;
    }
    std::optional<Moves> solution() {
        const std::lock_guard lock(mutex_);
        return solution_;
    }

    // Note on which state, by a hash, a thread is at work at some depth; 0 for none.
    void set_under_way(int thread, int depth, Word hash) {
        under_way_[std::size_t(thread) * depths_ + depth].store(hash, std::memory_order_relaxed);
    }
    bool is_under_way_elsewhere(int thread, int depth, Word hash) const {
        for (int other = 0; other < threads_; ++other) {
            const auto& state = under_way_[std::size_t(other) * depths_ + depth];
            if (other != thread && state.load(std::memory_order_relaxed) == hash) return true;
        }
        return false;
    }

    // With the log locked: call append(push), where push takes an entry and returns its place, and
    // then visit(place, entry) for each that the thread has not read, its own included.
    template <class Append, class Visit>
    void trade(int thread, Append append, Visit visit) {
        const std::lock_guard lock(mutex_);
        append([this](Entry entry) {
            log_.push_back(std::move(entry));
            return static_cast<std::int32_t>(first_ + static_cast<std::int64_t>(log_.size()) - 1);
        });
        const std::int64_t end = first_ + static_cast<std::int64_t>(log_.size());
        for (std::int64_t& place = read_[thread]; place < end; ++place) {
            visit(static_cast<std::int32_t>(place), log_[place - first_]);
        }
        drop_read();
    }

    // Take note that a thread reads no more, from now on.
    void leave(int thread) {
        const std::lock_guard lock(mutex_);
        read_[thread] = LEFT;
        drop_read();
    }
    bool has_left(int thread) {
        const std::lock_guard lock(mutex_);
        return read_[thread] == LEFT;
    }

private:
    static constexpr std::int64_t LEFT = std::numeric_limits<std::int64_t>::max();

    void drop_read() {
        const std::int64_t read = *std::min_element(read_.begin(), read_.end());
        for (; first_ < read && !log_.empty(); ++first_) log_.pop_front();
    }

    int threads_;
    int depths_ = 0;
    std::vector<std::atomic<Word>> under_way_;
    std::atomic<bool> over_ = false;
    std::mutex mutex_;  // for what follows
    std::optional<Moves> solution_;
    std::deque<Entry> log_;
    std::int64_t first_ = 0;          // the place of the log's first entry
    std::vector<std::int64_t> read_;  // of each thread, up to where
};

}  // namespace puzzlesat::floodit
