// hotaka backup DATA OUT

#include <fmt/format.h>

#include "cli/command.h"
#include "store/store.h"

namespace hotaka::cli {

namespace {

int run(const std::string& data, const std::string& out) {
  if (data.find("://") != std::string::npos) {
    return complain(
        "a PostgreSQL database is backed up with its own pg_dump; see "
        "docs/operations.md",
        usage_wrong);
  }
  const store::WriteResult outcome = store::back_up(data, out);
  if (!outcome) return complain(outcome.why, input_wrong);
  fmt::print("{} holds all of {}; to restore, copy it to DATA/{} while no server runs\n", out, data,
             store::database_file);
  return all_right;
}

}  // namespace

void add_backup(Parser& parser) {
  struct BackupArgs {
    std::string data;
    std::string out;
  };
  auto given = std::make_shared<BackupArgs>();
  Command command = parser.add_command(
      "backup", "Copy the database of a data folder to a file, while the server runs");
  command.argument("DATA", given->data, "The data folder of the server").required();
  command.argument("OUT", given->out, "The file to write, which must not exist").required();
  command.footer("Example: hotaka backup data hotaka-monday.db");
  command.on_run([given] { return run(given->data, given->out); });
}

}  // namespace hotaka::cli
