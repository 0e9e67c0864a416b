#pragma once
// Places for the stores under test: temporary folders, and databases of a PostgreSQL server that
// the tests start for themselves.

#include <filesystem>
#include <memory>
#include <string>

namespace hotaka::store_test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  std::string path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// A server without network, only a socket in its own folder.
class PostgresServer {
 public:
  // Started by the first test that needs it; ends with the program.
  static PostgresServer& get();

  PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer();

  std::string new_database();  // its URL
  void stop();                 // as if it had crashed
  void start();

 private:
  bool as_server(const std::string& command) const;

  TemporaryFolder folder_;
  int databases_ = 0;
};

}  // namespace hotaka::store_test
