#include "store/places.h"

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace hotaka::store_test {

namespace {

// The newest PostgreSQL that Debian has put there.
std::string programs() {
  std::string newest;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql")) {
    newest = std::max(newest, entry.path().string());
  }
  return newest + "/bin/";
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "hotaka-store-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

PostgresServer& PostgresServer::get() {
  static PostgresServer server;
  return server;
}

// PostgreSQL refuses to run as root, so root becomes the user that its package made.
bool PostgresServer::as_server(const std::string& command) const {
  const std::string user = geteuid() == 0 ? "runuser -u postgres -- " : "";
  const std::string line = "cd " + folder_.path() + " && " + user + programs() + command +
                           " >>/dev/null 2>&1 </dev/null";
  return std::system(line.c_str()) == 0;
}

PostgresServer::PostgresServer() {
  if (geteuid() == 0) {
    const passwd* user = getpwnam("postgres");
    if (user == nullptr || chown(folder_.path().c_str(), user->pw_uid, user->pw_gid) != 0) {
      throw std::runtime_error("there is no user postgres to run the database as");
    }
  }
  if (!as_server("initdb -D data -U hotaka -A trust -E UTF8 --no-sync")) {
    throw std::runtime_error("initdb failed");
  }
  start();
}

PostgresServer::~PostgresServer() { stop(); }

void PostgresServer::start() {
  if (!as_server("pg_ctl start -w -t 120 -D data -o \"-c listen_addresses= -c fsync=off -k " +
                 folder_.path() + "\"")) {
    throw std::runtime_error("PostgreSQL did not start");
  }
}

void PostgresServer::stop() { as_server("pg_ctl stop -w -t 120 -m immediate -D data"); }

std::string PostgresServer::new_database() {
  const std::string name = "db" + std::to_string(++databases_);
  if (!as_server("createdb -h " + folder_.path() + " -U hotaka " + name)) {
    throw std::runtime_error("createdb failed");
  }
  return "postgresql://hotaka@/" + name + "?host=" + folder_.path();
}

}  // namespace hotaka::store_test
