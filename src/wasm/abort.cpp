// What the C++ library and its ABI library call when they give up. Their own functions print why:
// they bring printf with all its formats and ask for a way to write, and in a page nobody would
// read it.

#include <__verbose_abort>

extern "C" [[noreturn]] void abort_message(const char* format, ...);
void abort_message(const char* /*format*/, ...) { __builtin_trap(); }

void std::__libcpp_verbose_abort(const char* /*format*/, ...) { __builtin_trap(); }
