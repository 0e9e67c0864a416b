#!/usr/bin/env python3
"""Hotaka as other projects meet it: run.py BUILD

Installs BUILD into a temporary folder, builds a project that uses it, and checks what the version says. The last line
is: N passed, M failed.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CORE = ["base", "games", "record", "fair", "bots", "table", "wire", "runner"]


def run(*words, cwd=None):
    """Runs a program and returns what it printed; fails if it does."""
    ran = subprocess.run([str(word) for word in words], cwd=cwd, check=False, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT)
    assert ran.returncode == 0, f"{' '.join(map(str, words))}\n{ran.stdout}"
    return ran.stdout


def test_an_installed_library_is_found_and_plays(build, folder):
    run("cmake", "--install", build, "--prefix", folder / "installed")
    (folder / "use").mkdir()
    readme = re.search(r"```cpp\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S).group(1)
    (folder / "use" / "readme.cpp").write_text(readme, encoding="utf-8")
    run("cmake", "-S", HERE, "-B", folder / "use", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder / 'installed'}")
    run("cmake", "--build", folder / "use")
    said = run(folder / "use" / "consumer")
    assert re.fullmatch(r"(White|Black) won after \d+ actions\n", said), said
    run(folder / "use" / "readme")
    said = run(folder / "installed" / "bin" / "hotaka", "--help")
    assert "Hotaka" in said, said


def test_headers_are_below_one_folder_and_include_each_other_there(build, folder):
    run("cmake", "--install", build, "--prefix", folder, "--component", "library")
    assert [path.name for path in (folder / "include").iterdir()] == ["hotaka"]
    assert sorted(path.name for path in (folder / "include" / "hotaka").iterdir()) == sorted(CORE)
    for header in (folder / "include").rglob("*.h"):
        for included in re.findall(r'^#include "(.*)"', header.read_text(encoding="utf-8"), re.M):
            assert (folder / "include" / included).is_file(), f"{header} includes {included}"
    assert not (folder / "bin").exists(), "the library comes without the program"


def test_the_rules_need_no_other_library(_, folder):
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON"
               for name in ("PostgreSQL", "SQLite3", "CLI11", "fmt", "GTest", "Threads")]
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DHOTAKA_BUILD_SERVER=OFF", "-DHOTAKA_BUILD_CLI=OFF",
        *without)
    targets = run("cmake", "--build", folder, "--target", "help")
    assert "hotaka_runner" in targets and "hotaka_tests" not in targets, targets


def test_the_program_needs_no_database_without_the_server(_, folder):
    without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in ("PostgreSQL", "SQLite3", "GTest")]
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DHOTAKA_BUILD_SERVER=OFF", *without)
    commands = run("ninja", "-C", folder, "-t", "commands", "hotaka")
    assert "cli/main.cpp" in commands and "cli/server" not in commands, commands


def test_a_part_of_another_project_leaves_its_settings_alone(_, folder):
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(other LANGUAGES CXX)\n"
        f"add_subdirectory({ROOT} hotaka)\nadd_executable(other other.cpp)\n"
        "target_link_libraries(other PRIVATE hotaka::games)\n", encoding="utf-8")
    (folder / "other.cpp").write_text("int main() {}\n", encoding="utf-8")
    run("cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja")
    commands = run("ninja", "-C", folder / "build", "-t", "commands", "other")
    assert "-Werror" not in commands and "ccache" not in commands and "mold" not in commands, commands
    assert "hotaka_server" not in (folder / "build" / "build.ninja").read_text(encoding="utf-8")


def version_of(source, folder):
    """What the version file says of a source tree, and when it was written."""
    out = folder / "version.cpp"
    run("cmake", f"-DOUT={out}", "-DVERSION=1.2.3", f"-DSOURCE={source}", "-P", ROOT / "cmake" / "write_version.cmake")
    return re.search(r'"hotaka 1.2.3 \(commit (.*)\)"', out.read_text(encoding="utf-8")).group(1), out.stat().st_mtime_ns


def test_the_version_names_the_commit_and_marks_changes(_, folder):
    source = folder / "source"
    (source / "cmake").mkdir(parents=True)
    for name in (".gitattributes", "cmake/commit.txt"):
        shutil.copy(ROOT / name, source / name)
    assert version_of(source, folder)[0] == "unknown", "neither a clone nor an archive"

    def git(*words):
        return run("git", "-c", "user.name=Test", "-c", "user.email=test@example.org", *words, cwd=source)

    git("init", "--quiet")
    assert version_of(source, folder)[0] == "unknown", "no commit yet"
    git("add", ".")
    git("commit", "--quiet", "--message", "test: begin")
    git("tag", "v9")
    commit = git("rev-parse", "--short=7", "HEAD").strip()
    clean, written = version_of(source, folder)
    assert clean == commit, clean
    assert version_of(source, folder)[1] == written, "written again although nothing has changed"
    run("git", "archive", "--output", folder / "source.tar", "HEAD", cwd=source)
    (source / ".gitattributes").write_text("", encoding="utf-8")
    assert version_of(source, folder)[0] == f"{commit}, changed"
    (source / "archive").mkdir()  # inside a clone, whose commit is not the archive's
    run("tar", "-xf", folder / "source.tar", "-C", source / "archive")
    git("commit", "--quiet", "--all", "--message", "test: change")
    assert version_of(source / "archive", folder)[0] == commit


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_")]
    failed = 0
    for name, test in tests:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="hotaka-consumer-"))
        try:
            test(build, folder)
            print(f"ok  {name}", flush=True)
        except Exception as trouble:  # pylint: disable=broad-except
            failed += 1
            print(f"{trouble}\nfailed: {name}", flush=True)
        finally:
            shutil.rmtree(folder)
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
