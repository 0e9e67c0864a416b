#!/usr/bin/env python3
"""Runs the parts of the test suite, two at a time; see script/test."""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / "build" / "logs"
TIMES = LOGS / "times.json"
# Each part may use all cores, but most of them wait a good part of their time. Two bound the memory to
# about 3 GB: two compilers of a sanitizer build, two browsers and a server.
AT_A_TIME = 2
HANGS = 40 * 60  # seconds after which a part is ended


@dataclasses.dataclass(frozen=True)
class Format:
    """How the output of a part counts; without a count it is one test."""
    passed: str = r"^(?:.*: )?(\d+) passed, \d+ failed$"
    failed: str = r"^(?:failed|FAILED): (.*)"  # what failed
    alone: str = ""  # how to run that alone, with {0} for it and {1} for the command; "" if the log says so


FORMATS = {
    "sum": Format(),
    "gtest": Format(passed=r"^\[  PASSED  \] (\d+) tests?",
                    failed=r"^\[  FAILED  \] (\S+?)(?:, where .*)?(?: \(\d+ ms\))?$",
                    alone="{1} --gtest_filter='{0}'"),
    "vitest": Format(passed=r"^ *Tests .*?(\d+) passed", failed=r"^ *FAIL +\S+ > (.*)", alone="{1} -- -t '{0}'"),
}


@dataclasses.dataclass(frozen=True)
class Part:
    """An entry of parts.json, which explains the members."""
    name: str
    command: str
    build: str = "release"
    needs: tuple = ()
    labels: tuple = ()
    format: str = "sum"
    environment: dict = dataclasses.field(default_factory=dict)
    why: str = ""

    @property
    def fast(self):
        return "fast" in self.labels

    @property
    def line(self):
        """The command for the shell."""
        settings = [f"{name}={shlex.quote(value)}" for name, value in self.environment.items()]
        return " ".join([*settings, self.command.replace("{build}", f"build/{self.build}")])


PARTS = [Part(**part) for part in json.loads((ROOT / "tests" / "parts.json").read_text(encoding="utf-8"))[1:]]
BY_NAME = {part.name: part for part in PARTS}


@dataclasses.dataclass
class Result:
    part: Part
    status: int
    seconds: float
    passed: int = 0
    failed: int = 0
    names: list = dataclasses.field(default_factory=list)  # what failed

    def read(self):
        """Takes the counts and the names of what failed from the log."""
        text = re.sub(r"\x1b\[[0-9;]*m", "", log_of(self.part).read_text(encoding="utf-8", errors="replace"))
        counts = re.findall(FORMATS[self.part.format].passed, text, re.M)
        self.names = list(dict.fromkeys(re.findall(FORMATS[self.part.format].failed, text, re.M))) if self.status else []
        self.passed = int(counts[-1]) if counts else int(self.status == 0)
        self.failed = max(1, len(self.names)) if self.status else 0
        return self


def log_of(part):
    return LOGS / f"{part.name}.log"


def with_needs(names):
    """These parts and all that they need, in the order of PARTS."""
    wanted = set(names)
    while more := {need for name in wanted for need in BY_NAME[name].needs} - wanted:
        wanted |= more
    return [part for part in PARTS if part.name in wanted]


class Runner:
    """Runs parts in processes of their own, whose output goes to a log each."""

    def __init__(self):
        self.processes = set()

    def run(self, part):
        begun = time.monotonic()
        with open(log_of(part), "wb") as log:
            process = subprocess.Popen(["bash", "-c", part.line], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            self.processes.add(process)
            try:
                status = process.wait(HANGS)
            except subprocess.TimeoutExpired:
                self.end(process)
                log.write(f"\nfailed: ended after {HANGS // 60} minutes\n".encode())
                status = -1
            self.processes.discard(process)
        return Result(part, status, time.monotonic() - begun).read()

    @staticmethod
    def end(process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def end_all(self):
        for process in list(self.processes):
            self.end(process)


def tell(result):
    word = "" if result.status == 0 else "  FAILED"
    print(f"{result.part.name:<18}{result.passed:>5} passed, {result.failed} failed  ({result.seconds:.0f} s){word}",
          flush=True)


def explain(result):
    """What failed, and how to run that alone; the end of the log if it names nothing."""
    print(f"\n{result.part.name} failed; all of its output is in {log_of(result.part).relative_to(ROOT)}")
    if not result.names:
        lines = log_of(result.part).read_text(encoding="utf-8", errors="replace").rstrip().splitlines()
        print("\n".join("  | " + line for line in lines[-40:]))
    for name in result.names[:20]:
        print(f"  failed: {name}")
        if alone := FORMATS[result.part.format].alone:
            print(f"    alone: {alone.format(name, result.part.line)}")
    print(f"  this part: script/test {result.part.name}")


def run_all(parts):
    """Runs the parts, each when what it needs has passed. Returns the results and what could not run."""
    runner = Runner()
    waiting = list(parts)
    running = {}
    results = {}
    try:
        with concurrent.futures.ThreadPoolExecutor(AT_A_TIME) as pool:
            while True:
                for part in list(waiting):
                    ready = all(need in results and results[need].status == 0 for need in part.needs)
                    if ready and len(running) < AT_A_TIME:
                        waiting.remove(part)
                        running[pool.submit(runner.run, part)] = part
                if not running:
                    return list(results.values()), waiting
                for done in concurrent.futures.wait(running, return_when="FIRST_COMPLETED").done:
                    result = done.result()
                    results[running.pop(done).name] = result
                    tell(result)
    except BaseException:
        runner.end_all()
        raise


def last_times():
    try:
        return json.loads(TIMES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def list_parts():
    times = last_times()
    for part in PARTS:
        seconds = f"{times[part.name]:.0f} s" if part.name in times else "-"
        fast = "fast" if part.fast else ""
        needs = "needs " + ", ".join(part.needs) if part.needs else ""
        print(f"{part.name:<18}{seconds:>7}  {fast:<6}{needs}".rstrip())


def main():
    parser = argparse.ArgumentParser(prog="script/test", description="Builds and runs the tests.")
    parser.add_argument("parts", nargs="*", metavar="PART", help="run only this part and the builds it needs")
    parser.add_argument("--fast", action="store_true", help="for the inner loop: under a minute when built")
    parser.add_argument("--list", action="store_true", help="name the parts, with the time that each took last")
    args = parser.parse_args()
    LOGS.mkdir(parents=True, exist_ok=True)
    if args.list:
        return list_parts()
    for name in args.parts:
        if name not in BY_NAME:
            parser.error(f"there is no part {name}; script/test --list names them")
    names = set(args.parts) | {part.name for part in PARTS if part.fast and args.fast}
    begun = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    results, skipped = run_all(with_needs(names) if names else PARTS)
    TIMES.write_text(json.dumps(last_times() | {done.part.name: done.seconds for done in results}), encoding="utf-8")
    for result in results:
        if result.status != 0:
            explain(result)
    for part in skipped:
        print(f"not run: {part.name}, because it needs {' and '.join(part.needs)}")
    passed = sum(result.passed for result in results)
    failed = sum(result.failed for result in results)
    print(f"\n{(time.monotonic() - begun) / 60:.1f} minutes")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("stopped")
