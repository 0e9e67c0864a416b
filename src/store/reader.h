#pragma once
// Reads on threads of its own: the asker does not wait for the database.

#include <chrono>
#include <functional>
#include <list>
#include <memory>

#include "store/workers.h"

namespace hotaka::store {

class Reader {
 public:
  using Clock = std::chrono::steady_clock;

  // One of the two is called. `answer` asks the database, and returns what tells whoever asked;
  // that is not called after `late` was.
  struct Question {
    std::function<std::function<void()>()> answer;
    std::function<void()> late;
    Clock::time_point deadline;
  };

  Reader() : watching_([this] { watch(); }) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();  // after the questions that are being answered; others are late

  void push(Question question);

 private:
  using Shared = std::shared_ptr<Question>;
  void answer(const Shared& question);
  void watch();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Shared> open_;  // neither answered nor late
  bool stopping_ = false;
  // A long question, such as all open journals at a start, leaves the others a way.
  Workers reading_{3, 0};
  std::thread watching_;  // last: it begins when everything above is there
};

}  // namespace hotaka::store
