#include "store/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "store/store.h"

namespace hotaka::store {

namespace {

namespace fs = std::filesystem;

constexpr auto lock_file = "hotaka.lock";
constexpr mode_t ours = 0600;

bool is_our_file(const fs::path& path) { return path.filename().string().starts_with("hotaka"); }

bool has_only_our_files(const std::string& folder) {
  std::error_code error;
  const fs::directory_iterator files(folder, error);
  return !error && std::ranges::all_of(files, [](const auto& file) { return is_our_file(file); });
}

Error cannot(const std::string& what, const std::string& why) {
  return {"unavailable",
          what + ": " + why + "; choose another one, or give this user the right to it"};
}

}  // namespace

MaybeError prepare_folder(const std::string& folder) {
  std::error_code error;
  const bool was_there = fs::exists(folder, error);
  fs::create_directories(folder, error);
  if (error)
    return cannot("the data folder " + in_quotes(folder) + " cannot be made", error.message());
  // Rights that we may not change are those that somebody else wants them to be.
  if (!was_there || has_only_our_files(folder))
    fs::permissions(folder, fs::perms::owner_all, error);
  const std::string file = fs::path(folder) / database_file;
  // SQLite gives its other files the rights of this one.
  const int made = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, ours);
  if (made >= 0) ::close(made);
  for (const char* end : {"", "-wal", "-shm"})
    fs::permissions(file + end, fs::perms::owner_read | fs::perms::owner_write, error);
  return std::nullopt;
}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

MaybeError FolderLock::take() {
  const std::string path = fs::path(folder_) / lock_file;
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, ours);
  if (file_ < 0)
    return cannot("the data folder " + in_quotes(folder_) + " cannot be locked",
                  std::generic_category().message(errno));
  if (::flock(file_, LOCK_EX | LOCK_NB) == 0) {
    const std::string number = to_text(::getpid()) + '\n';
    const bool is_written =
        ::ftruncate(file_, 0) == 0 && ::pwrite(file_, number.data(), number.size(), 0) > 0;
    (void)is_written;  // only helps to find the process
    return std::nullopt;
  }
  std::array<char, 20> text{};
  const auto size = ::pread(file_, text.data(), text.size(), 0);
  std::string process(text.data(), static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  process.erase(std::ranges::find_if(process, [](char c) { return c < '0' || c > '9'; }),
                process.end());
  return Error{"unavailable", "another hotaka" +
                                  (process.empty() ? "" : " (process " + process + ")") +
                                  " uses the data folder " + in_quotes(folder_) +
                                  ": stop it first, or choose another folder with --data"};
}

}  // namespace hotaka::store
