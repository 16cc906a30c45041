#include "minesweeper/game.hpp"

#include <algorithm>
#include <stdexcept>

#include "minesweeper/counts.hpp"

namespace puzzlesat::minesweeper {
namespace {

constexpr int MAX_FUTILE_CHANGES = 200;

int item_of(const std::vector<int>& items, Random& random) {
    return items[random_below(random, items.size())];
}

// The fields that have no mine: the first one and, if there is room, those around it.
std::vector<char> kept_free(const Wanted& wanted, int first) {
    const auto around = neighbours(wanted.rows, wanted.cols);
    std::vector<char> free(around.size(), false);
    free[first] = true;
    if (static_cast<int>(around.size()) - 1 - around[first].size >= wanted.mines)
        for (const int f : around[first]) free[f] = true;
    return free;
}

// Exchange a mine and a field without one near the place where play is stuck; nothing if there is
// no mine to be moved.
std::optional<Board> changed(const Board& board, const State& state, const std::vector<char>& free,
                             Random& random) {
    const auto is_near = [&](int f) {
        return std::any_of(state.around[f].begin(), state.around[f].end(),
                           [&](int g) { return state.content[g] >= 0; });
    };
    std::vector<int> open, near;
    for (const int f : state.fields_of(COVERED)) {
        if (free[f]) continue;
        open.push_back(f);
        if (is_near(f)) near.push_back(f);
    }
    if (near.empty()) {  // certain mines enclose the rest
        near = state.fields_of(FLAGGED);
        open.insert(open.end(), near.begin(), near.end());
    }
    if (near.empty()) return {};
    const int f = item_of(near, random);
    std::vector<int> others, far;
    for (const int g : open) {
        if (board.mined[g] == board.mined[f]) continue;
        others.push_back(g);
        if (!is_near(g)) far.push_back(g);
    }
    if (others.empty()) return {};
    const int g = item_of(far.empty() ? others : far, random);
    auto other = board;
    std::swap(other.mined[f], other.mined[g]);
    return other;
}

}  // namespace

Known decided(const State& state, Inference method, Memory& memory, Poll& poll) {
    const auto network = state.network();
    auto free = state.free(network);
    const bool has_total = method == Inference::total || method == Inference::backbone_total;
    const auto mines = has_total ? state.mines_left() : std::optional<int>();
    if (method >= Inference::backbone) {
        const auto counts = count(network, std::move(free), mines, memory, poll);
        return counts ? counts->certain(state.fields()) : Known(state.fields(), -1);
    }
    const auto found =
        propagate(network, method >= Inference::pairs, mines, static_cast<int>(free.size()));
    Known value(state.fields(), -1);
    for (int v = 0; v < network.variables(); ++v)
        value[network.field_of_variable[v]] = found.value[v];
    for (const int f : free) value[f] = static_cast<signed char>(found.free_value);
    return value;
}

int uncover(State& state, const std::vector<char>& mined, int f) {
    int fresh = 0;
    std::vector<int> waiting{f};
    while (!waiting.empty()) {
        const int g = waiting.back();
        waiting.pop_back();
        if (state.content[g] >= 0) continue;
        int number = 0;
        for (const int h : state.around[g]) number += mined[h];
        state.content[g] = number;
        ++fresh;
        if (number == 0)
            waiting.insert(waiting.end(), state.around[g].begin(), state.around[g].end());
    }
    return fresh;
}

Chord chord_of(const State& state, int f) {
    const int flags = static_cast<int>(state.around_with(f, FLAGGED).size());
    return {flags, state.around_with(f, COVERED), state.content[f] == flags};
}

Game::Game(const Board& board)
    : mined_(board.mined),
      state_(board.rows, board.cols, std::vector<int>(board.mined.size(), COVERED),
             static_cast<int>(std::count(board.mined.begin(), board.mined.end(), 1))),
      covered_(state_.fields() - *state_.mines) {
    covered_ -= uncover(state_, mined_, board.first);
}

int Game::uncovered() const { return state_.fields() - *state_.mines - covered_; }

std::vector<int> Game::advance(Inference method, Memory& memory, Poll& poll) {
    const auto value = decided(state_, method, memory, poll);
    std::vector<int> safe;
    for (int f = 0; f < state_.fields(); ++f) {
        if (value[f] == 0) safe.push_back(f);
        if (value[f] == 1) state_.content[f] = FLAGGED;
    }
    for (const int f : safe) {
        if (mined_[f]) throw std::logic_error("a mine was called safe");
        covered_ -= uncover(state_, mined_, f);
    }
    return safe;
}

bool Game::play_on(Inference method, Memory& memory, Poll& poll) {
    while (!is_won()) {
        poll.check();
        const auto quick =
            method == Inference::backbone ? Inference::pairs : std::min(method, Inference::total);
        if (!advance(quick, memory, poll).empty()) continue;
        if (method < Inference::backbone || advance(method, memory, poll).empty()) break;
    }
    return is_won();
}

std::optional<Inference> weakest_method(Game game, Memory& memory, Poll& poll) {
    for (const auto method : {Inference::single, Inference::pairs})
        if (game.play_on(method, memory, poll)) return method;
    auto by_total = game;
    if (by_total.play_on(Inference::total, memory, poll)) return Inference::total;
    if (!by_total.play_on(Inference::backbone_total, memory, poll)) return {};
    return game.play_on(Inference::backbone, memory, poll) ? Inference::backbone
                                                           : Inference::backbone_total;
}

Board random_board(const Wanted& wanted, Random& random) {
    const auto around = neighbours(wanted.rows, wanted.cols);
    const int fields = static_cast<int>(around.size());
    int first = 0;
    if (wanted.first) {
        first = *wanted.first;
    } else {
        std::vector<int> openings;
        for (int f = 0; f < fields; ++f)
            if (fields - 1 - around[f].size >= wanted.mines) openings.push_back(f);
        first = openings.empty() ? random_below(random, fields) : item_of(openings, random);
    }
    const auto free = kept_free(wanted, first);
    std::vector<int> order;
    for (int f = 0; f < fields; ++f)
        if (!free[f]) order.push_back(f);
    Board board{wanted.rows, wanted.cols, std::vector<char>(fields, false), first};
    draw_first(order, wanted.mines, random);
    for (int i = 0; i < wanted.mines; ++i) board.mined[order[i]] = true;
    return board;
}

Board guess_free_board(const Wanted& wanted, Inference method, Random& random,
                       const std::function<void(const Progress&)>& on_progress, Memory& memory,
                       Poll& poll) {
    Progress progress;
    const auto played = [&](const Board& board) {
        Game game(board);
        game.play_on(method, memory, poll);
        return game;
    };
    while (true) {
        ++progress.boards;
        auto board = random_board(wanted, random);
        const auto free = kept_free(wanted, board.first);
        auto best = played(board);
        for (int waited = 0; waited < MAX_FUTILE_CHANGES && !best.is_won();) {
            progress.uncovered = best.uncovered();
            on_progress(progress);
            const auto other = changed(board, best.state(), free, random);
            if (!other) break;
            ++progress.changes;
            ++waited;
            const auto tried = played(*other);
            if (tried.uncovered() > best.uncovered()) waited = 0;
            if (tried.uncovered() < best.uncovered()) continue;
            board = *other;
            best = tried;
        }
        if (best.is_won()) return board;
    }
}

}  // namespace puzzlesat::minesweeper
