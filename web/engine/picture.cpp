// The reader of pictures for JavaScript.
#include "picture/picture.hpp"

#include "interface.hpp"

using namespace puzzlesat;
using namespace puzzlesat::web;

namespace {

std::string json_of(const picture::Reading& found) {
    std::string doubts;
    for (const auto& doubt : found.doubts)
        doubts +=
            (doubts.empty() ? "" : ",") + object({{"field", json(std::array{doubt.row, doubt.col})},
                                                  {"reason", json(doubt.reason)}});
    return object({{"refusal", json(found.refusal)},
                   {"grid", object({{"left", json(found.left)},
                                    {"top", json(found.top)},
                                    {"pitchX", json(found.pitch_x)},
                                    {"pitchY", json(found.pitch_y)},
                                    {"rows", json(found.rows)},
                                    {"cols", json(found.cols)}})},
                   {"fields", json(found.fields)},
                   {"palette", json(found.palette)},
                   {"doubts", '[' + doubts + ']'},
                   {"remarks", json(found.remarks)}});
}

}  // namespace

// The game, the address of the pixels, the width and height of the picture, the rows and columns of
// the board (0 if unknown), and the left, top, width and height of the part to read.
EXPORTED(picture_read)(const std::int32_t* words, int count) {
    return answer(words, count, [](Input& input) {
        const int game = input.number();
        const auto* pixels =
            reinterpret_cast<const std::uint8_t*>(static_cast<std::uintptr_t>(input.number()));
        const int width = input.number(), height = input.number();
        if (game < 0 || game > 2 || width < 1 || height < 1)
            throw std::invalid_argument("there is no such game or picture");
        picture::Options options;
        for (int* option : {&options.rows, &options.cols, &options.left, &options.top,
                            &options.width, &options.height})
            *option = input.number();
        const auto size = std::size_t{4} * width * height;
        return json_of(picture::read(static_cast<picture::Game>(game), {pixels, size}, width,
                                     height, options));
    });
}
