#include "picture/fields.hpp"
namespace puzzlesat::picture {
Reading read_flowfree(const Scene&, const Options&) { return refused("not yet"); }
}  // namespace puzzlesat::picture
