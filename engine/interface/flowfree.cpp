// Flow Free.
#include <algorithm>
#include <cmath>
#include <map>
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

constexpr int MAX_CELLS = 10'000;
constexpr int MAX_SOLUTIONS = 1000;
constexpr int MAX_ROWS = 100;   // of a random puzzle
constexpr int MAX_FLOWS = 442;  // as many as symbols: digits, and letters up to U+024F
constexpr int LEVELS = 4;
constexpr int MAX_TRIES = 1000;  // covers tried for a puzzle

// The number of winding flows per row of a square board, before they are cut: from the fewest to
// the most, as of published puzzles.
constexpr double FEWEST_PER_ROW = 0.6, MAX_PER_ROW = 1.2;

// The transitions that a count may keep: they take about 200 MB.
constexpr std::size_t MAX_TRANSITIONS = 12'000'000;

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

// An optional list; another value is refused.
const Json::List& list_of(const Json& given, const std::string& sentence) {
    static const Json::List none;
    const auto* list = given.list();
    refuse_unless(list || given.is_null(), sentence);
    return list ? *list : none;
}

std::string text_of(const Json& given, const std::string& otherwise, const std::string& sentence) {
    const auto* text = given.string();
    refuse_unless(text || given.is_null(), sentence);
    return text ? *text : otherwise;
}

std::vector<int> cells_of(const Json& given, int cells) {
    const std::string sentence =
        "missing cells and bridges are numbers of cells, from 0 to " + std::to_string(cells - 1);
    std::vector<int> found;
    for (const auto& cell : list_of(given, sentence))
        found.push_back(whole(cell, 0, cells - 1, sentence));
    return found;
}

std::vector<Side> sides_of(const Json& given, int cells) {
    const std::string sentence = "a wall or warp is at the right (1) or bottom (3) side of a cell";
    std::vector<Side> found;
    for (const auto& side : list_of(given, sentence)) {
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
        "a board has at least one cell, and the engine takes at most " + std::to_string(MAX_CELLS);
    CellBoard marks;
    marks.rows = whole(given["rows"], 1, MAX_CELLS, size);
    marks.cols = whole(given["cols"], 1, MAX_CELLS / marks.rows, size);
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
    const auto& symbols = list_of(given["symbols"], "symbols are a list of texts");
    std::map<int, std::vector<int>> ends;
    for (const auto& value : *list) {
        flow.push_back(whole(value, NONE, cells / 2 - 1,
                             "the flow of a cell must be a whole number from -1 to " +
                                 std::to_string(cells / 2 - 1)));
        if (flow.back() >= 0) ends[flow.back()].push_back(static_cast<int>(flow.size()) - 1);
    }
    refuse_unless(!ends.empty(), "the board has no endpoint; give each flow two");
    for (int f = 0; f < std::ssize(ends); ++f) {
        if (ends[f].size() == 2) continue;
        const auto* symbol = f < std::ssize(symbols) ? symbols[f].string() : nullptr;
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
    const std::string rules = "there is no such rule; choose strict, touching or numberlink";
    const auto rule = text_of(own, "strict", rules);
    refuse_unless(rule == "strict" || rule == "touching" || rule == "numberlink", rules);
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
        call["limit"], 1, MAX_SOLUTIONS,
        "the limit on solutions must be a whole number from 1 to " + std::to_string(MAX_SOLUTIONS),
        2);
    const auto puzzle = puzzle_of(call);
    const auto answer = [&](std::vector<Paths>& found, const char* status, const Json& number) {
        if (std::ssize(found) > limit) found.resize(limit);
        Json::List solutions;
        for (const auto& paths : found) solutions.push_back(puzzle.solution(paths));
        return object({{"solutions", solutions}, {"status", status}, {"number", number}});
    };
    bool is_full = false;  // whether the count ended for its memory
    Poll half(call.poll.left() / 2, [&call](double) { call.poll.check(); });
    if (!puzzle.filling) try {
            auto found = count_by_frontier(puzzle.board, puzzle.cell_board.cols, puzzle.flow, false,
                                           limit, MAX_TRANSITIONS, half);
            const bool is_all = found.solutions <= static_cast<std::uint64_t>(limit);
            return answer(found.listed, is_all ? "complete" : "limit",
                          found.solutions == MANY ? Json() : Json(std::to_string(found.solutions)));
        } catch (const Stopped& stopped) {  // too many to count
            is_full = stopped.limit == Stopped::Limit::memory;
        }
    // One more than wanted shows whether there are others. If cells may stay empty, solutions that
    // fill the board are some of all.
    auto found = search_and_learn(puzzle.board, puzzle.flow, puzzle.strict, limit + 1,
                                  puzzle.max_steps(), call.poll);
    const bool is_more = std::ssize(found.solutions) > limit;
    const bool is_complete = puzzle.filling && found.ended && !is_more;
    const bool is_ended = found.ended && (puzzle.filling || is_more);
    const char* open = is_full && found.ended ? "memory" : "timeout";
    return answer(found.solutions, is_complete ? "complete" : is_ended ? "limit" : open, {});
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
    const int links = whole(call["links"], 1, MAX_CELLS * 2,
                            "the number of links must be a positive whole number", MAX_CELLS * 2);
    const auto found =
        walkthrough(puzzle.board, puzzle.flow, puzzle.strict, puzzle.max_steps(), links, call.poll);
    Json::List steps, solutions;
    for (const auto& step : found.steps) steps.push_back(step_of(step));
    for (const auto& paths : found.solutions) solutions.push_back(links_along(puzzle.board, paths));
    return object({{"steps", steps}, {"solutions", solutions}});
}

constexpr const char* KNOWN = "a known link is given by two cells, each [row, column]";

// The number of the link between two cells.
int link_between(const Puzzle& puzzle, const Json& pair) {
    const auto& board = puzzle.board;
    std::vector<int> cells;
    for (const auto& place : list_of(pair, KNOWN)) cells.push_back(puzzle.cell_at(place));
    refuse_unless(cells.size() == 2 && cells[0] != NONE && cells[1] != NONE, KNOWN);
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
                                         1, MAX_TRANSITIONS, poll);
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
    for (const auto& pair : list_of(call["known"], KNOWN))
        known.push_back(link_between(puzzle, pair));
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

// The board and the flows that are wanted of a random puzzle.
struct Wanted {
    int rows, cols;
    int flows, least, most;  // flows: 0 if their number is not given
    bool strict;

    int cells() const { return rows * cols; }
    std::string shape() const {
        return std::to_string(rows) + "×" + std::to_string(cols) + " cells";
    }
};

// Refuse a board without room for the flows.
Wanted wanted_of(const Call& call) {
    const std::string size = "a puzzle has 1 to " + std::to_string(MAX_ROWS) + " rows and columns";
    Wanted wanted;
    wanted.rows = whole(call["rows"], 1, MAX_ROWS, size);
    wanted.cols = whole(call["cols"], 1, MAX_ROWS, size);
    const std::string rules =
        "flows of generated puzzles fill the board; choose strict or touching";
    const auto rule = text_of(call["rule"], "strict", rules);
    refuse_unless(rule == "strict" || rule == "touching", rules);
    wanted.strict = rule == "strict";
    const bool narrow = std::min(wanted.rows, wanted.cols) == 1;
    // A single flow that does not touch itself covers no square of four cells.
    wanted.least = wanted.strict && !narrow ? 2 : 1;
    const bool is_short = std::max(wanted.rows, wanted.cols) < LEAST_LENGTH;
    wanted.most = is_short && (wanted.strict || narrow)
                      ? 0
                      : std::min(wanted.cells() / LEAST_LENGTH, MAX_FLOWS);
    const std::string room =
        "a board of " + wanted.shape() + " has room for " +
        (wanted.least < wanted.most ? std::to_string(wanted.least) + " to " : "") +
        (wanted.most ? counted(wanted.most, "flow") : "no flow") + " of " +
        std::to_string(LEAST_LENGTH) + " cells or more";
    refuse_unless(wanted.most > 0, room);
    const auto flows = call["flows"].whole();
    wanted.flows = whole(call["flows"], wanted.least, wanted.most,
                         room + (flows ? ", not for " + std::to_string(*flows) : ""), 0);
    return wanted;
}

// Refuse a board without room, and no other.
Json room(Call& call) {
    wanted_of(call);
    return {};
}

// Straight lines that cover the board.
Paths lines_of(const Wanted& wanted) {
    if (std::max(wanted.rows, wanted.cols) < LEAST_LENGTH) return {{0, 1, 3, 2}};  // of 2×2 cells
    const bool across = wanted.cols >= LEAST_LENGTH;
    Paths lines(across ? wanted.rows : wanted.cols);
    for (int x = 0; x < wanted.cells(); ++x)
        lines[across ? x / wanted.cols : x % wanted.cols].push_back(x);
    return lines;
}

// A random puzzle. Its flows are the paths of a random cover (random_cover.hpp), which are cut
// (cutting.hpp) into the wanted number of flows or, if none is given, until there is one solution.
Json generate(Call& call) {
    const auto wanted = wanted_of(call);
    const int level =
        whole(call["difficulty"], 0, LEVELS - 1, "the difficulty must be 0, 1, 2 or 3", NONE);
    const std::string numbers = "the solutions of a puzzle are one, several or any";
    const auto solutions = text_of(call["solutions"], "one", numbers);
    const bool is_one = solutions == "one", is_any = solutions == "any";
    refuse_unless(is_one || is_any || solutions == "several", numbers);
    refuse_unless(is_one || level == NONE, "only a puzzle with one solution has a difficulty");
    const auto seed = call["seed"].whole();
    refuse_unless(seed.has_value(), "the seed must be a whole number");

    const Board board(wanted.rows, wanted.cols, {}, {}, {}, {});
    const auto lines = lines_of(wanted);
    const std::string none = "no such puzzle of " + wanted.shape() + " was found in ",
                      other = "; choose a larger board or another number of flows or difficulty";
    Random random(static_cast<std::uint64_t>(*seed));
    try {
        for (int tries = 1; tries <= MAX_TRIES; ++tries) {
            call.progress(object({{"tries", tries}}));
            const double per_row =
                FEWEST_PER_ROW + random_share(random) * (MAX_PER_ROW - FEWEST_PER_ROW);
            const auto natural = static_cast<int>(std::lround(per_row * std::sqrt(wanted.cells())));
            const bool is_free = wanted.flows == 0;
            const int goal = is_free ? std::max(wanted.least, natural) : wanted.flows;
            // Fewer flows than are natural cover hardly any board unless they touch themselves, but
            // then there are more second solutions: every other try lets them.
            const bool touching = !wanted.strict && goal < natural && tries % 2 == 1;
            Cover cover(board, lines, LEAST_LENGTH, touching, random() | 1);
            cover.mix(std::int64_t{MOVES_PER_CELL} * wanted.cells(), goal, call.poll);
            Cutting cutting(board, cover.paths(), wanted.strict, wanted.most, random(), call.poll);
            if (is_free && is_one ? cutting.cut_until_fit(level)
                                  : (is_free || cutting.cut_to(wanted.flows)) &&
                                        (is_any || cutting.fits(level) == is_one))
                return object({{"rows", wanted.rows},
                               {"cols", wanted.cols},
                               {"flow", cutting.flow()},
                               {"rule", wanted.strict ? "strict" : "touching"}});
        }
    } catch (const Stopped&) {
        throw Refusal(none + "time" + other);
    }
    throw Refusal(none + std::to_string(MAX_TRIES) + " tries" + other);
}

constexpr Method METHODS[] = {
    {"flowfree.board", board, "puzzle"},
    {"flowfree.solve", solve, "puzzle, rule, limit"},
    {"flowfree.check", check, "puzzle, rule, paths"},
    {"flowfree.hint", hint, "puzzle, rule, known"},
    {"flowfree.explain", explain, "puzzle, rule, links"},
    {"flowfree.room", room, "rows, cols, flows, rule"},
    {"flowfree.generate", generate, "rows, cols, flows, rule, difficulty, solutions, seed"}};

}  // namespace

std::span<const Method> flowfree_methods() { return METHODS; }

}  // namespace puzzlesat
