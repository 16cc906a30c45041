// The common way to stop searches: every search calls step() in its inner loop.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace puzzlesat {

// Thrown by a search when its time or memory is used up; its results so far remain valid.
struct Stopped {
    enum class Limit { time, memory };
    Limit limit;
};

// Checks the deadline, and calls a function, once every few thousand steps.
class Poll {
public:
    using Clock = std::chrono::steady_clock;

    // seconds may be infinity. on_check is called with the seconds since the start; if it throws,
    // the search ends.
    explicit Poll(double seconds = std::numeric_limits<double>::infinity(),
                  std::function<void(double)> on_check = {})
        : start_(Clock::now()), seconds_(seconds), on_check_(std::move(on_check)) {}

    // Must be called for every step of about a hundred nanoseconds, or with the number of steps.
    void step(std::uint32_t steps = 1) {
        steps_ += steps;
        if (steps_ >= INTERVAL) check();
    }

    void check() {
        steps_ = 0;
        const double now = elapsed();
        if (now > seconds_) throw Stopped{Stopped::Limit::time};
        if (on_check_) on_check_(now);
    }

    // Seconds since the search was started, and until its deadline.
    double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    double left() const { return seconds_ - elapsed(); }

private:
    static constexpr std::uint32_t INTERVAL = 4096;
    Clock::time_point start_;
    double seconds_;
    std::function<void(double)> on_check_;
    std::uint32_t steps_ = 0;
};

}  // namespace puzzlesat
