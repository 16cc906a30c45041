#include "flowfree/referee.hpp"

#include <algorithm>

namespace puzzlesat::flowfree {

namespace {

constexpr int EMPTY = -1;
constexpr unsigned RIGHT = 1, LEFT = 2, DOWN = 4, UP = 8;  // directions, as sets
constexpr unsigned ACROSS = RIGHT | LEFT;

class Referee {
public:
    explicit Referee(const CellBoard& board)
        : board_(board),
          cells_(board.rows * board.cols),
          is_missing_(marked(board.missing)),
          is_bridge_(marked(board.bridges)),
          right_(beyond(1)),
          below_(beyond(3)) {}

    std::optional<PathFault> fault(const std::vector<std::vector<int>>& paths, bool strict,
                                   bool filling) {
        owner_[0].assign(cells_, EMPTY);
        owner_[1].assign(cells_, EMPTY);
        std::vector<int> at(cells_, 0);
        const int flows = *std::max_element(board_.flow.begin(), board_.flow.end()) + 1;
        if (std::ssize(paths) != flows) return PathFault{"paths", EMPTY};
        for (int f = 0; f < flows; ++f) {
            const std::vector<int>& path = paths[f];
            if (!connects(path, f)) return PathFault{"ends", f};
            for (std::size_t i = 0; i < path.size(); ++i) {
                if (const auto code = visit(path, i, f); !code.empty()) return PathFault{code, f};
                at[path[i]] = static_cast<int>(i);
            }
        }
        for (int x = 0; x < cells_; ++x) {
            if (is_missing_[x]) continue;
            if (filling && (owner_[0][x] == EMPTY || (is_bridge_[x] && owner_[1][x] == EMPTY)))
                return PathFault{"empty", EMPTY};
            if (!strict || is_bridge_[x] || owner_[0][x] == EMPTY) continue;
            for (const int y : {right_[x], below_[x]}) {
                if (y == EMPTY || y == x || is_missing_[y] || is_bridge_[y] ||
                    owner_[0][x] != owner_[0][y])
                    continue;
                if (at[x] - at[y] != 1 && at[y] - at[x] != 1)
                    return PathFault{"touches", owner_[0][x]};
            }
        }
        return {};
    }

private:
    std::vector<bool> marked(const std::vector<int>& cells) const {
        std::vector<bool> found(cells_);
        for (const int x : cells) found.at(x) = true;
        return found;
    }

    // The cell beyond each cell's right side (1) or bottom side (3), or EMPTY if it is closed.
    std::vector<int> beyond(int side) const {
        std::vector<int> found(cells_);
        for (int x = 0; x < cells_; ++x) {
            const bool is_last = side == 1 ? (x + 1) % board_.cols == 0 : x + board_.cols >= cells_;
            found[x] = is_last ? EMPTY : x + (side == 1 ? 1 : board_.cols);
        }
        for (const auto& [x, where] : board_.walls)
            if (where == side) found.at(x) = EMPTY;
        for (const auto& [x, where] : board_.warps)
            if (where == side) found.at(x) = side == 1 ? x + 1 - board_.cols : x % board_.cols;
        return found;
    }

    // The directions that lead from one cell to another.
    unsigned directions(int x, int y) const {
        unsigned found = 0;
        if (right_[x] == y) found |= RIGHT;
        if (below_[x] == y) found |= DOWN;
        if (right_[y] == x) found |= LEFT;
        if (below_[y] == x) found |= UP;
        return found;
    }

    bool connects(const std::vector<int>& path, int f) const {
        if (path.size() < 2) return false;
        for (const int x : path)
            if (x < 0 || x >= cells_ || is_missing_[x]) return false;
        return path.front() != path.back() && board_.flow[path.front()] == f &&
               board_.flow[path.back()] == f;
    }

    // Record that a path passes; return the code of a fault, or nothing.
    std::string_view visit(const std::vector<int>& path, std::size_t i, int f) {
        const int x = path[i];
        const bool at_end = i == 0 || i + 1 == path.size();
        if (i > 0 && directions(path[i - 1], x) == 0) return "jumps";
        if ((board_.flow[x] >= 0) != at_end || (at_end && is_bridge_[x])) return "meets";
        int layer = 0;
        if (is_bridge_[x]) {
            if (directions(x, path[i + 1]) == 0) return "jumps";
            const unsigned straight = directions(path[i - 1], x) & directions(x, path[i + 1]);
            if (straight == 0) return "turns";
            layer = straight & ACROSS ? 0 : 1;
        }
        if (owner_[layer][x] != EMPTY) return "meets";
        owner_[layer][x] = f;
        return {};
    }

    const CellBoard& board_;
    const int cells_;
    const std::vector<bool> is_missing_, is_bridge_;
    const std::vector<int> right_, below_;
    std::array<std::vector<int>, 2> owner_;  // the flow of each cell; on bridges, across and along
};

}  // namespace

std::optional<PathFault> fault(const CellBoard& board, const std::vector<std::vector<int>>& paths,
                               bool strict, bool filling) {
    return Referee(board).fault(paths, strict, filling);
}

}  // namespace puzzlesat::flowfree
