// A copy of the SQLite file while a server may be writing to it.

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "base/text.h"
#include "store/database.h"

namespace hotaka::store {

namespace {

// SQLite does not wait for the disk when it copies.
bool reaches_the_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool synced = ::fsync(file) == 0;
  ::close(file);
  return synced;
}

}  // namespace

WriteResult back_up(const std::string& folder, const std::string& out) {
  namespace fs = std::filesystem;
  const fs::path file = fs::path(folder) / database_file;
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    return {WriteError::invalid, "there is no " + in_quotes(file.string()) + " to back up"};
  }
  if (fs::exists(out, ignored)) {
    return {WriteError::invalid, in_quotes(out) + " is there already; a backup overwrites nothing"};
  }
  const auto database = sqlite_database(file.string(), {});
  const std::string part = out + ".part";
  fs::remove(part, ignored);
  try {
    const auto session = database->connect();
    *session << "vacuum into :out", soci::use(part);
  } catch (const soci::soci_error& error) {
    fs::remove(part, ignored);
    return {WriteError::unavailable, database->sentence(error)};
  }
  if (!reaches_the_disk(part)) {
    return {WriteError::unavailable, in_quotes(part) + " cannot be written to the disk"};
  }
  std::error_code error;
  fs::rename(part, out, error);
  if (error) return {WriteError::unavailable, in_quotes(out) + ": " + error.message()};
  return {};
}

}  // namespace hotaka::store
