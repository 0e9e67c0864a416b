// Any lines as messages of a client, and any bytes as a request and as frames: no crash, no hang,
// and every answer is JSON with a type. In a line $T is the last table, $V its version and $L the
// first legal action, so that games go on.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/json.h"
#include "base/text.h"
#include "runner/offline.h"
#include "server/http.h"
#include "server/websocket.h"

namespace {

using namespace hotaka;

void replace(std::string& text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

// What stands between two texts, searched from the end.
std::string between(std::string_view text, std::string_view before, char after) {
  const auto at = text.rfind(before);
  if (at == std::string_view::npos) return "";
  text.remove_prefix(at + before.size());
  return std::string(text.substr(0, text.find(after)));
}

class Client {
 public:
  void say(std::string_view line) {
    std::string text(line);
    replace(text, "$T", table_);
    replace(text, "$V", version_);
    replace(text, "$L", action_);
    std::string out;
    now_ += 400;
    offline_.message(text, now_, out);
    heard(out);
    for (int i = 0; i < 3; ++i) {
      out.clear();
      now_ += 400;
      offline_.tick(now_, out);
      offline_.wait(now_);
      heard(out);
      (void)offline_.take_journal();
    }
  }

 private:
  void heard(std::string_view out) {
    for (const std::string_view line : split(out, '\n')) {
      if (line.empty()) continue;
      if (json::check(line) || !line.starts_with("{\"type\":\"")) std::abort();
      if (line.find("\"version\":") == std::string_view::npos) continue;
      table_ = between(line, "\"table\":\"", '"');
      version_ = between(line, "\"version\":", ',');
      action_ = between(line, "\"legal\":{", '}');
      action_ = between(action_, ":[\"", '"');
    }
  }

  runner::Offline offline_;
  table::Time now_ = 1'700'000'000'000;
  std::string table_;
  std::string version_ = "0";
  std::string action_;
};

void read_bytes(std::string bytes) {
  using server::FrameRead;
  using server::RequestRead;
  const auto request = server::read_request(bytes);
  if (request.what == RequestRead::What::request && request.size > bytes.size()) std::abort();
  if (request.what == RequestRead::What::wrong && request.why.code.empty()) std::abort();
  std::size_t at = 0;
  while (at < bytes.size()) {
    const auto read = server::read_frame(bytes.data() + at, bytes.size() - at, 1000);
    if (read.what == FrameRead::What::wrong && read.why.empty()) std::abort();
    if (read.what != FrameRead::What::frame) break;
    if (read.size == 0 || read.size > bytes.size() - at) std::abort();
    at += read.size;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_bytes(std::string(text));
  Client client;
  int lines = 0;
  for (const std::string_view line : split(text, '\n')) {
    if (++lines > 40) break;
    client.say(line);
  }
  return 0;
}
