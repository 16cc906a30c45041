// Flow Free.
#include "interface/interface.hpp"

namespace puzzlesat {

std::span<const Method> flowfree_methods() { return {}; }

}  // namespace puzzlesat
