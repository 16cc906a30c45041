// Flow Free.
#include <algorithm>
#include <map>

#include "flowfree/board.hpp"
#include "flowfree/generate.hpp"
#include "flowfree/referee.hpp"
#include "flowfree/solve.hpp"
#include "interface/interface.hpp"

namespace puzzlesat {

using namespace flowfree;

namespace {

constexpr int MAX_CELLS = 10'000;
constexpr int MAX_SOLUTIONS = 1000;
constexpr int MAX_ROWS = 100;  // of a random puzzle

struct CellPuzzle : Puzzle {
    CellBoard cell_board;

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

CellPuzzle puzzle_of(const Call& call) {
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
    return {{std::move(board), std::move(node_flow), rule == "strict", rule != "numberlink"},
            std::move(cell_board)};
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
    const auto found = flowfree::solve(puzzle, limit, call.poll);
    Json::List solutions;
    for (const auto& paths : found.listed) solutions.push_back(puzzle.solution(paths));
    return object({{"solutions", solutions},
                   {"status", std::string(found.status)},
                   {"number", found.number ? Json(std::to_string(*found.number)) : Json()}});
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
    const auto found = walkthrough(puzzle.board, puzzle.flow, puzzle.strict, links, call.poll);
    Json::List steps, solutions;
    for (const auto& step : found.steps) steps.push_back(step_of(step));
    for (const auto& paths : found.solutions) solutions.push_back(links_along(puzzle.board, paths));
    return object({{"steps", steps}, {"solutions", solutions}});
}

constexpr const char* KNOWN = "a known link is given by two cells, each [row, column]";

// The number of the link between two cells.
int link_between(const CellPuzzle& puzzle, const Json& pair) {
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

Json hint(Call& call) {
    const auto puzzle = puzzle_of(call);
    std::vector<int> known;
    for (const auto& pair : list_of(call["known"], KNOWN))
        known.push_back(link_between(puzzle, pair));
    const auto found = flowfree::hint(puzzle, known, call.poll);
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

std::string shape_of(const Wanted& wanted) {
    return std::to_string(wanted.rows) + "×" + std::to_string(wanted.cols) + " cells";
}

// Refuse a board without room for the flows.
Wanted wanted_of(const Call& call) {
    const std::string size = "a puzzle has 1 to " + std::to_string(MAX_ROWS) + " rows and columns";
    Wanted wanted{};
    wanted.rows = whole(call["rows"], 1, MAX_ROWS, size);
    wanted.cols = whole(call["cols"], 1, MAX_ROWS, size);
    const std::string rules =
        "flows of generated puzzles fill the board; choose strict or touching";
    const auto rule = text_of(call["rule"], "strict", rules);
    refuse_unless(rule == "strict" || rule == "touching", rules);
    wanted.strict = rule == "strict";
    const auto [least, most] = room_of(wanted.rows, wanted.cols, wanted.strict);
    const std::string room = "a board of " + shape_of(wanted) + " has room for " +
                             (least < most ? std::to_string(least) + " to " : "") +
                             (most > 0 ? counted(most, "flow") : "no flow") + " of " +
                             std::to_string(LEAST_LENGTH) + " cells or more";
    refuse_unless(most > 0, room);
    const auto flows = call["flows"].whole();
    wanted.flows = whole(call["flows"], least, most,
                         room + (flows ? ", not for " + std::to_string(*flows) : ""), 0);
    return wanted;
}

// Refuse a board without room, and no other.
Json room(Call& call) {
    wanted_of(call);
    return {};
}

Json generate(Call& call) {
    auto wanted = wanted_of(call);
    wanted.level =
        whole(call["difficulty"], 0, LEVELS - 1, "the difficulty must be 0, 1, 2 or 3", NONE);
    const std::string numbers = "the solutions of a puzzle are one, several or any";
    const auto solutions = text_of(call["solutions"], "one", numbers);
    const bool is_one = solutions == "one", is_any = solutions == "any";
    refuse_unless(is_one || is_any || solutions == "several", numbers);
    refuse_unless(is_one || wanted.level == NONE,
                  "only a puzzle with one solution has a difficulty");
    using enum Wanted::Solutions;
    wanted.solutions = is_one ? one : is_any ? any : several;
    const auto seed = call["seed"].whole();
    refuse_unless(seed.has_value(), "the seed must be a whole number");
    const auto tell = [&](int tries) { call.progress(object({{"tries", tries}})); };
    auto limit = std::to_string(MAX_TRIES) + " tries";
    try {
        if (const auto flow = generate(wanted, static_cast<std::uint64_t>(*seed), tell, call.poll))
            return object({{"rows", wanted.rows},
                           {"cols", wanted.cols},
                           {"flow", *flow},
                           {"rule", wanted.strict ? "strict" : "touching"}});
    } catch (const Stopped&) {
        limit = "time";
    }
    throw Refusal("no such puzzle of " + shape_of(wanted) + " was found in " + limit +
                  "; choose a larger board or another number of flows or difficulty");
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
