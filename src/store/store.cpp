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

std::string fold_name(std::string_view name) {
  std::string out(name);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto byte = static_cast<unsigned char>(out[i]);
    if (byte >= 'A' && byte <= 'Z') out[i] = static_cast<char>(byte + ('a' - 'A'));
    // U+00C0 to U+00DE are C3 80 to C3 9E; 97 is the sign for times.
    const bool latin = i > 0 && static_cast<unsigned char>(out[i - 1]) == 0xC3;
    if (latin && byte >= 0x80 && byte <= 0x9E && byte != 0x97) {
      out[i] = static_cast<char>(byte + 0x20);
    }
  }
  return out;
}

}  // namespace hotaka::store
