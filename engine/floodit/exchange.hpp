// The data that threads searching the same board share: nogoods, current obligations, a solution.
//
// Each thread has its own index of nogoods, which it reads and writes without a lock. It appends
// the nogoods that it learns to a log, from which the other threads copy them. A nogood's reasons
// precede it in the log, so each thread can prove all its nogoods.
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

// The reason for a nogood: the lower bound; every colour is blocked; or a colour that can be
// finished now is blocked.
enum class Kind : std::uint8_t { bound, moves, finish };

class Exchange {
public:
    struct Entry {
        int thread;
        std::int32_t level;
        Kind kind;
        std::vector<Word> z;
        std::vector<std::int32_t> reasons;  // their places in the log, -1 for none
    };

    explicit Exchange(int threads) : threads_(threads), read_(threads, 0) {}

    // Prepare for a search of at most p moves, before any thread begins it.
    void begin(int p) {
        depths_ = p + 2;
        under_way_ = std::vector<std::atomic<Word>>(std::size_t(threads_) * depths_);
        over_ = false;
        solution_.reset();
    }

    // Whether the search has a result, or a result is no longer wanted.
    bool is_over() const { return over_.load(std::memory_order_relaxed); }
    void end() { over_ = true; }
    void end_with(const Moves& moves) {
        const std::lock_guard lock(mutex_);
        if (!solution_) solution_ = moves;
        over_ = true;
    }
    std::optional<Moves> solution() {
        const std::lock_guard lock(mutex_);
        return solution_;
    }

    // Record the state, by its hash, on which a thread is working at a depth; 0 for none.
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

    // While the log is locked, call append(push), where push takes an entry and returns its place;
    // then call visit(place, entry) for each entry that the thread has not read, including its own.
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

    // Record that a thread will read no further entries.
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
    std::mutex mutex_;  // for the following members
    std::optional<Moves> solution_;
    std::deque<Entry> log_;
    std::int64_t first_ = 0;          // the place of the log's first entry
    std::vector<std::int64_t> read_;  // of each thread, the place up to which it has read
};

}  // namespace puzzlesat::floodit
