// Flow Free.
#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "flowfree/board.hpp"
#include "flowfree/cutting.hpp"
#include "flowfree/frontier.hpp"
#include "flowfree/random_cover.hpp"
#include "flowfree/reasons.hpp"
#include "flowfree/referee.hpp"
#include "flowfree/search.hpp"
#include "interface/interface.hpp"

namespace puzzlesat {

using namespace flowfree;

namespace {

constexpr int MOST_CELLS = 10'000;
constexpr int MOST_SOLUTIONS = 1000;
constexpr int MOST_FLOWS = 62;  // symbols: letters and digits
constexpr int LEVELS = 4;
constexpr int MOST_TRIES = 1000;  // covers tried for a puzzle

// The number of winding flows per row of a square board, before they are cut: from the fewest to
// the most, as of published puzzles.
constexpr double FEWEST_PER_ROW = 0.6, MOST_PER_ROW = 1.2;

// The transitions that a count may keep: they take about 200 MB.
constexpr std::size_t MOST_TRANSITIONS = 12'000'000;

struct Puzzle {
    CellBoard cell_board;
    Board board;
    std::vector<int> flow;  // of each node
    bool strict, filling;

    Json place(int node) const {
        return std::vector<int>{board.cell[node] / cell_board.cols,
                                board.cell[node] % cell_board.cols};
    }
    // The cell at a place, -1 if it is not on the board.
    int cell_at(const Json& place) const {
        return field_at(place, cell_board.rows, cell_board.cols).value_or(NONE);
    }
    template <class Nodes>
    Json places(const Nodes& nodes) const {
        Json::List found;
        for (const int node : nodes) found.push_back(place(node));
        return found;
    }
    Json solution(const Paths& paths) const {
        Json::List flows;
        for (const auto& path : paths) flows.push_back(places(path));
        return flows;
    }
    std::int64_t max_steps() const { return flowfree::max_steps(board.links()); }
};

std::vector<int> cells_of(const Json& given, int cells) {
    std::vector<int> found;
    if (const auto* list = given.list())
        for (const auto& cell : *list)
            found.push_back(whole(cell, 0, cells - 1,
                                  "missing cells and bridges are numbers of cells, from 0 to " +
                                      std::to_string(cells - 1)));
    return found;
}

std::vector<Side> sides_of(const Json& given, int cells) {
    const std::string sentence = "a wall or warp is at the right (1) or bottom (3) side of a cell";
    std::vector<Side> found;
    if (const auto* list = given.list())
        for (const auto& side : *list) {
            const auto* pair = side.list();
            refuse_unless(pair && pair->size() == 2, sentence);
            found.push_back({whole((*pair)[0], 0, cells - 1, sentence),
                             whole((*pair)[1], RIGHT_SIDE, BOTTOM_SIDE, sentence)});
            refuse_unless(found.back()[1] != 2, sentence);
        }
    return found;
}

Board graph_of(const CellBoard& board) {
    return {board.rows, board.cols, board.missing, board.bridges, board.walls, board.warps};
}

// A board with its marks, still without endpoints.
CellBoard marks_of(const Json& given) {
    const std::string size =
        "a board has at least one cell, and the engine takes at most " + std::to_string(MOST_CELLS);
    CellBoard marks;
    marks.rows = whole(given["rows"], 1, MOST_CELLS, size);
    marks.cols = whole(given["cols"], 1, MOST_CELLS / marks.rows, size);
    const int cells = marks.rows * marks.cols;
    marks.missing = cells_of(given["missing"], cells);
    marks.bridges = cells_of(given["bridges"], cells);
    marks.walls = sides_of(given["walls"], cells);
    marks.warps = sides_of(given["warps"], cells);
    const auto fault = fault_of_marks(marks.rows, marks.cols, marks.missing, marks.bridges,
                                      marks.walls, marks.warps);
    if (!fault) return marks;
    const auto& [cell, what] = *fault;
    const int r = cell / marks.cols, c = cell % marks.cols;
    throw Refusal(field_name(r, c) + ": " + what, Json::List{std::vector<int>{r, c}});
}

Puzzle puzzle_of(const Call& call) {
    const Json& given = call["puzzle"];
    auto cell_board = marks_of(given);
    const int cols = cell_board.cols, cells = cell_board.rows * cols;
    const auto* list = given["flow"].list();
    refuse_unless(list && std::ssize(*list) == cells, "the board must have a value for each cell");
    auto& flow = cell_board.flow;
    std::map<int, std::vector<int>> ends;
    for (const auto& value : *list) {
        flow.push_back(
            whole(value, NONE, cells,
                  "the flow of a cell must be a whole number from -1 to " + std::to_string(cells)));
        if (flow.back() >= 0) ends[flow.back()].push_back(static_cast<int>(flow.size()) - 1);
    }
    refuse_unless(!ends.empty(), "the board has no endpoint; give each flow two");
    for (int f = 0; f < std::ssize(ends); ++f) {
        if (ends[f].size() == 2) continue;
        const auto* symbols = given["symbols"].list();
        const auto* symbol = symbols && f < std::ssize(*symbols) ? (*symbols)[f].string() : nullptr;
        Json::List fields;
        for (const int x : ends[f]) fields.push_back(std::vector<int>{x / cols, x % cols});
        throw Refusal("the flow " + (symbol ? *symbol : std::to_string(f)) + " has " +
                          counted(std::ssize(ends[f]), "endpoint") + "; every flow needs two",
                      fields);
    }
    for (const auto* marks : {&cell_board.missing, &cell_board.bridges})
        for (const int x : *marks)
            refuse_unless(flow[x] < 0, "no flow can end on the bridge or missing cell " +
                                           field_name(x / cols, x % cols));
    const Json& own = call["rule"].is_null() ? given["rule"] : call["rule"];
    const std::string rule = own.string() ? *own.string() : "strict";
    refuse_unless((own.is_null() || own.string()) &&
                      (rule == "strict" || rule == "touching" || rule == "numberlink"),
                  "there is no such rule; choose strict, touching or numberlink");
    auto board = graph_of(cell_board);
    std::vector<int> node_flow;
    for (const int x : board.cell) node_flow.push_back(flow[x]);
    return {std::move(cell_board), std::move(board), std::move(node_flow), rule == "strict",
            rule != "numberlink"};
}

// The nodes and links of a board, numbered as in Board.
Json board(Call& call) {
    const auto graph = graph_of(marks_of(call["puzzle"]));
    return object({{"cells", graph.cell}, {"links", graph.ends}, {"adjacent", graph.link}});
}

// Solutions, or a count of those of a puzzle whose cells may stay empty.
Json solve(Call& call) {
    const int limit = whole(
        call["limit"], 1, MOST_SOLUTIONS,
        "the limit on solutions must be a whole number from 1 to " + std::to_string(MOST_SOLUTIONS),
        2);
    const auto puzzle = puzzle_of(call);
    const auto answer = [&](std::vector<Paths>& found, const char* status, const Json& number) {
        if (std::ssize(found) > limit) found.resize(limit);
        Json::List solutions;
        for (const auto& paths : found) solutions.push_back(puzzle.solution(paths));
        return object({{"solutions", solutions},
                       {"complete", std::string_view(status) == "complete"},
                       {"status", status},
                       {"number", number}});
    };
    Poll half(call.poll.left() / 2, [&call](double) { call.poll.check(); });
    if (!puzzle.filling) try {
            auto found = count_by_frontier(puzzle.board, puzzle.cell_board.cols, puzzle.flow, false,
                                           limit, MOST_TRANSITIONS, half);
            const bool is_all = found.solutions <= static_cast<std::uint64_t>(limit);
            return answer(found.listed, is_all ? "complete" : "limit",
                          found.solutions == MANY ? Json() : Json(std::to_string(found.solutions)));
        } catch (const Stopped&) {  // too many to count
        }
    // One more than wanted shows whether there are others. If cells may stay empty, solutions that
    // fill the board are some of all.
    auto found = search_and_learn(puzzle.board, puzzle.flow, puzzle.strict, limit + 1,
                                  puzzle.max_steps(), call.poll);
    const bool is_more = std::ssize(found.solutions) > limit;
    const bool is_complete = puzzle.filling && found.ended && !is_more;
    const bool is_ended = found.ended && (puzzle.filling || is_more);
    return answer(found.solutions, is_complete ? "complete" : is_ended ? "limit" : "timeout", {});
}

Json step_of(const Step& step) {
    const auto or_null = [](std::string_view name) {
        return name.empty() ? Json() : Json(std::string(name));
    };
    return object({{"rule", std::string(step.rule)},
                   {"because", or_null(step.because)},
                   {"link", step.link == NONE ? Json() : Json(step.link)},
                   {"value", static_cast<int>(step.value)},
                   {"closed", step.closed},
                   {"nodes", step.nodes},
                   {"flows", step.flows},
                   {"need", step.need},
                   {"free", step.free},
                   {"assumed", step.assumed}});
}

// The steps to a solution, of links and nodes numbered as in Board, and the links of solutions.
Json explain(Call& call) {
    const auto puzzle = puzzle_of(call);
    refuse_unless(puzzle.filling, "steps are explained only if flows must fill the board");
    const int links = whole(call["links"], 1, MOST_CELLS * 2,
                            "the number of links must be a positive whole number", MOST_CELLS * 2);
    const auto found =
        walkthrough(puzzle.board, puzzle.flow, puzzle.strict, puzzle.max_steps(), links, call.poll);
    Json::List steps, solutions;
    for (const auto& step : found.steps) steps.push_back(step_of(step));
    for (const auto& paths : found.solutions) solutions.push_back(links_along(puzzle.board, paths));
    return object({{"steps", steps}, {"solutions", solutions}});
}

// The number of the link between two cells.
int link_between(const Puzzle& puzzle, const Json& pair) {
    const auto& board = puzzle.board;
    const auto* places = pair.list();
    std::vector<int> cells;
    if (places)
        for (const auto& place : *places) cells.push_back(puzzle.cell_at(place));
    const bool is_pair = cells.size() == 2 && cells[0] != NONE && cells[1] != NONE;
    refuse_unless(is_pair, "a known link is given by two cells, each [row, column]");
    for (int link = 0; link < board.links(); ++link) {
        const int x = board.cell[board.ends[link][0]], y = board.cell[board.ends[link][1]];
        if ((x == cells[0] && y == cells[1]) || (x == cells[1] && y == cells[0])) return link;
    }
    const int cols = puzzle.cell_board.cols;
    const auto name = [&](int x) { return field_name(x / cols, x % cols); };
    throw Refusal("the cells " + name(cells[0]) + " and " + name(cells[1]) + " are not neighbours");
}

// If cells may stay empty: a link of the only solution, next to what is drawn if possible.
Hint hint_of_count(const Puzzle& puzzle, const std::vector<int>& known, Poll& poll) {
    const auto found = count_by_frontier(puzzle.board, puzzle.cell_board.cols, puzzle.flow, false,
                                         1, MOST_TRANSITIONS, poll);
    if (found.solutions == 0) return {"unsolvable", NONE, {}};
    if (found.solutions > 1) return {"several", NONE, {}};
    const std::set<int> drawn(known.begin(), known.end());
    const auto links = links_along(puzzle.board, found.listed.front());
    const std::set<int> uses(links.begin(), links.end());
    for (const int link : known)
        if (!uses.contains(link)) return {"wrong", link, {}};
    int next = NONE;
    for (const auto& path : found.listed.front()) {
        const auto flow = links_along(puzzle.board, {path});
        const auto open =
            std::find_if(flow.begin(), flow.end(), [&](int link) { return !drawn.contains(link); });
        if (open == flow.end()) continue;
        const bool is_begun =
            std::any_of(flow.begin(), flow.end(), [&](int link) { return drawn.contains(link); });
        if (next == NONE || is_begun) next = *open;
        if (is_begun) break;
    }
    if (next == NONE) return {"done", NONE, {}};
    Step step;
    step.rule = "count";
    step.link = next;
    step.value = used;
    return {"link", next, step};
}

Json hint(Call& call) {
    const auto puzzle = puzzle_of(call);
    std::vector<int> known;
    if (const auto* list = call["known"].list())
        for (const auto& pair : *list) known.push_back(link_between(puzzle, pair));
    Hint found{"undecided", NONE, {}};
    try {
        found = puzzle.filling
                    ? flowfree::hint(puzzle.board, puzzle.flow, puzzle.strict, known, call.poll)
                    : hint_of_count(puzzle, known, call.poll);
    } catch (const Stopped&) {  // undecided
    }
    const bool is_link = found.link != NONE;
    return object({{"kind", std::string(found.kind)},
                   {"link", is_link ? puzzle.places(puzzle.board.ends[found.link]) : Json()},
                   {"step", found.kind == "link" ? step_of(found.step) : Json()}});
}

// The fault of paths, one for each flow.
Json check(Call& call) {
    const auto puzzle = puzzle_of(call);
    const std::string sentence = "the paths must be a list of cells for each flow";
    const auto* list = call["paths"].list();
    refuse_unless(list, sentence);
    Paths paths;
    for (const auto& path : *list) {
        const auto* places = path.list();
        refuse_unless(places, sentence);
        auto& cells = paths.emplace_back();
        for (const auto& place : *places) cells.push_back(puzzle.cell_at(place));
    }
    const auto found = fault(puzzle.cell_board, paths, puzzle.strict, puzzle.filling);
    if (!found) return {};
    return object({{"code", std::string(found->code)},
                   {"flow", found->flow == NONE ? Json() : Json(found->flow)}});
}

// A puzzle with one solution.
Json generate(Call& call) {
    const std::string size = "a puzzle has 1 to 60 rows and columns";
    const int rows = whole(call["rows"], 1, 60, size), cols = whole(call["cols"], 1, 60, size);
    const int level =
        whole(call["difficulty"], 0, LEVELS - 1, "the difficulty must be 0, 1, 2 or 3", NONE);
    const auto* rule = call["rule"].string();
    refuse_unless(!rule || *rule == "strict" || *rule == "touching",
                  "flows of generated puzzles fill the board; choose strict or touching");
    const bool strict = !rule || *rule == "strict", narrow = std::min(rows, cols) == 1;
    // A single flow that does not touch itself covers no square of four cells.
    const int cells = rows * cols, least = strict && !narrow ? 2 : 1;
    const bool is_short = std::max(rows, cols) < LEAST_LENGTH;
    const int most =
        is_short && (strict || narrow) ? 0 : std::min(cells / LEAST_LENGTH, MOST_FLOWS);
    const std::string shape = std::to_string(rows) + "×" + std::to_string(cols) + " cells";
    const std::string room = "a board of " + shape + " has room for " +
                             (least < most ? std::to_string(least) + " to " : "") +
                             (most ? counted(most, "flow") : "no flow") + " of 3 cells or more";
    refuse_unless(most > 0, room);
    const int flows = whole(call["flows"], least, most, room, 0);
    const auto seed = call["seed"].whole();
    refuse_unless(seed.has_value(), "the seed must be a whole number");

    const std::string other = "choose another size, difficulty or number of flows";
    const Board board(rows, cols, {}, {}, {}, {});
    const bool across = cols >= LEAST_LENGTH;
    Paths lines(across ? rows : cols);
    for (int x = 0; x < cells; ++x) lines[across ? x / cols : x % cols].push_back(x);
    if (is_short) lines = {{0, 1, 3, 2}};
    std::mt19937_64 random(static_cast<std::uint64_t>(*seed));
    try {
        for (int tries = 1; tries <= MOST_TRIES; ++tries) {
            const double share = static_cast<double>(random() >> 11) * 0x1p-53;
            const double per_row = FEWEST_PER_ROW + share * (MOST_PER_ROW - FEWEST_PER_ROW);
            const auto natural = static_cast<int>(std::lround(per_row * std::sqrt(cells)));
            const int goal = flows > 0 ? flows : std::max(least, natural);
            Cover cover(board, lines, LEAST_LENGTH, random() | 1);
            cover.mix(std::int64_t{MOVES_PER_CELL} * cells, goal, call.poll);
            Cutting cutting(board, cover.paths(), strict, most, random(), call.poll);
            if (flows > 0 ? cutting.cut_to(flows) && cutting.fits(level)
                          : cutting.cut_until_fit(level))
                return object({{"rows", rows},
                               {"cols", cols},
                               {"flow", cutting.flow()},
                               {"rule", strict ? "strict" : "touching"}});
            call.progress(object({{"tries", tries}}));
        }
    } catch (const Stopped&) {
        throw Refusal("no such puzzle of " + shape + " was found in time; " + other);
    }
    throw Refusal("no such puzzle of " + shape + " was found in " + std::to_string(MOST_TRIES) +
                  " tries; " + other);
}

constexpr Method METHODS[] = {
    {"flowfree.board", board, "puzzle"},
    {"flowfree.solve", solve, "puzzle, rule, limit"},
    {"flowfree.check", check, "puzzle, rule, paths"},
    {"flowfree.hint", hint, "puzzle, rule, known"},
    {"flowfree.explain", explain, "puzzle, rule, links"},
    {"flowfree.generate", generate, "rows, cols, flows, seed, difficulty, rule"}};

}  // namespace

std::span<const Method> flowfree_methods() { return METHODS; }

}  // namespace puzzlesat
