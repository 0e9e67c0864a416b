#!/usr/bin/env python3
"""Runs the fuzzers of a build folder.

  run.py BUILD [TARGET..]                     the kept inputs and mutations of them from a fixed seed
  run.py BUILD --seconds N [--keep] [TARGET..]  a search with a random seed, guided by coverage

Targets are record, position, wire and chain. The first form tries the same inputs on every machine and for
every version of the code, so it fails only if the code's answer to them has changed. The search
begins with what earlier searches found; --keep adds what it found to the kept inputs.
"""
import argparse
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FOUND = ROOT / "build" / "fuzz"  # crashing inputs and what searches found
# Mutations per target; each takes about ten seconds with sanitizers.
MUTATIONS = {"record": 12000, "position": 40000, "wire": 3000, "chain": 1000}
MAX_LENGTH = 4096


def kept_inputs(target):
    """Inputs written by hand or found broken once, then the packed ones that searches found."""
    inputs = [path.read_bytes() for path in sorted((HERE / target).iterdir())]
    packed = HERE / f"{target}.zip"
    if packed.exists():
        with zipfile.ZipFile(packed) as archive:
            inputs += [archive.read(name) for name in sorted(archive.namelist())]
    return inputs


def dictionary():
    """The words of words.dict, in which \\" stands for a quotation mark."""
    lines = (HERE / "words.dict").read_text(encoding="ascii").splitlines()
    return [line[1:-1].replace('\\"', '"').encode() for line in lines if line.startswith('"')]


def mutate(rng, inputs, words):
    text = bytearray(rng.choice(inputs))
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(text))
        span = slice(at, at + rng.choice((1, 1, 2, 4, 16, 64)))
        kind = rng.randrange(6)
        if kind == 0:
            text[span] = b""
        elif kind == 1:
            text[span] = bytes(rng.randrange(256) for _ in text[span])
        elif kind == 2:
            text[at:at] = rng.choice(words)
        elif kind == 3:
            text[at:at] = text[span]
        elif kind == 4:
            text[at:at] = rng.choice((b"0", b"1", b"-", b"9", b"255", b"-1", b"4294967296", b" ", b"\n"))
        else:
            other = rng.choice(inputs)
            text[span] = other[at:at + 64]
    return bytes(text[:MAX_LENGTH])


def run_fuzzer(build, target, folders, *flags):
    """Returns whether no input broke anything. A timeout only ends what hangs."""
    FOUND.mkdir(parents=True, exist_ok=True)
    command = [build / f"fuzz_{target}", "-timeout=300", "-rss_limit_mb=2048", f"-max_len={MAX_LENGTH}",
               f"-artifact_prefix={FOUND}/{target}-", *flags, *folders]
    print(" ".join(str(word) for word in command), flush=True)
    return subprocess.run(command, check=False).returncode == 0


def try_fixed(build, target):
    """Tries the kept inputs and their mutations; returns how many inputs there were, or None if one failed."""
    inputs = kept_inputs(target)
    words = dictionary()
    rng = random.Random(f"hotaka {target}")
    with tempfile.TemporaryDirectory(prefix="hotaka-fuzz-") as folder:
        mutations = [mutate(rng, inputs, words) for _ in range(MUTATIONS[target])]
        for number, text in enumerate(inputs + mutations):
            pathlib.Path(folder, f"{number:06}").write_bytes(text)
        # -runs=0: only the files, nothing that depends on coverage or on a clock
        return len(inputs) + len(mutations) if run_fuzzer(build, target, [folder], "-runs=0") else None


def search(build, target, seconds, keep):
    found = FOUND / target
    found.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(kept_inputs(target)):
        (found / f"kept-{number:06}").write_bytes(text)
    good = run_fuzzer(build, target, [found], f"-max_total_time={seconds}", "-print_final_stats=1",
                      f"-dict={HERE / 'words.dict'}")
    if good and keep:
        with tempfile.TemporaryDirectory(prefix="hotaka-fuzz-") as merged:
            good = run_fuzzer(build, target, [merged, HERE / target, found], "-merge=1")
            pack(target, sorted(path.read_bytes() for path in pathlib.Path(merged).iterdir()))
        shutil.rmtree(found)
    return good


def pack(target, inputs):
    with zipfile.ZipFile(HERE / f"{target}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for number, text in enumerate(inputs):
            archive.writestr(zipfile.ZipInfo(f"{number:04}"), text, zipfile.ZIP_DEFLATED, 9)
    print(f"{target}.zip holds {len(inputs)} inputs")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="a folder with fuzz_record and the others, such as build/debug")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="record, position, wire or chain; all if none is given")
    parser.add_argument("--seconds", type=int, help="search for this long per target")
    parser.add_argument("--keep", action="store_true", help="add what the search found to the kept inputs")
    args = parser.parse_args()
    for target in args.targets:
        if target not in MUTATIONS:
            parser.error(f"there is no target {target}; there are {', '.join(MUTATIONS)}")
    failed = []
    for target in args.targets or MUTATIONS:
        if args.seconds is not None:
            good = search(args.build, target, args.seconds, args.keep)
        else:
            count = try_fixed(args.build, target)
            good = count is not None
            if good:
                print(f"ok  {target}: {count} inputs")
        if not good:
            failed.append(target)
    for target in failed:
        print(f"failed: fuzzing {target}; the input is the newest build/fuzz/{target}-*, see above")
        print(f"  alone: {args.build}/fuzz_{target} INPUT, or tests/fuzz/run.py {args.build} {target}")
    print(f"{len(args.targets or MUTATIONS) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
