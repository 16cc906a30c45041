// What all functions for JavaScript share: numbers in, JSON out, and errors as sentences.
//
// A function takes an array of 32-bit integers, in which a list is preceded by its length, and
// returns a JSON object. Only js/worker.js calls these functions.
#pragma once
#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "common/poll.hpp"

#define EXPORTED(name) extern "C" __attribute__((export_name(#name))) const char* name

namespace puzzlesat::web {

// The limit on the memory of a search, in bytes; the module has 2 GB.
constexpr std::size_t MEMORY = std::size_t{1} << 30;

class Input {
public:
    Input(const std::int32_t* words, int count) : at_(words), end_(words + count) {}

    int number() {
        if (at_ == end_) throw std::invalid_argument("an argument is missing");
        return *at_++;
    }
    std::vector<int> list() {
        const int size = number();
        if (size < 0 || size > end_ - at_) throw std::invalid_argument("a list is too short");
        at_ += size;
        return {at_ - size, at_};
    }
    template <std::size_t N>
    std::vector<std::array<int, N>> rows() {
        const auto all = list();
        std::vector<std::array<int, N>> found(all.size() / N);
        for (std::size_t i = 0; i < found.size() * N; ++i) found[i / N][i % N] = all[i];
        return found;
    }
    // A time limit, given in milliseconds; a negative number stands for none.
    double seconds() {
        const int milliseconds = number();
        return milliseconds < 0 ? std::numeric_limits<double>::infinity() : milliseconds / 1e3;
    }

private:
    const std::int32_t *at_, *end_;
};

// Values as JSON.
inline std::string json(bool value) { return value ? "true" : "false"; }
inline std::string json(std::integral auto value) { return std::to_string(value); }
inline std::string json(double value) {
    char digits[32];
    return {digits, static_cast<std::size_t>(snprintf(digits, sizeof digits, "%.17g", value))};
}
inline std::string json(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return quoted + '"';
}
inline std::string json(const char* text) { return json(std::string(text)); }

template <class List>
concept Listed = requires(const List& list) { list.begin(), list.end(); };
template <Listed List>
std::string json(const List& list) {
    std::string text;
    for (const auto& item : list) text += (text.empty() ? "" : ",") + json(item);
    return '[' + text + ']';
}

// Members are names and values that are JSON already.
inline std::string object(const std::vector<std::pair<const char*, std::string>>& members) {
    std::string text;
    for (const auto& [name, value] : members)
        text += (text.empty() ? "" : ",") + json(name) + ':' + value;
    return '{' + text + '}';
}

// Return what `run` returns, or an object whose member `error` is a sentence.
template <class Run>
const char* answer(const std::int32_t* words, int count, Run run) {
    static std::string text;  // valid until the next call
    try {
        Input input(words, count);
        text = run(input);
    } catch (const Stopped& stopped) {
        const bool is_time = stopped.reason == Stopped::Reason::time;
        text = object({{"stopped", json(is_time ? "timeout" : "memory")},
                       {"error", json(is_time ? "Time is up." : "Memory is used up.")}});
    } catch (const std::bad_alloc&) {
        text = object({{"stopped", json("memory")}, {"error", json("Memory is used up.")}});
    } catch (const std::exception& error) {
        text = object(
            {{"error", json(std::string("The engine refuses this: ") + error.what() + ".")}});
    }
    return text.c_str();
}

}  // namespace puzzlesat::web

// Told to the page while a search runs; js/worker.js provides it.
extern "C" __attribute__((import_module("env"), import_name("progress"))) void progress(
    const char* json);
