// Boards in pictures.
#include "picture/picture.hpp"

#include <algorithm>
#include <array>

#include "interface/interface.hpp"

namespace puzzlesat {

namespace {

constexpr const char* GAMES[] = {"floodit", "flowfree", "minesweeper"};
constexpr int MAX_PIXELS = 50'000'000;

template <class Reader>
Json read_with(Reader read, Call& call) {
    const auto* game = std::find_if(std::begin(GAMES), std::end(GAMES),
                                    [&](const char* name) { return call["game"] == Json(name); });
    refuse_unless(game != std::end(GAMES),
                  "there is no such game; choose from floodit, flowfree and minesweeper");
    const std::string incomplete = "the picture is empty or incomplete; choose another one";
    const auto width = std::int64_t{whole(call["width"], 1, MAX_PIXELS, incomplete)};
    const auto height = std::int64_t{whole(call["height"], 1, MAX_PIXELS, incomplete)};
    refuse_unless(width * height <= MAX_PIXELS, "the picture has " + std::to_string(width) + "×" +
                                                    std::to_string(height) + " pixels; at most " +
                                                    std::to_string(MAX_PIXELS) + " are read");
    refuse_unless(std::ssize(call.bytes()) == 4 * width * height, incomplete);
    const auto sides = [&](const char* name) {
        return whole(call["grid"][name], 0, 999,
                     "the numbers of rows and columns must be whole numbers below 1000", 0);
    };
    const picture::Shape shape{sides("rows"), sides("cols")};
    const auto found = read(static_cast<picture::Game>(game - GAMES), call.bytes(),
                            static_cast<int>(width), static_cast<int>(height), shape);
    if (!found.is_read()) return object({{"unread", found.unread}, {"number", found.number}});
    Json::List doubts;
    for (const auto& doubt : found.doubts)
        doubts.push_back(
            object({{"field", std::array{doubt.row, doubt.col}}, {"reason", doubt.reason}}));
    return object({{"grid", object({{"left", found.left},
                                    {"top", found.top},
                                    {"pitchX", found.pitch_x},
                                    {"pitchY", found.pitch_y},
                                    {"rows", found.rows},
                                    {"cols", found.cols}})},
                   {"fields", rows_of(found.fields, found.cols)},
                   {"palette", found.palette},
                   {"doubts", doubts},
                   {"remarks", found.remarks}});
}

Json read(Call& call) { return read_with(picture::read, call); }

Json fields(Call& call) {
    const auto guess = [](auto game, auto rgba, int width, int height, picture::Shape shape) {
        refuse_unless(shape.is_known(), "the numbers of rows and columns are missing");
        return picture::guess(game, rgba, width, height, shape);
    };
    return read_with(guess, call);
}

constexpr Method METHODS[] = {{"picture.read", read, "game, width, height, grid"},
                              {"picture.fields", fields, "game, width, height, grid"}};

}  // namespace

std::span<const Method> picture_methods() { return METHODS; }

}  // namespace puzzlesat
