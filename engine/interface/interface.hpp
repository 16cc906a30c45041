// The interface of the engine: a request and an answer, both JSON. The web pages and the commands
// that need no objects use it.
//
// A request is an object: the name of a method and its arguments, {"method": "floodit.greedy",
// "rows": [[0, 1]]}. An answer is one of
//
//     {"result": …}
//     {"refusal": "a phrase", "fields": [[row, column], …]}  what the asker can correct
//     {"stopped": "timeout"} or {"stopped": "memory"}              a limit was reached
//
// A method is a function of a Call; each puzzle lists its own in one file. A board that is given, a
// refusal and a limit are the concern of that file; what a method decides is in the puzzle's
// folder. README.md describes the arguments and results.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "common/poll.hpp"
#include "interface/json.hpp"

namespace puzzlesat {

// What surrounds a call.
struct Host {
    Poll& poll;  // ends the call from outside, by an exception of any type
    std::function<void(const std::string&)> on_progress = {};  // given JSON while a method runs
    std::span<const std::uint8_t> bytes = {};  // those of an argument that is no text: a picture
    std::optional<std::size_t> memory = {};    // the limit for a search, in bytes
};

// Return the answer to a request; exceptions of the host's Poll pass through.
std::string answer(const std::string& request, const Host& host);

// What the asker can correct: a sentence without capital and full stop, and its fields.
struct Refusal : std::runtime_error {
    explicit Refusal(const std::string& sentence, Json fields = nullptr)
        : std::runtime_error(sentence), fields(std::move(fields)) {}
    Json fields;
};

inline void refuse_unless(bool holds, const std::string& sentence) {
    if (!holds) throw Refusal(sentence);
}

class Call {
public:
    // The Poll of a call ends at `seconds` of the arguments, or when the host ends the call.
    Call(const Json& arguments, const Host& host);

    const Json& arguments;
    Poll poll;

    const Json& operator[](std::string_view name) const { return arguments[name]; }
    void progress(const Json& progress) const {
        if (host_.on_progress) host_.on_progress(progress.text());
    }
    std::span<const std::uint8_t> bytes() const { return host_.bytes; }
    std::optional<std::size_t> memory() const { return host_.memory; }

private:
    const Host& host_;
};

// Arguments. A missing one is null and takes the default, if the function has one.

inline bool is_whole(const Json& value, std::int64_t least, std::int64_t most) {
    const auto whole = value.whole();
    return whole && least <= *whole && *whole <= most;
}

// Return a whole number; refuse another value by a sentence.
inline int whole(const Json& value, std::int64_t least, std::int64_t most,
                 const std::string& sentence) {
    refuse_unless(is_whole(value, least, most), sentence);
    return static_cast<int>(*value.whole());
}
inline int whole(const Json& value, std::int64_t least, std::int64_t most,
                 const std::string& sentence, int otherwise) {
    return value.is_null() ? otherwise : whole(value, least, most, sentence);
}

// Return the number of the field at [row, column], counted row by row, or nothing if there is none.
inline std::optional<int> field_at(const Json& place, int rows, int cols) {
    const auto* pair = place.list();
    if (!pair || pair->size() != 2 || !is_whole((*pair)[0], 0, rows - 1) ||
        !is_whole((*pair)[1], 0, cols - 1))
        return {};
    return static_cast<int>(*(*pair)[0].whole() * cols + *(*pair)[1].whole());
}

// Results.

// The values of fields, one list for each row.
template <class Value>
Json rows_of(const std::vector<Value>& values, int cols) {
    Json::List rows;
    for (auto row = values.begin(); row != values.end(); row += cols)
        rows.emplace_back(Json::List(row, row + cols));
    return rows;
}

// "1 mine", "2 mines".
inline std::string counted(std::int64_t n, const std::string& noun) {
    return std::to_string(n) + ' ' + noun + (n == 1 ? "" : "s");
}

// The name of a field, as the rim of a board shows it: B3 is at (2, 1).
inline std::string field_name(int r, int c) {
    std::string letters;
    for (int left = c + 1; left > 0; left = (left - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (left - 1) % 26));
    return letters + std::to_string(r + 1);
}

// The methods of each puzzle.

struct Method {
    const char* name;
    Json (*run)(Call& call);
    const char* arguments;  // their names; all methods take `seconds`, too
};

std::span<const Method> floodit_methods();
std::span<const Method> flowfree_methods();
std::span<const Method> minesweeper_methods();
std::span<const Method> picture_methods();

}  // namespace puzzlesat
