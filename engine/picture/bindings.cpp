// The Python interface of the reader of pictures.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "picture/picture.hpp"

namespace puzzlesat {

namespace nb = nanobind;

void bind_picture(nb::module_ m);

void bind_picture(nb::module_ m) {
    using nb::arg;
    m.doc() = "Boards in pictures.";
    nb::enum_<picture::Game>(m, "Game", "A game whose boards are read.")
        .value("floodit", picture::Game::floodit)
        .value("flowfree", picture::Game::flowfree)
        .value("minesweeper", picture::Game::minesweeper);
    nb::class_<picture::Doubt>(m, "Doubt", "A field that may be read wrongly.")
        .def_ro("row", &picture::Doubt::row)
        .def_ro("col", &picture::Doubt::col)
        .def_ro("reason", &picture::Doubt::reason);
    nb::class_<picture::Reading>(m, "Reading", "What a picture shows.")
        .def_ro("refusal", &picture::Reading::refusal,
                "The reason why there is no reading; empty if there is one.")
        .def_ro("left", &picture::Reading::left)
        .def_ro("top", &picture::Reading::top)
        .def_ro("pitch_x", &picture::Reading::pitch_x)
        .def_ro("pitch_y", &picture::Reading::pitch_y)
        .def_ro("rows", &picture::Reading::rows)
        .def_ro("cols", &picture::Reading::cols)
        .def_ro("fields", &picture::Reading::fields, "The content of each field, row by row.")
        .def_ro("palette", &picture::Reading::palette, "The red, green and blue of each colour.")
        .def_ro("doubts", &picture::Reading::doubts)
        .def_ro("remarks", &picture::Reading::remarks);
    m.def(
        "read",
        [](picture::Game game, const nb::bytes& rgba, int width, int height, int rows, int cols,
           const std::array<int, 4>& part) {
            const std::span<const std::uint8_t> pixels(
                static_cast<const std::uint8_t*>(rgba.data()), rgba.size());
            nb::gil_scoped_release release;
            return picture::read(game, pixels, width, height,
                                 {rows, cols, part[0], part[1], part[2], part[3]});
        },
        arg("game"), arg("rgba"), arg("width"), arg("height"), arg("rows") = 0, arg("cols") = 0,
        arg("part") = std::array<int, 4>{},
        "Read the board in a picture.\n\n"
        "rgba contains four bytes for each pixel, row by row. rows and cols are 0 if unknown. part\n"
        "is the left, top, width and height of the part to read; a width or height of 0 means all\n"
        "that follows.");
}

}  // namespace puzzlesat
