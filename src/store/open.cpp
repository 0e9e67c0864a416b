// Where data are: a folder or a URL.

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "store/sql_store.h"

namespace hotaka::store {

namespace {

WriteResult make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!error) return {};
  return {WriteError::unavailable, "the data folder " + in_quotes(folder.string()) +
                                       " cannot be made: " + error.message() +
                                       "; choose another one, or give this user the right to it"};
}

}  // namespace

Result<std::unique_ptr<Store>> open_store(const std::string& where, const Settings& settings) {
  std::unique_ptr<Database> database;
  if (where.starts_with("postgresql://") || where.starts_with("postgres://")) {
    database = postgresql_database(where, settings);
  } else if (where.empty() || where.find("://") != std::string::npos ||
             where.find('"') != std::string::npos) {
    return Error{"unavailable",
                 "data are kept in a folder, or in a database named postgresql://..; " +
                     in_quotes(where.substr(0, where.find("://"))) + " is neither"};
  } else {
    if (WriteResult made = make_folder(where); !made) return Error{"unavailable", made.why};
    database = sqlite_database((std::filesystem::path(where) / database_file).string(), settings);
  }
  return open_database(std::move(database), settings);
}

}  // namespace hotaka::store
