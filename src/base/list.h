#pragma once
// A list with a fixed capacity that lives where it is declared and never allocates.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

namespace hotaka {

template <class T, std::size_t Capacity>
class List {
 public:
  static constexpr std::size_t capacity = Capacity;

  constexpr List() {}  // the places beyond size() stay unset on purpose: clearing them costs time

  constexpr void push(T value) {
    assert(size_ < Capacity);
    items_[size_++] = value;
  }
  constexpr T pop() {
    assert(size_ > 0);
    return items_[--size_];
  }
  // Removes one place and closes the gap; the order of the others stays.
  constexpr void remove(std::size_t place) {
    assert(place < size_);
    std::copy(begin() + place + 1, end(), begin() + place);
    --size_;
  }
  constexpr void clear() { size_ = 0; }

  // Fills the list in a loop: the next place stays in a register, where push() would write the size
  // each time.
  class Filler {
   public:
    explicit constexpr Filler(List& list) : list_(list), next_(list.end()) {}
    constexpr ~Filler() { list_.size_ = static_cast<std::uint8_t>(next_ - list_.begin()); }
    Filler(const Filler&) = delete;
    Filler& operator=(const Filler&) = delete;

    constexpr void push(T value) {
      assert(next_ < list_.begin() + Capacity);
      *next_++ = value;
    }
    // Without a branch: the value is written in any case and stays only if it is wanted.
    constexpr void push_if(bool wanted, T value) {
      assert(next_ < list_.begin() + Capacity);
      *next_ = value;
      next_ += wanted ? 1 : 0;
    }

   private:
    List& list_;
    T* next_;
  };

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr bool full() const { return size_ == Capacity; }
  constexpr T& operator[](std::size_t place) { return items_[place]; }
  constexpr const T& operator[](std::size_t place) const { return items_[place]; }
  constexpr T* begin() { return items_.data(); }
  constexpr T* end() { return items_.data() + size_; }
  constexpr const T* begin() const { return items_.data(); }
  constexpr const T* end() const { return items_.data() + size_; }

  constexpr bool has(const T& value) const { return std::find(begin(), end(), value) != end(); }
  constexpr bool operator==(const List& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  std::array<T, Capacity> items_;
  std::uint8_t size_ = 0;
  static_assert(Capacity < 256);
};

}  // namespace hotaka
