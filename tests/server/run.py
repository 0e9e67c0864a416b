#!/usr/bin/env python3
"""Tests of a running server: run.py [--short] [--only WORD].. [--jobs N] [--repeat N] HOTAKA_PROGRAM

--short leaves out what takes long: it is for builds with sanitizers. The last line is: N passed, M failed. Above it is,
for each failed test, the command that runs it alone.
"""
import argparse
import concurrent.futures
import importlib
import os
import pathlib
import shlex
import sys
import time
import traceback

import support


def collect(short):
    for path in sorted(pathlib.Path(__file__).parent.glob("*_test.py")):
        module = importlib.import_module(path.stem)
        for name, test in vars(module).items():
            if name.startswith("test_") and not (short and getattr(test, "is_long", False)):
                yield f"{path.stem}.{name}", test


def select(tests, words):
    """The tests that a word names: exactly, or else as a part of the name."""
    names = [name for name, _ in tests]
    chosen = set()
    for word in words:
        found = [word] if word in names else [name for name in names if word in name]
        if not found:
            sys.exit(f"run.py: no test is named {word!r}")
        chosen.update(found)
    return [test for test in tests if test[0] in chosen]


def run(name, test):
    begun = time.monotonic()
    try:
        test()
        trouble = None
    except BaseException:  # pylint: disable=broad-except
        trouble = traceback.format_exc()
    return name, trouble, time.monotonic() - begun


def command(name, program):
    """Runs one test alone, with the same settings of the sanitizers."""
    settings = [f"{word}={shlex.quote(os.environ[word])}"
                for word in ("ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS") if word in os.environ]
    return " ".join([*settings, "python3", shlex.quote(sys.argv[0]), "--only", name, shlex.quote(str(program))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true", help="leave out the tests that take long")
    parser.add_argument("--only", action="append", metavar="WORD",
                        help="run the test with this name, or all tests with this word in their names; may be repeated")
    parser.add_argument("--jobs", type=int, default=3, metavar="N", help="run this many tests in parallel (3)")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="run each test this many times (1)")
    parser.add_argument("program", type=pathlib.Path)
    given = parser.parse_args()
    if not given.program.is_file():
        sys.exit(f"run.py: there is no {given.program}: build it with script/build release hotaka")
    if given.jobs < 1 or given.repeat < 1:
        sys.exit("run.py: --jobs and --repeat must be at least 1")
    support.PROGRAM = str(given.program.resolve())
    tests = list(collect(given.short))
    if given.only:
        tests = select(tests, given.only)
    # Those that take longest start first, so that the others fill the gaps.
    tests.sort(key=lambda one: (not getattr(one[1], "is_long", False), not getattr(one[1], "is_early", False)))
    tests *= given.repeat
    failures = {}  # how often, by name
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, *test) for test in tests]):
            name, trouble, seconds = done.result()
            print(f"{'FAILED' if trouble else 'ok'}  {name}  ({seconds:.1f} s)", flush=True)
            if trouble:
                failures[name] = failures.get(name, 0) + 1
                print(trouble, flush=True)
    for name, times in sorted(failures.items()):
        count = f" ({times} of {given.repeat} times)" if given.repeat > 1 else ""
        print(f"failed: {name}{count}   alone: {command(name, given.program)}")
    failed = sum(failures.values())
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not tests else 0)


if __name__ == "__main__":
    main()
