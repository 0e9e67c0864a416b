// The page's files: read at the start, then served from memory.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "server/files.h"

namespace hotaka::server {
namespace {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  FilesTest() {
    std::string path = (fs::temp_directory_path() / "hotaka-files-XXXXXX").string();
    if (mkdtemp(path.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
    folder_ = path;
    write("index.html", "the page");
    write("assets/a-1.js", "script, script, script");
    write("assets/a-1.js.gz", "smaller");
    write("assets/a-1.js.br", "smallest");
    write("icon.svg", "a picture");
    write("icon.svg.gz", "a zip");
  }
  ~FilesTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  static Response get(const Files& files, std::string_view path, std::string_view encodings = "",
                      std::string_view known = "") {
    Request request;
    request.path = path;
    request.headers = {{"accept-encoding", encodings}, {"If-None-Match", known}};
    return files.get(request);
  }
  static std::string header(const Response& response, const std::string& name) {
    const auto begin = response.headers.find(name + ": ");
    if (begin == std::string::npos) return "";
    const auto value = begin + name.size() + 2;
    return response.headers.substr(value, response.headers.find("\r\n", value) - value);
  }

  fs::path folder_;
};

TEST_F(FilesTest, files_have_their_types_and_headers) {
  const Files files(folder_);
  const Response page = get(files, "/index.html");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content(), "the page");
  EXPECT_EQ(page.type, "text/html; charset=utf-8");
  EXPECT_EQ(header(page, "Cache-Control"), "no-cache");
  EXPECT_NE(header(page, "Content-Security-Policy"), "");
  const Response script = get(files, "/assets/a-1.js");
  EXPECT_EQ(script.type, "text/javascript; charset=utf-8");
  EXPECT_EQ(header(script, "Cache-Control"), "public, max-age=31536000, immutable");
}

TEST_F(FilesTest, a_client_gets_the_smallest_that_it_accepts) {
  const Files files(folder_);
  const auto check = [&](std::string_view path, std::string_view accepted, std::string_view body,
                         std::string_view encoding) {
    const Response response = get(files, path, accepted);
    EXPECT_EQ(response.content(), body) << path << ' ' << accepted;
    EXPECT_EQ(header(response, "Content-Encoding"), encoding) << path << ' ' << accepted;
    EXPECT_EQ(header(response, "Vary"), "Accept-Encoding");
  };
  check("/assets/a-1.js", "gzip, deflate, br, zstd", "smallest", "br");
  check("/assets/a-1.js", "deflate,GZIP", "smaller", "gzip");
  check("/assets/a-1.js", "", "script, script, script", "");
  check("/assets/a-1.js", "br;q=0, xgzip", "script, script, script", "");
  check("/assets/a-1.js", "gzip;q=0, identity", "script, script, script", "");
  check("/assets/a-1.js", "br;q=0.5, gzip", "smaller", "gzip");
  check("/assets/a-1.js", "br;q=0.5, gzip;q=0.5", "smallest", "br");
  check("/assets/a-1.js", "br;q=0.5, identity", "script, script, script", "");
  check("/assets/a-1.js", "*", "smallest", "br");
  check("/assets/a-1.js", "*;q=0.1, br;q=0", "smaller", "gzip");
  check("/assets/a-1.js", "*;q=0", "script, script, script", "");
  check("/icon.svg", "br, gzip", "a zip", "gzip");
  check("/index.html", "br, gzip", "the page", "");
}

TEST_F(FilesTest, each_variant_has_a_tag_of_its_own) {
  const Files files(folder_);
  const std::string plain = header(get(files, "/assets/a-1.js"), "ETag");
  const std::string packed = header(get(files, "/assets/a-1.js", "br"), "ETag");
  EXPECT_NE(plain, packed);
  const Response same = get(files, "/assets/a-1.js", "br", "\"1\", " + packed);
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, "");
  EXPECT_EQ(header(same, "ETag"), packed);
  EXPECT_EQ(get(files, "/assets/a-1.js", "br", plain).status, 200);
  EXPECT_EQ(header(get(Files(folder_), "/assets/a-1.js"), "ETag"), plain) << "after a restart too";
}

TEST_F(FilesTest, a_path_like_a_page_is_the_first_page) {
  const Files files(folder_);
  for (const char* path : {"/", "/table", "/table/abc-1", "/a/b_c/"})
    EXPECT_EQ(get(files, path).content(), "the page") << path;
}

TEST_F(FilesTest, only_names_that_were_there_at_the_start_are_answered) {
  write(".secret.json", "SECRET");
  write(".git/config.json", "SECRET");
  write("data.db", "SECRET");
  write("unpaired.gz", "SECRET");
  const Files files(folder_);
  write("late.json", "SECRET");
  const std::string outside = folder_.string() + "-outside.json";
  std::ofstream(outside) << "SECRET";
  const std::string name = folder_.filename().string() + "-outside.json";
  for (const std::string& path : {"/../" + name,
                                  "/assets/../../" + name,
                                  "/..%2f" + name,
                                  "/%2e%2e/" + name,
                                  outside,
                                  "/" + outside,
                                  std::string("/.secret.json"),
                                  std::string("/.git/config.json"),
                                  std::string("/data.db"),
                                  std::string("/unpaired.gz"),
                                  std::string("/assets/a-1.js.br"),
                                  std::string("/late.json"),
                                  std::string("//etc/..json"),
                                  std::string("//etc/passwd"),
                                  std::string("//index.html"),
                                  std::string("/./index.html"),
                                  std::string("/assets//a-1.js"),
                                  std::string("/index.html\0.js", 15),
                                  std::string("/index.html\0", 12),
                                  std::string("/assets\\a-1.js"),
                                  "/" + std::string(8000, 'x') + ".json",
                                  "/" + std::string(8000, '.') + "/index.html",
                                  std::string("/%69ndex.html")}) {
    const Response response = get(files, path, "br, gzip");
    EXPECT_EQ(response.status, 404) << path.substr(0, 100);
    EXPECT_EQ(response.content().find("SECRET"), std::string::npos) << path.substr(0, 100);
  }
  fs::remove(outside);
  fs::remove(folder_ / "index.html");
  EXPECT_EQ(get(files, "/").content(), "the page") << "not read again";
}

TEST_F(FilesTest, a_folder_that_is_no_page_is_refused_at_the_start) {
  EXPECT_THROW(Files("/nowhere"), std::runtime_error);
  EXPECT_THROW(Files(folder_ / "index.html"), std::runtime_error);
  std::ofstream(folder_ / "large.txt");
  fs::resize_file(folder_ / "large.txt", (std::size_t{64} << 20U) + 1);
  EXPECT_THROW(Files(folder_.string()), std::runtime_error) << "65 MiB";
  const Files none("");
  EXPECT_EQ(get(none, "/").status, 404);
  EXPECT_NE(get(none, "/").content().find("without the page"), std::string::npos);
}

}  // namespace
}  // namespace hotaka::server
