#include "server/password_queue.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "server/address.h"

namespace hotaka::server {

void PasswordQueue::push(Job job) {
  const std::int64_t now = environment_.now();
  const std::string network = network_of(job.address);
  const auto own = jobs_.find(network);
  const std::size_t own_waiting = own == jobs_.end() ? 0 : own->second.size();
  const auto of_address =
      own_waiting == 0 ? 0 : std::ranges::count(own->second, job.address, &Job::address);
  if (own_waiting >= most_of_network || std::cmp_greater_equal(of_address, most_of_address))
    return refuse(job);
  if (!throttle_.begin(job.name, job.address, now))
    return job.refuse({"too_many_requests", "too many wrong passwords: try again in ten minutes"});
  if (!budget_.take(job.address, now)) {
    throttle_.succeed(job.name, job.address);
    return refuse(job);
  }
  if (waiting_ >= most_waiting) {
    const auto most =
        std::ranges::max_element(jobs_, {}, [](const auto& one) { return one.second.size(); });
    if (most->second.size() <= own_waiting + 1) {
      throttle_.succeed(job.name, job.address);
      return refuse(job);
    }
    const Job dropped = std::move(most->second.back());
    most->second.pop_back();
    --waiting_;
    throttle_.succeed(dropped.name, dropped.address);
    refuse(dropped);
  }
  if (own_waiting == 0) turns_.push_back(network);
  jobs_[network].push_back(std::move(job));
  ++waiting_;
  start();
}

void PasswordQueue::refuse(const Job& job) {
  job.refuse({"too_many_requests", "too many logins in progress: try again shortly"});
}

void PasswordQueue::start() {
  if (is_working_ || turns_.empty()) return;
  const std::string network = std::move(turns_.front());
  turns_.pop_front();
  const auto found = jobs_.find(network);
  auto job = std::make_shared<Job>(std::move(found->second.front()));
  found->second.pop_front();
  --waiting_;
  if (found->second.empty()) {
    jobs_.erase(found);
  } else {
    turns_.push_back(network);
  }
  is_working_ = true;
  workers_.post([this, job] {
    const bool was_right = job->work();
    environment_.post([this, job, was_right] {
      is_working_ = false;
      if (was_right) throttle_.succeed(job->name, job->address);
      start();
      job->done();
    });
  });
}

}  // namespace hotaka::server
