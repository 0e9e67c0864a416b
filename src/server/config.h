#pragma once
// What whoever runs a server can choose.

#include <string>
#include <vector>

namespace hotaka::server {

struct Config {
  std::string address = "127.0.0.1";
  int port = 8080;  // 0: any free one
  std::string data = "data";
  std::string web;                        // the folder of the page; empty: none
  std::string admin_socket;               // empty: admin.sock in the data folder, if it is one
  std::vector<std::string> metrics_from;  // addresses that may ask for metrics
  std::vector<std::string> origins;       // further ones that may open WebSockets
  bool behind_proxy = false;              // believe its X-Forwarded-Proto and X-Real-IP
  int bot_threads = 0;                    // 0: one less than there are cores, at least one
  int connections = 20'000;
  int connections_per_address = 200;  // not for this machine itself
  int guests_per_address = 120;       // in an hour; not for this machine itself
  int tables_per_person = 50;
  int tables = 20'000;        // in memory
  int keep_waiting = 86'400;  // seconds that a table waits for players while nobody looks
  int work_per_second = 300;  // units for one person (server/budget.h)
};

}  // namespace hotaka::server
