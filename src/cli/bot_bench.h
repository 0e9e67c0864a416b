#pragma once
// How fast bots search and evaluate, and how long the solver takes.

namespace hotaka::cli {

void print_bot_bench();

}  // namespace hotaka::cli
