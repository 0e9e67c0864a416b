#pragma once
// The one queue for everything that hashes a password, which is slow on purpose. Networks take
// turns in it, so one that sends many keeps only itself waiting, however many addresses it has.

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>

#include "server/environment.h"
#include "server/hourly_budget.h"
#include "server/login_throttle.h"

namespace hotaka::server {

class PasswordQueue {
 public:
  PasswordQueue(Workers& workers, Environment& environment)
      : workers_(workers), environment_(environment) {}

  static constexpr std::size_t most_of_address = 4;
  static constexpr std::size_t most_of_network = 16;
  static constexpr std::size_t most_waiting = 256;
  static constexpr int most_per_hour = 300;  // of an address, right or wrong

  // What is done for whom. `name` is a key of the name that a password is for, or a person's id.
  struct Job {
    std::string name;
    std::string address;                       // as limit_key() has it
    std::function<bool()> work;                // on a worker: whether the password was right
    std::function<void()> done;                // on the event loop, after work()
    std::function<void(const Error&)> refuse;  // on the event loop, if there are too many
  };
  void push(Job job);

 private:
  void start();
  void refuse(const Job& job);

  Workers& workers_;
  Environment& environment_;
  LoginThrottle throttle_;
  HourlyBudget budget_{most_per_hour};
  std::unordered_map<std::string, std::deque<Job>> jobs_;  // by network
  std::deque<std::string> turns_;                          // the networks that have jobs
  std::size_t waiting_ = 0;
  bool is_working_ = false;
};

}  // namespace hotaka::server
