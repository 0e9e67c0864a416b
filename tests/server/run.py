#!/usr/bin/env python3
"""Tests of a running server: run.py [--short] [--only WORD] HOTAKA_PROGRAM

--short leaves out what takes long: it is for builds with sanitizers. Prints N passed, M failed.
"""
import argparse
import concurrent.futures
import importlib
import pathlib
import sys
import time
import traceback

import support

AT_ONCE = 3


def collect(short, only):
    for path in sorted(pathlib.Path(__file__).parent.glob("*_test.py")):
        module = importlib.import_module(path.stem)
        for name, test in vars(module).items():
            if not name.startswith("test_") or (only and only not in f"{path.stem}.{name}"):
                continue
            if short and getattr(test, "is_long", False):
                continue
            yield f"{path.stem}.{name}", test


def run(name, test):
    begun = time.monotonic()
    try:
        test()
        trouble = None
    except BaseException:  # pylint: disable=broad-except
        trouble = traceback.format_exc()
    return name, trouble, time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("program", type=pathlib.Path)
    given = parser.parse_args()
    support.PROGRAM = str(given.program.resolve())
    tests = sorted(collect(given.short, given.only), key=lambda one: not getattr(one[1], "is_long", False))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for done in concurrent.futures.as_completed([pool.submit(run, *test) for test in tests]):
            name, trouble, seconds = done.result()
            print(f"{'FAILED' if trouble else 'ok'}  {name}  ({seconds:.1f} s)", flush=True)
            if trouble:
                failed += 1
                print(trouble, flush=True)
    print(f"{len(tests) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not tests else 0)


if __name__ == "__main__":
    main()
