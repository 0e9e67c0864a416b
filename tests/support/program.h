#pragma once
// Runs programs as a person would, and files for them to read.

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "support/paths.h"

namespace hotaka {

struct Ran {
  int status = 0;
  std::string out;  // standard output and error together
};

inline std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out.append("'\\''");
    } else {
      out.push_back(c);
    }
  }
  out.push_back('\'');
  return out;
}

// A line for the shell.
inline Ran run_line(const std::string& line) {
  Ran ran;
  FILE* pipe = popen((line + " 2>&1").c_str(), "r");
  std::array<char, 4096> part;
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe))
    ran.out.append(part.data(), count);
  ran.status = WEXITSTATUS(pclose(pipe));
  return ran;
}

// `before` is put in front, such as "printf x |".
inline Ran run_program(const std::string& path, const std::vector<std::string>& args,
                       const std::string& before = "") {
  std::string line = before;
  line.append(" ").append(shell_quoted(path));
  for (const auto& arg : args) line.append(" ").append(shell_quoted(arg));
  return run_line(line);
}

inline Ran run_hotaka(const std::vector<std::string>& args, const std::string& before = "") {
  return run_program(program_path(), args, before);
}

inline bool says(const Ran& ran, std::string_view words) {
  return ran.out.find(words) != std::string::npos;
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content) {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  // A new file, whatever other test programs have left or are writing there.
  static std::string new_path() {
    std::string path = (std::filesystem::temp_directory_path() / "hotaka-test-XXXXXX").string();
    const int file = mkstemp(path.data());
    if (file < 0) throw std::runtime_error("no temporary file");
    close(file);
    return path;
  }

  std::string path_ = new_path();
};

}  // namespace hotaka
