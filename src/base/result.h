#pragma once
// A value, or an error that says why there is none. Core modules have no exceptions.

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace hotaka {

// Why something is refused or how a game ended: a stable code for programs, a message for people.
// Codes are literals; docs/protocol.md lists those that clients meet.
struct Reason {
  std::string_view code;
  std::string_view message;

  bool operator==(const Reason&) const = default;
};

struct Error {
  std::string_view code;  // a literal
  std::string message;
  std::optional<std::int64_t> late_ms;  // real-time games: by how much the action came too late
  std::optional<std::int64_t> until;    // when it ends, in ms since 1970

  Error(std::string_view its_code, std::string its_message,
        std::optional<std::int64_t> late_by = std::nullopt)
      : code(its_code), message(std::move(its_message)), late_ms(late_by) {}
  explicit Error(const Reason& reason) : code(reason.code), message(reason.message) {}

  bool operator==(const Error&) const = default;
};

// True means failure: `if (auto error = table.sit(..)) return error;`
using MaybeError = std::optional<Error>;

// What is wrong with a text, if anything; whoever reads it gives the code.
using Problem = std::optional<std::string>;

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
  const Error& error() const {
    const auto* error = std::get_if<Error>(&held_);
    assert(error != nullptr);
    return *error;
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
