#pragma once
// People at a server, as many as it can bear: what an action costs it, and how long one takes.

#include <string>

namespace hotaka::cli {

struct LoadArgs {
  std::string url;  // http://127.0.0.1:8080
  std::string game = "dragons";
  int tables = 100;
  int pace = 0;  // ms that a person thinks, more or less; 0: none
  double warmup = 2;
  double seconds = 10;
  int bot_tables = 0;  // further tables, of spirits, where bots play among themselves
  int server = 0;      // the process whose CPU and memory are looked at; 0: none
};

// Prints one line of JSON.
int run_load(const LoadArgs& given);

}  // namespace hotaka::cli
