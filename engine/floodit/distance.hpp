// The largest distance of a field from the pivot: first-passage percolation on the colours.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace puzzlesat::floodit {

// The largest number of changes of colour on a best path from the top left field to any field. It
// is a lower bound on the moves that flood the board, since a move shortens a path by at most one
// change. The fields are read row by row.
//
// Invariant of the search: all fields at the current distance are marked or on the stack before the
// next distance begins, as steps between fields of one colour cost nothing (0-1 breadth-first
// search). Every field is expanded once, so the time is linear, and so is the memory.
inline int largest_distance(const std::uint8_t* colours, int rows, int cols) {
    // A frame around the board, of fields that are never expanded, saves tests of the borders.
    const std::int64_t width = cols + 2;
    std::vector<bool> is_expanded(static_cast<std::size_t>(rows + 2) * width, true);
    for (std::int64_t r = 1; r <= rows; ++r)
        for (std::int64_t c = 1; c <= cols; ++c) is_expanded[r * width + c] = false;
    const auto colour = [&](std::int64_t x) {
        return colours[(x / width - 1) * cols + x % width - 1];
    };
    std::vector<std::int64_t> stack{width + 1}, next;
    for (int distance = 0;; ++distance) {
        bool is_reached = false;  // the next distance may hold only fields that are nearer
        while (!stack.empty()) {
            const auto x = stack.back();
            stack.pop_back();
            if (is_expanded[x]) continue;
            is_expanded[x] = is_reached = true;
            for (const auto step : {-width, std::int64_t{-1}, std::int64_t{1}, width}) {
                const auto y = x + step;
                if (!is_expanded[y]) (colour(y) == colour(x) ? stack : next).push_back(y);
            }
        }
        if (!is_reached) return distance - 1;
        std::swap(stack, next);
    }
}

}  // namespace puzzlesat::floodit
