#include "store/store.h"

#include <future>
#include <utility>

namespace hotaka::store {

void Store::write(Write one, std::function<void(const WriteResult&)> done) {
  write([one = std::move(one)] { return std::vector<Write>{one}; },
        [done = std::move(done)](const std::vector<WriteResult>& results) {
          if (done) done(results.front());
        });
}

WriteResult Store::write_now(Write one) {
  std::promise<WriteResult> promise;
  auto outcome = promise.get_future();
  write(std::move(one), [&promise](const WriteResult& made) { promise.set_value(made); });
  return outcome.get();
}

}  // namespace hotaka::store
