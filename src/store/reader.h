#pragma once
// Reads on a thread of its own, so that whoever asks does not wait for the database.

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

  Reader() : reading_([this] { read(); }), watching_([this] { watch(); }) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader();  // after the question that is being answered; others are late

  void push(Question question);
  bool is_current_thread() const { return std::this_thread::get_id() == reading_.get_id(); }

 private:
  void read();
  void watch();

  std::mutex mutex_;
  std::condition_variable asked_;
  std::condition_variable changed_;
  std::deque<std::shared_ptr<Question>> queue_;
  std::list<std::shared_ptr<Question>> open_;  // neither answered nor late
  bool stopping_ = false;
  std::thread reading_;  // last: they begin when everything above is there
  std::thread watching_;
};

}  // namespace hotaka::store
