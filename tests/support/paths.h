#pragma once
// Where the tests find the source tree and the programs. Only paths.cpp is compiled with these
// paths, so that the other objects are the same in every clone and the compiler cache finds them.

#include <string>

namespace hotaka {

std::string source_path();  // the root of the source tree
std::string program_path();
std::string bench_path();
std::string appender_path();

}  // namespace hotaka
