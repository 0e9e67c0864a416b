#pragma once
// Reads on threads of its own: the asker does not wait for the database.

#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <thread>

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

  Reader() : watching_([this] { watch(); }) {
    for (std::thread& thread : reading_) thread = std::thread([this] { read(); });
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();  // after the questions that are being answered; others are late

  void push(Question question);

 private:
  void read();
  void watch();

  std::mutex mutex_;
  std::condition_variable asked_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Question>> queue_;
  std::list<std::shared_ptr<Question>> open_;  // neither answered nor late
  bool stopping_ = false;
  // Last: they begin when everything above is there. A long question, such as all open journals at
  // a start, leaves the others a way.
  std::array<std::thread, 3> reading_;
  std::thread watching_;
};

}  // namespace hotaka::store
