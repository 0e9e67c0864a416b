#pragma once
// Rows of text under headings, for a terminal.

#include <string>
#include <string_view>
#include <vector>

namespace hotaka::cli {

// A text of a stranger's as it can be printed: what would move the cursor, turn the line or be
// invisible is spelled as \u{202e}.
std::string printable(std::string_view text);

class TextTable {
 public:
  // A heading that begins with '>' is of a column of numbers, which end at the same place.
  explicit TextTable(std::vector<std::string> headings) : rows_{std::move(headings)} {}

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.size() == 1; }
  std::string text() const;  // each line with its end

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace hotaka::cli
