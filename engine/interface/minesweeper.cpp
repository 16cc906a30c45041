// Minesweeper.
#include "interface/interface.hpp"

namespace puzzlesat {

std::span<const Method> minesweeper_methods() { return {}; }

}  // namespace puzzlesat
