#include "flowfree/propagation.hpp"

namespace puzzlesat::flowfree {

template class PropagationWith<NoNotes>;

}  // namespace puzzlesat::flowfree
