// A limit on the total number of bytes in the vectors of a search.
#pragma once
#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "common/poll.hpp"

namespace puzzlesat {

// Counts the bytes held; throws Stopped when they would exceed the limit.
class Memory {
public:
    explicit Memory(std::optional<std::size_t> limit = {})
        : limit_(limit.value_or(std::numeric_limits<std::size_t>::max())) {}
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    void add(std::size_t nbytes) {
        if (nbytes > limit_ - held_) throw Stopped{Stopped::Limit::memory};
        held_ += nbytes;
    }
    void remove(std::size_t nbytes) { held_ -= nbytes; }

private:
    std::size_t limit_, held_ = 0;
};

// Bytes that are held until the end of a block.
struct Held {
    Memory& memory;
    std::size_t nbytes = 0;
    ~Held() { memory.remove(nbytes); }
    void add(std::size_t more) {
        memory.add(more);
        nbytes += more;
    }
};

// An allocator that counts its bytes in a Memory. Exhausting the system's memory
// counts as reaching the limit, too.
template <class T>
struct Counted {
    using value_type = T;
    Memory* memory;

    Counted(Memory& memory) : memory(&memory) {}
    template <class U>
    Counted(const Counted<U>& other) : memory(other.memory) {}

    T* allocate(std::size_t n) {
        memory->add(n * sizeof(T));
        try {
            return std::allocator<T>().allocate(n);
        } catch (const std::bad_alloc&) {
            memory->remove(n * sizeof(T));
            throw Stopped{Stopped::Limit::memory};
        }
    }
    void deallocate(T* place, std::size_t n) {
        std::allocator<T>().deallocate(place, n);
        memory->remove(n * sizeof(T));
    }
    friend bool operator==(const Counted&, const Counted&) = default;
};

template <class T>
using CountedVector = std::vector<T, Counted<T>>;

// Rows of equal length, stored in blocks: rows never move, and growing copies nothing.
template <class T>
class Rows {
public:
    Rows(std::size_t length, Memory& memory) : length_(length), memory_(&memory), blocks_(memory) {}

    T* operator[](std::size_t i) { return blocks_[i / BLOCK].data() + i % BLOCK * length_; }
    const T* operator[](std::size_t i) const {
        return blocks_[i / BLOCK].data() + i % BLOCK * length_;
    }

    // Ensure room for row i, which is at most the first row without room.
    void extend_to(std::size_t i) {
        if (i / BLOCK == blocks_.size()) blocks_.emplace_back(BLOCK * length_, *memory_);
    }

private:
    static constexpr std::size_t BLOCK = 512;
    std::size_t length_;
    Memory* memory_;
    CountedVector<CountedVector<T>> blocks_;
};

}  // namespace puzzlesat
