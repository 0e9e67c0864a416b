// The loop: descriptors, tasks, stopping.

#include <sys/epoll.h>

#include <thread>

#include "server/loop.h"
#include "server/socket_pair.h"

namespace hotaka::server::test {
namespace {

struct Counter final : FdHandler {
  void on_ready(std::uint32_t events) override {
    ++times;
    seen |= events;
    if (then) then();
  }
  int times = 0;
  std::uint32_t seen = 0;
  std::function<void()> then;
};

TEST(Loop, a_handler_is_called_as_long_as_its_event_holds) {
  Loop loop;
  auto [client, fd] = connect();
  Client server(fd);
  Counter counter;
  loop.add(fd, counter, EPOLLIN);
  loop.run_iteration(0);
  EXPECT_EQ(counter.times, 0);
  client.send("x");
  loop.run_iteration(-1);
  loop.run_iteration(-1);
  EXPECT_EQ(counter.times, 2);
  EXPECT_EQ(counter.seen, EPOLLIN);
  EXPECT_EQ(server.receive(), "x");
  loop.run_iteration(0);
  EXPECT_EQ(counter.times, 2);
  loop.modify(fd, counter, EPOLLOUT);
  loop.run_iteration(-1);
  EXPECT_EQ(counter.seen, EPOLLIN | EPOLLOUT);
  loop.remove(fd);
  loop.run_iteration(0);
  EXPECT_EQ(counter.times, 3);
}

TEST(Loop, tasks_run_in_their_order_after_the_events) {
  Loop loop;
  auto [client, fd] = connect();
  const Client server(fd);
  std::string order;
  Counter counter;
  counter.then = [&] { order += 'e'; };
  loop.add(fd, counter, EPOLLIN);
  loop.post([&] {
    order += '1';
    loop.post([&] { order += '3'; });
  });
  loop.post([&] { order += '2'; });
  client.send("x");
  loop.run_iteration(-1);
  EXPECT_EQ(order, "e12") << "a task that a task posts waits for the next iteration";
  loop.remove(fd);
  loop.run_iteration(-1);
  EXPECT_EQ(order, "e123");
}

TEST(Loop, a_task_of_another_thread_wakes_it_and_stop_ends_it) {
  Loop loop;
  std::thread::id ran_on;
  std::thread other([&] {
    loop.post([&] {
      ran_on = std::this_thread::get_id();
      loop.stop();
    });
  });
  int iterations = 0;
  loop.run([&] {
    ++iterations;
    return -1;
  });
  other.join();
  EXPECT_EQ(ran_on, std::this_thread::get_id());
  EXPECT_GE(iterations, 1);
  loop.run([] { return ADD_FAILURE(), -1; });
}

TEST(Loop, an_iteration_ends_when_its_time_is_over) {
  Loop loop;
  const std::int64_t before = wall_clock();
  loop.run_iteration(2);
  EXPECT_GE(wall_clock() - before, 1);
}

}  // namespace
}  // namespace hotaka::server::test
