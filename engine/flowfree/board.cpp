#include "flowfree/board.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>

namespace puzzlesat::flowfree {

Board::Board(int rows, int cols, const std::vector<int>& missing, const std::vector<int>& bridges,
             const std::vector<Side>& walls, const std::vector<Side>& warps)
    : rows(rows), cols(cols), missing(missing), bridges(bridges), walls(walls), warps(warps) {
    if (rows < 1 || cols < 1 || rows > std::numeric_limits<int>::max() / cols)
        throw std::invalid_argument(
            "rows and columns must be positive, and the board not too large");
    const int cells = rows * cols;
    const auto on_board = [cells](int x) {
        if (x < 0 || x >= cells) throw std::invalid_argument("there is no such cell");
        return x;
    };
    const auto cells_of = [&](const std::vector<Side>& sides, int direction) {
        std::vector<bool> found(cells);
        for (const auto [x, toward] : sides) {
            if (toward != RIGHT_SIDE && toward != BOTTOM_SIDE)
                throw std::invalid_argument("a side is the right or the bottom one of its cell");
            if (toward == direction) found[on_board(x)] = true;
        }
        return found;
    };

    node.assign(cells, 0);
    for (const int x : missing) node[on_board(x)] = NONE;
    for (int x = 0; x < cells; ++x) {
        if (node[x] == NONE) continue;
        node[x] = static_cast<int>(cell.size());
        cell.push_back(x);
    }
    down = node;
    for (const int x : bridges) {
        down[on_board(x)] = static_cast<int>(cell.size());
        cell.push_back(x);
    }

    link.assign(cell.size(), {NONE, NONE, NONE, NONE});
    neighbour = link;
    for (const int direction : {RIGHT_SIDE, BOTTOM_SIDE}) {
        const bool across = direction == RIGHT_SIDE;
        const auto& at = across ? node : down;
        const auto wall = cells_of(walls, direction), warp = cells_of(warps, direction);
        const int size = across ? cols : rows, step = across ? 1 : cols;
        const auto is_last = [&](int x) { return (across ? x % cols : x / cols) == size - 1; };
        const auto beyond = [&](int x) { return is_last(x) ? x - (size - 1) * step : x + step; };
        const auto is_open = [&](int x) {
            return at[x] != NONE && at[beyond(x)] != NONE && !wall[x] && (!is_last(x) || warp[x]);
        };
        for (int x = 0; x < cells; ++x) {
            const int y = beyond(x);
            if (!is_open(x) || at[x] == at[y]) continue;
            // On a board two cells wide, a warp leads to a neighbour: one link is enough.
            if (size == 2 && is_last(x) && is_open(y)) continue;
            link[at[x]][direction] = link[at[y]][direction - 1] = links();
            neighbour[at[x]][direction] = at[y];
            neighbour[at[y]][direction - 1] = at[x];
            ends.push_back({std::min(at[x], at[y]), std::max(at[x], at[y])});
        }
    }
}

std::optional<MarkFault> fault_of_marks(int rows, int cols, const std::vector<int>& missing,
                                        const std::vector<int>& bridges,
                                        const std::vector<Side>& walls,
                                        const std::vector<Side>& warps) {
    const Board board(rows, cols, missing, bridges, walls, warps);  // throws for invalid cells
    std::set<int> gaps(missing.begin(), missing.end()), crossed;
    for (const bool is_warp : {false, true}) {
        const std::string mark = is_warp ? "a warp " : "a wall ";
        for (const auto& [cell, side] : is_warp ? warps : walls) {
            const int r = cell / cols, c = cell % cols;
            const bool is_right = side == RIGHT_SIDE;
            const bool on_border = is_right ? c == cols - 1 : r == rows - 1;
            const int beyond = is_right ? r * cols + (c + 1) % cols : (r + 1) % rows * cols + c;
            if (on_border != is_warp)
                return {{cell, mark + "cannot be " +
                                   (on_border ? "on the border" : "between two cells")}};
            if (beyond == cell) return {{cell, mark + "leads from the cell to itself"}};
            for (const int end : {cell, beyond})
                if (gaps.contains(end)) return {{end, mark + "is at a missing cell"}};
        }
    }
    for (const int x : bridges) {
        if (gaps.contains(x)) return {{x, "a bridge is on a missing cell"}};
        if (!crossed.insert(x).second) return {{x, "a bridge is listed twice"}};
    }
    for (const int x : bridges)
        for (const bool is_across : {true, false}) {
            const int side = is_across ? RIGHT_SIDE : BOTTOM_SIDE;
            const auto& beside = board.neighbour[is_across ? board.node[x] : board.down[x]];
            if (beside[side] == NONE || beside[side - 1] == NONE)
                return {{x, std::string("a bridge must join two cells in each direction, but this "
                                        "one does not join two from ") +
                                (is_across ? "left to right" : "top to bottom")}};
        }
    return {};
}

}  // namespace puzzlesat::flowfree
