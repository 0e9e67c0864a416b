#pragma once
// A value or a sentence that says why there is none. Inner rooms have no exceptions.

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace hotaka {

struct Error {
  std::string what;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::move(value)) {}
  Result(Error error) : held_(std::move(error)) {}

  explicit operator bool() const { return held_.index() == 0; }
  T& operator*() { return *value(); }
  const T& operator*() const { return *const_cast<Result*>(this)->value(); }
  T* operator->() { return value(); }
  const T* operator->() const { return const_cast<Result*>(this)->value(); }
  const std::string& error() const {
    const auto* error = std::get_if<Error>(&held_);
    assert(error != nullptr);
    return error->what;
  }

 private:
  T* value() {
    auto* value = std::get_if<T>(&held_);
    assert(value != nullptr);
    return value;
  }

  std::variant<T, Error> held_;
};

}  // namespace hotaka
