// The interface of the engine for JavaScript; only js/worker.js calls it.
#include <cstdint>
#include <string>

#include "interface/interface.hpp"

using namespace puzzlesat;

// Told to the page while a method runs: JSON. js/worker.js provides it.
extern "C" __attribute__((import_module("env"), import_name("progress"))) void progress(
    const char* json);

// A request of `size` bytes, and the bytes of an argument that is no text; the answer ends with a
// zero byte and is valid until the next call.
extern "C" __attribute__((export_name("answer"))) const char* answer_page(const char* request,
                                                                          std::size_t size,
                                                                          const std::uint8_t* bytes,
                                                                          std::size_t count) {
    constexpr std::size_t MEMORY = std::size_t{1} << 30;  // of the module's 2 GB
    static std::string text;
    Poll poll;
    Host host{poll};
    host.on_progress = [](const std::string& told) { progress(told.c_str()); };
    host.bytes = {bytes, count};
    host.memory = MEMORY;
    text = answer({request, size}, host);
    return text.c_str();
}
