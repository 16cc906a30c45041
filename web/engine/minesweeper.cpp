// Minesweeper for JavaScript.
#include <algorithm>

#include "common/hash.hpp"
#include "interface.hpp"
#include "minesweeper/exact.hpp"
#include "minesweeper/player.hpp"

using namespace puzzlesat;
using namespace puzzlesat::web;
namespace mines = puzzlesat::minesweeper;

namespace {

// The limits of the guesses in src/puzzlesat/minesweeper/solve: of the player `both`, and of the
// search for the best guess at the end of a game.
constexpr mines::Strategy PLAYER{0.1, 12, 6, 0.06, 1000, 3'000'000, true};
constexpr mines::Strategy ENDING{0.0, 1, 1, 0.0, 4000, 100'000'000, false};

// Sums of fields: for each, the field that shows it, its mines and its scope.
mines::Network network_of(Input& input) {
    mines::Network network;
    for (int left = input.number(); left > 0; --left) {
        const int shown_by = input.number(), need = input.number();
        const auto scope = input.list();
        if (scope.size() > mines::SCOPE)
            throw std::invalid_argument("a number has too many fields");
        network.scope.insert(network.scope.end(), scope.begin(), scope.end());
        network.add_constraint(shown_by, need);
    }
    network.number_variables();
    const mines::Incidence holding(network);
    for (int v = 0; v < network.variables(); ++v)
        if (holding.of(v).size() > mines::SCOPE)
            throw std::invalid_argument("a field is next to too many numbers");
    return network;
}

std::string decided(const mines::Network& network, const std::vector<signed char>& value) {
    std::vector<std::array<int, 2>> known;
    for (int v = 0; v < network.variables(); ++v)
        if (value[v] >= 0) known.push_back({network.field_of_variable[v], value[v]});
    return json(known);
}

// A number of any size as a string that BigInt() reads.
std::string hexadecimal(const std::uint32_t* limbs, int count) {
    std::string digits;
    for (int i = 8 * count - 1; i >= 0; --i)
        digits += "0123456789abcdef"[limbs[i / 8] >> 4 * (i % 8) & 15];
    const auto first = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    return json("0x" + digits.substr(first));
}

std::string json_of(const mines::Component& component) {
    std::string numbers;
    for (std::size_t at = 0; at < component.numbers.size(); at += component.limbs)
        numbers += (at ? "," : "") + hexadecimal(&component.numbers[at], component.limbs);
    return object({{"least", json(component.least)},
                   {"length", json(component.length)},
                   {"groups", json(component.groups)},
                   {"numbers", '[' + numbers + ']'}});
}

mines::Player player_of(Input& input, const mines::Strategy& strategy) {
    const int rows = input.number(), cols = input.number(), mined = input.number();
    if (rows < 1 || cols < 1 || rows > 1000 / cols || mined < 0 || mined > rows * cols)
        throw std::invalid_argument("the player plays boards of at most 1000 fields");
    std::vector<std::int64_t> hashes;
    for (std::uint64_t state = 0; std::ssize(hashes) < strategy.max_placements;) {  // SplitMix64
        state += 0x9E3779B97F4A7C15;
        hashes.push_back(static_cast<std::int64_t>(mix64(state) >> 1));
    }
    mines::Player player(rows, cols, mined, strategy, std::move(hashes));
    const auto content = input.list(), known = input.list();
    if (std::ssize(content) != player.fields() || known.size() != content.size())
        throw std::invalid_argument("a state must contain every field");
    player.show(content, known);
    return player;
}

}  // namespace

// A time limit and sums: the decided fields and the numbers of placements on each component.
EXPORTED(minesweeper_count)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        Poll poll(input.seconds());
        const auto network = network_of(input);
        const auto known = mines::propagate(network, 0, -1, true);
        Memory memory(MEMORY);
        std::vector<mines::Component> components;
        if (!known.consistent ||
            !mines::count_components(network, known.value, components, memory, poll))
            return "null";
        std::string parts;
        for (const auto& component : components)
            parts += (parts.empty() ? "" : ",") + json_of(component);
        return object(
            {{"known", decided(network, known.value)}, {"components", '[' + parts + ']'}});
    });
}

// The numbers of free fields and of mines (-1 if unknown) and sums: what pairs of sums and the
// number of mines decide.
EXPORTED(minesweeper_propagate)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        const int free = input.number(), total = input.number();
        const auto network = network_of(input);
        const auto found = mines::propagate(network, free, total, true);
        if (!found.consistent) return "null";
        return object({{"known", decided(network, found.value)}, {"free", json(found.free_value)}});
    });
}

// A board, its content, and the known values of covered fields, which must be all certain ones: the
// field that the player guesses, and its chance of winning (-1 if unknown).
EXPORTED(minesweeper_guess)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        auto player = player_of(input, PLAYER);
        Poll poll;
        if (player.analyse(poll) <= 0.0) return "null";
        const auto guess = player.guess(poll);
        return object({{"field", json(guess.field)}, {"wins", json(guess.chance)}});
    });
}

// A time limit and the same arguments: the first field of perfect play, and the placements that it
// wins of all.
EXPORTED(minesweeper_end)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) -> std::string {
        Poll poll(input.seconds());
        auto player = player_of(input, ENDING);
        if (player.analyse(poll) <= 0.0) return "null";
        const auto end = player.solve_end(poll);
        if (end.wins < 0) return "null";
        return object({{"field", json(end.field)},
                       {"wins", json(end.wins)},
                       {"placements", json(player.end_placements().size())}});
    });
}
