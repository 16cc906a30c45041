// Minesweeper.
#include <algorithm>
#include <array>
#include <limits>

#include "interface/interface.hpp"
#include "minesweeper/advice.hpp"
#include "minesweeper/counts.hpp"
#include "minesweeper/game.hpp"
#include "minesweeper/placements.hpp"
#include "minesweeper/reasons.hpp"

namespace puzzlesat {

namespace {

using namespace minesweeper;

constexpr int MAX_FIELDS = 1'000'000;
constexpr double SEARCH_SECONDS = 20;  // for smallest reasons and conflicts

// States and boards -------------------------------------------------------------------------------

State state_of(const Call& call) {
    const auto* lines = call["rows"].list();
    const auto* top = lines && !lines->empty() ? lines->front().string() : nullptr;
    refuse_unless(top && !top->empty(), "the state has no field; give at least one row");
    std::vector<int> content;
    for (const auto& line : *lines) {
        const auto* symbols = line.string();
        refuse_unless(symbols && symbols->size() == top->size(),
                      "the rows of the state differ in length; make them equally long");
        for (const char symbol : *symbols) {
            const bool is_number = '0' <= symbol && symbol <= '8';
            refuse_unless(is_number || symbol == '#' || symbol == '.' || symbol == 'F',
                          "a field is 0-8, # (covered) or F (flag), not " + std::string(1, symbol));
            content.push_back(is_number ? symbol - '0' : symbol == 'F' ? FLAGGED : COVERED);
        }
        refuse_unless(content.size() <= MAX_FIELDS, "the state has more than a million fields");
    }
    const auto fields = std::ssize(content);
    const int mines =
        whole(call["mines"], 0, fields,
              "the number of mines must be a whole number from 0 to " + std::to_string(fields), -1);
    return {static_cast<int>(lines->size()), static_cast<int>(top->size()), std::move(content),
            mines < 0 ? std::nullopt : std::optional(mines)};
}

std::array<int, 2> place(const State& state, int f) { return {f / state.cols, f % state.cols}; }

Json places(const State& state, const std::vector<int>& fields) {
    Json::List found;
    for (const int f : fields) found.push_back(place(state, f));
    return found;
}

std::string named(const State& state, int f) { return field_name(f / state.cols, f % state.cols); }

int field_of(const Json& place, int rows, int cols) {
    const auto found = field_at(place, rows, cols);
    refuse_unless(found.has_value(), "there is no field " + place.text() + " on the board");
    return *found;
}

std::vector<int> fields_in(const Json& given, const State& state) {
    const auto* fields = given.list();
    refuse_unless(fields, "the fields must be a list of places");
    std::vector<int> found;
    for (const auto& each : *fields) found.push_back(field_of(each, state.rows, state.cols));
    return found;
}

Inference method_of(const Json& name) {
    if (name.is_null()) return Inference::backbone_total;
    for (int i = 0; i < std::ssize(INFERENCE_NAMES); ++i)
        if (name == Json(INFERENCE_NAMES[i])) return static_cast<Inference>(i);
    throw Refusal("there is no method " + name.text());
}

Wanted wanted_of(const Json& board) {
    const std::string sentence =
        "a board has at least one field, and at most " + std::to_string(MAX_FIELDS);
    Wanted wanted{whole(board["height"], 1, MAX_FIELDS, sentence),
                  whole(board["width"], 1, MAX_FIELDS, sentence)};
    refuse_unless(wanted.rows <= MAX_FIELDS / wanted.cols, sentence);
    if (!board["first"].is_null())
        wanted.first = field_of(board["first"], wanted.rows, wanted.cols);
    return wanted;
}

std::vector<char> mined_of(const Json& given, const Wanted& wanted) {
    std::vector<char> mined(std::size_t{1} * wanted.rows * wanted.cols, false);
    const auto* mines = given["mines"].list();
    refuse_unless(mines, "the board must list its mines");
    for (const auto& mine : *mines) mined[field_of(mine, wanted.rows, wanted.cols)] = true;
    return mined;
}

Board board_of(const Json& given) {
    const auto wanted = wanted_of(given);
    refuse_unless(wanted.first.has_value(), "the first click is unknown; choose a field");
    Board board{wanted.rows, wanted.cols, mined_of(given, wanted), *wanted.first};
    refuse_unless(!board.mined[board.first], "the first click, " + given["first"].text() +
                                                 ", is a mine; choose another field");
    return board;
}

Json lines_of(const State& state) {
    std::vector<std::string> lines(state.rows);
    for (int f = 0; f < state.fields(); ++f) {
        const int content = state.content[f];
        lines[f / state.cols] += content == COVERED   ? '#'
                                 : content == FLAGGED ? 'F'
                                                      : static_cast<char>('0' + content);
    }
    return lines;
}

// A Poll that ends earlier, too.
Poll limited(Poll& poll) {
    return Poll(std::min(poll.left(), SEARCH_SECONDS), [&poll](double) { poll.check(); });
}

// Contradictions ----------------------------------------------------------------------------------

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
    return text;
}

Refusal contradiction(const State& state, const Conflict& conflict) {
    if (conflict.fields.empty() && !conflict.smallest) {
        const auto mines = state.mines ? counted(*state.mines, "mine") : "mines";
        return Refusal("no placement of " + mines + " fits the numbers and flags",
                       Json(Json::List()));
    }
    std::vector<std::string> names, doubts;
    for (const int f : conflict.fields)
        names.push_back(
            (state.content[f] == FLAGGED ? "the flag" : "the " + std::to_string(state.content[f])) +
            " at " + named(state, f));
    if (conflict.total)
        names.push_back("the number of mines, " + std::to_string(state.mines.value_or(0)));
    std::string wrong;
    for (const int f : conflict.doubtful)
        wrong += (wrong.empty() ? "; one fits without the flag at " : " or without the flag at ") +
                 named(state, f);
    return Refusal("no placement of mines fits " + listed(names) + wrong,
                   places(state, conflict.fields));
}

// Count the placements that fit a state; refuse a contradictory one.
Counts counts_of(const State& state, Memory& memory, Poll& poll) {
    const auto network = state.network();
    auto found = count(network, state.free(network), state.mines_left(), memory, poll);
    if (found) return std::move(*found);
    auto limit = limited(poll);
    throw contradiction(state, Reasons(state, memory, limit).conflict());
}

Json conflict(Call& call) {
    const auto state = state_of(call);
    Memory memory(call.memory());
    auto limit = limited(call.poll);
    try {
        if (minesweeper::placement(state, memory, limit)) return {};
    } catch (const Stopped&) {
    }
    const auto found = Reasons(state, memory, limit).conflict();
    return object({{"fields", places(state, found.fields)},
                   {"total", found.total},
                   {"smallest", found.smallest},
                   {"doubtful", places(state, found.doubtful)},
                   {"sentence", contradiction(state, found).what()}});
}

// Analysis ----------------------------------------------------------------------------------------

Json analyse(Call& call) {
    const auto state = state_of(call);
    Memory memory(call.memory());
    const auto counts = counts_of(state, memory, call.poll);
    std::vector<Json> chance(state.fields());
    for (const auto& group : counts.groups) {
        const double p = quotient(group.placements, counts.placements);
        for (const int f : group.fields) chance[f] = p;
    }
    std::vector<int> certain[2];
    const auto value = counts.certain(state.fields());
    for (int f = 0; f < state.fields(); ++f)
        if (value[f] >= 0) certain[static_cast<int>(value[f])].push_back(f);
    std::vector<int> safest;
    const auto least = std::min_element(
        counts.groups.begin(), counts.groups.end(),
        [](const auto& one, const auto& other) { return one.placements < other.placements; });
    for (const auto& group : counts.groups)
        if (group.placements == least->placements)
            safest.insert(safest.end(), group.fields.begin(), group.fields.end());
    std::sort(safest.begin(), safest.end());
    Json::List best;
    for (const auto& move : best_moves(state, counts, memory, call.poll))
        best.push_back(object(
            {{"field", place(state, move.field)}, {"safety", move.safety}, {"opens", move.opens}}));
    return object({{"safe", places(state, certain[0])},
                   {"mines", places(state, certain[1])},
                   {"probabilities", rows_of(chance, state.cols)},
                   {"placements", counts.placements.decimal()},
                   {"safest", places(state, safest)},
                   {"best", best}});
}

// How likely uncovering some fields together is to fail.
Json risk(Call& call) {
    const auto state = state_of(call);
    const auto fields = fields_in(call["fields"], state);
    for (const int f : fields)
        refuse_unless(state.content[f] == COVERED, named(state, f) + " is not a covered field");
    Memory memory(call.memory());
    const auto counts = counts_of(state, memory, call.poll);
    const auto mined = counts.placements - safe_placements(state, fields, memory, call.poll);
    const bool is_safest =
        std::none_of(counts.groups.begin(), counts.groups.end(),
                     [&](const auto& group) { return group.placements < mined; });
    return object({{"risk", quotient(mined, counts.placements)}, {"safest", is_safest}});
}

Json placement(Call& call) {
    const auto state = state_of(call);
    Memory memory(call.memory());
    Random random(whole(call["seed"], 0, std::numeric_limits<int>::max(),
                        "the seed must be a whole number from 0 to 2147483647", 0));
    const auto found = minesweeper::placement(state, memory, call.poll, &random);
    auto limit = limited(call.poll);
    if (!found) throw contradiction(state, Reasons(state, memory, limit).conflict());
    std::vector<int> mined;
    for (int f = 0; f < state.fields(); ++f)
        if ((*found)[f] || state.content[f] == FLAGGED) mined.push_back(f);
    return object({{"mines", places(state, mined)}});
}

// Reasons -----------------------------------------------------------------------------------------

Json argument_json(const State& state, const Argument& found) {
    using Kind = Argument::Kind;
    const auto flags = [&](int number) { return state.around_with(number, FLAGGED); };
    Json::List parts;
    for (const auto& part : found.parts)
        parts.push_back(object({{"number", place(state, part.number)},
                                {"fields", places(state, part.fields)},
                                {"mines", part.mines},
                                {"all", part.all},
                                {"flags", flags(part.number).size()}}));
    switch (found.kind) {
        case Kind::number:
            return object({{"kind", "number"},
                           {"number", place(state, found.number)},
                           {"mines", found.mines},
                           {"flags", places(state, flags(found.number))}});
        case Kind::sums:
            return object({{"kind", "sums"},
                           {"parts", parts},
                           {"number", place(state, found.number)},
                           {"others", found.others},
                           {"flags", flags(found.number).size()}});
        case Kind::chain:
            return object({{"kind", "chain"},
                           {"parts", parts},
                           {"number", place(state, found.number)},
                           {"mines", found.mines},
                           {"most", found.most}});
        case Kind::total:
            return object({{"kind", "total"},
                           {"mines", found.mines},
                           {"all", found.all},
                           {"others", found.others},
                           {"flags", state.fields_of(FLAGGED).size()}});
        case Kind::numbers: return object({{"kind", "numbers"}});
        default: return object({{"kind", "given up"}});
    }
}

Json reason_json(const State& state, const Reasons& reasons, const Reason& reason) {
    return object({{"field", place(state, reason.field)},
                   {"value", reason.value},
                   {"numbers", places(state, reason.numbers)},
                   {"total", reason.total},
                   {"smallest", reason.smallest},
                   {"because", argument_json(state, reasons.argument(reason))}});
}

// The certain values of the fields in `fields` of the arguments, or of all.
Known wanted_values(Call& call, const State& state, Memory& memory) {
    auto value = counts_of(state, memory, call.poll).certain(state.fields());
    if (call["fields"].is_null()) return value;
    Known wanted(state.fields(), -1);
    for (const int f : fields_in(call["fields"], state)) wanted[f] = value[f];
    return wanted;
}

Json simplest(Call& call) {
    const auto state = state_of(call);
    Memory memory(call.memory());
    const auto value = wanted_values(call, state, memory);
    auto limit = limited(call.poll);
    Reasons reasons(state, memory, limit);
    const auto found = reasons.simplest(value);
    return found ? reason_json(state, reasons, *found) : Json();
}

// All certain fields in the order of the weakest method that decides each and of the simplicity of
// its reason.
Json explain(Call& call) {
    const auto state = state_of(call);
    Memory memory(call.memory());
    const auto value = wanted_values(call, state, memory);
    std::vector<int> weakest(state.fields(), static_cast<int>(Inference::backbone_total));
    for (int i = static_cast<int>(Inference::backbone); i >= 0; --i) {
        const auto found = decided(state, static_cast<Inference>(i), memory, call.poll);
        for (int f = 0; f < state.fields(); ++f)
            if (found[f] >= 0) weakest[f] = i;
    }
    auto limit = limited(call.poll);
    Reasons reasons(state, memory, limit);
    auto all = reasons.all(value);
    std::stable_sort(all.begin(), all.end(), [&](const Reason& one, const Reason& other) {
        return weakest[one.field] < weakest[other.field];
    });
    Json::List found;
    for (const auto& each : all)
        found.push_back(object({{"method", INFERENCE_NAMES[weakest[each.field]]},
                                {"reason", reason_json(state, reasons, each)}}));
    return found;
}

// Whole games -------------------------------------------------------------------------------------

// A move in a game: the state after some fields, or those around a number with all its flags, are
// uncovered, one after another.
Json uncover(Call& call) {
    const auto wanted = wanted_of(call["board"]);
    const auto mined = mined_of(call["board"], wanted);
    auto state = state_of(call);
    refuse_unless(state.rows == wanted.rows && state.cols == wanted.cols,
                  "the state and the board differ in size");
    Json exploded, flags;
    std::vector<int> fields;
    if (call["around"].is_null()) {
        fields = fields_in(call["fields"], state);
    } else {
        auto chord = chord_of(state, field_of(call["around"], state.rows, state.cols));
        if (chord.is_allowed)
            fields = std::move(chord.covered);
        else
            flags = chord.flags;
    }
    for (const int f : fields) {
        if (!exploded.is_null() || state.content[f] != COVERED) continue;
        if (mined[f])
            exploded = place(state, f);
        else
            minesweeper::uncover(state, mined, f);
    }
    bool is_won = exploded.is_null();
    for (int f = 0; f < state.fields(); ++f) is_won &= mined[f] || state.content[f] >= 0;
    return object({{"rows", lines_of(state)},
                   {"exploded", exploded},
                   {"won", is_won},
                   {"fields", places(state, fields)},
                   {"flags", flags}});
}

// The number of every field of a board.
Json numbers(Call& call) {
    const auto wanted = wanted_of(call["board"]);
    const auto mined = mined_of(call["board"], wanted);
    State state(wanted.rows, wanted.cols, std::vector<int>(mined.size(), COVERED), {});
    for (int f = 0; f < state.fields(); ++f)
        if (!mined[f]) minesweeper::uncover(state, mined, f);
    return object({{"rows", lines_of(state)}});
}

Json needs_guess(Call& call) {
    const auto board = board_of(call["board"]);
    const auto method = method_of(call["by"]);
    Memory memory(call.memory());
    Game game(board);
    Json::List rounds;
    const char* status = "solved";
    Json guess, weakest;
    try {
        while (!game.is_won()) {
            call.poll.check();
            const auto safe = game.advance(method, memory, call.poll);
            if (safe.empty()) {
                status = "stuck";
                break;
            }
            rounds.push_back(places(game.state(), safe));
            call.progress(object({{"round", rounds.size()}}));
        }
    } catch (const Stopped& stopped) {
        status = stopped.limit == Stopped::Limit::time ? "timeout" : "memory";
    }
    auto state = game.state();
    const bool is_stuck = std::string_view(status) == "stuck";
    try {
        if (game.is_won()) {
            if (const auto found = weakest_method(Game(board), memory, call.poll))
                weakest = INFERENCE_NAMES[static_cast<int>(*found)];
        } else if (is_stuck && method == Inference::backbone_total) {
            const auto counts = counts_of(state, memory, call.poll);
            const int f = safest_first(state, counts).front();
            for (const auto& group : counts.groups) {
                if (std::find(group.fields.begin(), group.fields.end(), f) == group.fields.end())
                    continue;
                const auto safe = counts.placements - group.placements;
                guess = object({{"field", place(state, f)},
                                {"safety", quotient(safe, counts.placements)},
                                {"safe", safe.decimal()},
                                {"placements", counts.placements.decimal()}});
            }
        }
    } catch (const Stopped&) {
    }
    if (game.is_won())  // the fields that are left are the mines
        std::replace(state.content.begin(), state.content.end(), COVERED, FLAGGED);
    return object({{"status", status},
                   {"rounds", rounds},
                   {"rows", lines_of(state)},
                   {"weakest", weakest},
                   {"guess", guess}});
}

Json random(Call& call) {
    auto wanted = wanted_of(call.arguments);
    const int fields = wanted.rows * wanted.cols;
    const auto size = std::to_string(wanted.rows) + "×" + std::to_string(wanted.cols) + " fields";
    wanted.mines =
        whole(call["mines"], 0, fields - 1,
              "a board of " + size + " has room for 0 to " + std::to_string(fields - 1) + " mines");
    const auto seed = call["seed"].is_null() ? Json(0) : call["seed"];
    refuse_unless(is_whole(seed, 0, std::numeric_limits<std::int64_t>::max()),
                  "the seed must be a whole number, 0 or larger");
    Random random(static_cast<std::uint64_t>(*seed.whole()));
    const auto* wants_no_guess = call["guessFree"].boolean();
    Board board;
    if (wants_no_guess && *wants_no_guess) {
        Memory memory(call.memory());
        const auto tell = [&](const Progress& progress) {
            call.progress(object({{"boards", progress.boards},
                                  {"changes", progress.changes},
                                  {"uncovered", progress.uncovered}}));
        };
        board = guess_free_board(wanted, method_of(call["by"]), random, tell, memory, call.poll);
    } else {
        board = random_board(wanted, random);
    }
    const State state(board.rows, board.cols, {}, {});
    std::vector<int> mined;
    for (int f = 0; f < fields; ++f)
        if (board.mined[f]) mined.push_back(f);
    return object({{"width", board.cols},
                   {"height", board.rows},
                   {"mines", places(state, mined)},
                   {"first", place(state, board.first)}});
}

constexpr Method METHODS[] = {
    {"minesweeper.analyse", analyse, "rows, mines"},
    {"minesweeper.conflict", conflict, "rows, mines"},
    {"minesweeper.explain", explain, "rows, mines, fields"},
    {"minesweeper.needsGuess", needs_guess, "board, by"},
    {"minesweeper.numbers", numbers, "board"},
    {"minesweeper.placement", placement, "rows, mines, seed"},
    {"minesweeper.random", random, "width, height, mines, first, guessFree, by, seed"},
    {"minesweeper.risk", risk, "rows, mines, fields"},
    {"minesweeper.simplest", simplest, "rows, mines, fields"},
    {"minesweeper.uncover", uncover, "board, rows, fields, around"}};

}  // namespace

std::span<const Method> minesweeper_methods() { return METHODS; }

}  // namespace puzzlesat
