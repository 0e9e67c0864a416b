#pragma once
// How a table's state is spelled in the databases.

#include <string>

#include "store/store.h"

namespace hotaka::store {

inline const char* word_of(TableState state) {
  switch (state) {
    case TableState::waiting: return "waiting";
    case TableState::running: return "running";
    case TableState::finished: break;
  }
  return "finished";
}

inline TableState state_of(const std::string& word) {
  if (word == "waiting") return TableState::waiting;
  return word == "running" ? TableState::running : TableState::finished;
}

}  // namespace hotaka::store
