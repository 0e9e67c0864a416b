// Devices in a few words.

#include "server/device.h"

#include <gtest/gtest.h>

namespace hotaka::server::test {
namespace {

TEST(Device, a_browser_is_named_with_its_system) {
  EXPECT_EQ(device_of("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"),
            "Firefox on Linux");
  EXPECT_EQ(device_of("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like "
                      "Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0"),
            "Edge on Windows");
  EXPECT_EQ(device_of("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) "
                      "Chrome/126.0.0.0 Mobile Safari/537.36"),
            "Chrome on Android");
  EXPECT_EQ(device_of("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
                      "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"),
            "Safari on iPhone");
}

TEST(Device, another_program_is_named_by_its_first_word) {
  EXPECT_EQ(device_of("Python-urllib/3.11"), "Python-urllib");
  EXPECT_EQ(device_of("curl/7.88.1"), "curl");
  EXPECT_EQ(device_of(""), "");
  EXPECT_EQ(device_of("<script>alert(1)</script>"), "");
  EXPECT_EQ(device_of(std::string(8000, 'x')), std::string(30, 'x'));
}

}  // namespace
}  // namespace hotaka::server::test
