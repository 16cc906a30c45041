#include "flowfree/board.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace puzzlesat::flowfree {

Board::Board(int rows, int cols, const std::vector<int>& missing, const std::vector<int>& bridges,
             const std::vector<Side>& walls, const std::vector<Side>& warps) {
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
        for (const auto [x, toward] : sides)
            if (toward == direction) found[on_board(x)] = true;
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

}  // namespace puzzlesat::flowfree
