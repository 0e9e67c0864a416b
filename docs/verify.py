#!/usr/bin/env python3
"""Recomputes every die and deal of Hotaka game records, as docs/fairness.md describes it.

    python3 verify.py [--json] [--commit HEX] [--seed SEAT:HEX].. FILE        (- reads standard input)

A record alone proves that it agrees with itself: with --commit, the commitment that you were shown
before the game, and --seed, what your own device sent (seats count from 0), it is compared with them.
It needs Python 3.8 or newer and nothing else, and shares no code with the program `hotaka`.
It knows how chance is drawn, not the rules: whether the moves were legal is what `hotaka replay`
and `hotaka verify` check. The exit status is 0 if no game is wrong (with --commit or --seed: if every
game is verified, and there is one), 1 if one is, 2 for a wrong call.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys

CHANCE = {"dragons": ("first", "roll"), "spirits": ("dealer", "first", "deal"), "ratuki": ("decks",)}
WORDS = {
    "first": ("draw of who begins", "draws of who begins"),
    "roll": ("roll", "rolls"),
    "dealer": ("draw of the dealer", "draws of the dealer"),
    "deal": ("deal", "deals"),
    "decks": ("deal of decks", "deals of decks"),
}
CLAN = "13 14 15 16 17 21 31 41 51 61 X1 X2 X3 FU".split()
SPIRITS = [clan + card for clan in "YR" for card in CLAN]
RATUKI = (
    "1n 1n 1d 1d 1w 1r 1h 2n 2n 2d 2d 2w 2w 2r 2h 3n 3n 3d 3d 3w 3w 3r 3h "
    "4n 4d 4w 4r 4h 5n 5d 5w 5r 5h * *"
).split()


class Wrong(Exception):
    """A sentence that says what is wrong with a record."""


# --- From the secret and the seeds to choices


def game_key(secret, game_id, seeds):
    message = b"hotaka-fair-1" + game_id.encode("ascii")
    for seed in seeds:
        message += bytes([len(seed)]) + seed
    return hmac.new(secret, message, hashlib.sha256).digest()


def words_of_draw(key, number):
    block = 0
    while True:
        message = number.to_bytes(8, "big") + block.to_bytes(4, "big")
        digest = hmac.new(key, message, hashlib.sha256).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def below(words, m):
    limit = 2**32 // m * m
    for word in words:
        if word < limit:
            return word % m


def shuffle(items, words):
    for i in range(len(items) - 1, 0, -1):
        j = below(words, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


# --- From choices to chance entries


class Game:
    """What the header says about the game, as far as chance depends on it."""

    def __init__(self, header):
        self.name = header.get("game")
        if not isinstance(self.name, str) or self.name not in CHANCE:
            raise Wrong("there is no such game: %s" % text_of(self.name))
        options = header.get("options", {})
        if not isinstance(options, dict):
            raise Wrong("options must be an object")
        usual, allowed = {"dragons": (2, (2,)), "spirits": (4, (2, 3, 4)), "ratuki": (2, (2, 3, 4, 5))}[self.name]
        self.players = options.get("players", usual)
        if type(self.players) is not int or self.players not in allowed:
            raise Wrong("%s cannot be played by %s players" % (self.name, text_of(self.players)))
        self.seats = 4 if (self.name, self.players) == ("spirits", 3) else self.players
        by_edition = "balanced" if header.get("edition") == "russian" else "shuffled"
        self.balanced = options.get("deal", by_edition) == "balanced" and self.players == 2

    def draw(self, key, words):
        if key == "first":
            return below(words, self.players)
        if key == "roll":
            return [1 + below(words, 6), 1 + below(words, 6)]
        if key == "dealer":
            return below(words, self.seats)
        if key == "decks":
            return [shuffle(list(RATUKI), words) for _ in range(self.seats)]
        if self.balanced:
            yellow = shuffle(SPIRITS[:14], words)
            red = shuffle(SPIRITS[14:], words)
            return [shuffle(yellow[:7] + red[:7], words), shuffle(yellow[7:] + red[7:], words)]
        cards = shuffle(list(SPIRITS), words)
        each = 28 // self.seats
        return [cards[seat * each : (seat + 1) * each] for seat in range(self.seats)]


def text_of(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def difference(path, recorded, drawn):
    """The first place where two values differ, in words; nothing if they are the same."""
    if text_of(recorded) == text_of(drawn):
        return None
    if isinstance(recorded, list) and isinstance(drawn, list):
        for place, (ours, theirs) in enumerate(zip(recorded, drawn)):
            found = difference("%s[%d]" % (path, place), ours, theirs)
            if found:
                return found
    return "%s is %s in the record, but the secret and the seeds give %s" % (
        path, text_of(recorded), text_of(drawn))


# --- The proof in the header


def from_hex(text, size, what):
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{%d}" % (2 * size), text):
        raise Wrong("%s must be %d hexadecimal digits (0 to 9, a to f)" % (what, 2 * size))
    return bytes.fromhex(text)


class Proof:
    def __init__(self, fair, game):
        if not isinstance(fair, dict):
            raise Wrong("fair must be an object")
        if type(fair.get("v")) is not int or fair["v"] != 1:
            raise Wrong("v must be 1: this script knows version 1 of proofs")
        self.id = fair.get("id")
        if not isinstance(self.id, str) or not re.fullmatch("[!-~]{1,64}", self.id):
            raise Wrong("id must be 1 to 64 plain characters without blanks")
        self.commit = from_hex(fair.get("commit"), 32, "commit")
        seeds = fair.get("seeds")
        if not isinstance(seeds, list) or len(seeds) != game.seats:
            raise Wrong("seeds must have one text for each of the %d seats" % game.seats)
        self.seeds = [b"" if seed == "" else from_hex(seed, 16, "the seed of seat %d" % seat)
                      for seat, seed in enumerate(seeds)]
        if game.name == "spirits" and game.players == 3 and self.seeds[3]:
            raise Wrong("nobody sits in seat 3, so its seed must be empty")
        self.secret = from_hex(fair["secret"], 32, "secret") if "secret" in fair else None


# --- What somebody noted before the game


class Expected:
    def __init__(self, commit, seeds):
        self.commit = None if commit is None else from_hex(commit, 32, "--commit")
        self.seeds = {}
        for text in seeds:
            seat, colon, seed = text.partition(":")
            if not colon or not re.fullmatch("[0-9]", seat):
                raise Wrong("--seed %s must be SEAT:HEX; seats count from 0" % text)
            if int(seat) in self.seeds:
                raise Wrong("--seed %s is the second seed for this seat: give one for each seat" % text)
            self.seeds[int(seat)] = from_hex(seed, 16, "the seed in --seed " + text) if seed else b""

    def given(self):
        return self.commit is not None or bool(self.seeds)

    def compare(self, proof):
        """What is as it was given, and what is not, in words."""
        same, different = [], []
        if self.commit is not None and self.commit == proof.commit:
            same.append("the commitment is the one that you gave")
        elif self.commit is not None:
            different.append("the commitment is %s in the record, but you gave %s"
                             % (proof.commit.hex(), self.commit.hex()))
        for seat, seed in self.seeds.items():
            if seat >= len(proof.seeds):
                different.append("there is no seat %d, for which you gave a seed" % seat)
            elif proof.seeds[seat] == seed:
                same.append("the seed of seat %d is the one that you gave" % seat)
            else:
                different.append("the seed of seat %d is %s in the record, but you gave %s"
                                 % (seat, proof.seeds[seat].hex() or "empty", seed.hex() or "empty"))
        return same, different


# --- Reading a file

# Deeper than any record, and far from where Python's own recursion ends.
DEEPEST = 200


def check_depth(value, levels=DEEPEST):
    if isinstance(value, (dict, list)):
        if levels == 0:
            raise ValueError("lists and objects are nested deeper than %d levels" % DEEPEST)
        for element in value.values() if isinstance(value, dict) else value:
            check_depth(element, levels - 1)


def read_line(line):
    """The members of a line, and what is wrong with it."""
    twice = []

    def members_of(pairs):
        if len(dict(pairs)) != len(pairs):
            twice.append(True)
        return dict(pairs)

    try:
        members = json.loads(line.decode("utf-8"), object_pairs_hook=members_of)
        check_depth(members)
    except (ValueError, RecursionError) as why:
        return {}, str(why)
    if not isinstance(members, dict):
        return {}, "it is no JSON object"
    return members, "a key is given twice" if twice else None


class Verification:
    """One game of the file, line by line."""

    def __init__(self, number):
        self.number = number
        self.game = self.proof = self.key = None
        self.counts = dict.fromkeys(WORDS, 0)
        self.draws = self.differing = 0
        self.entry = None  # of the first difference
        self.over = False
        self.has_proof = False
        self.wrong = []

    def header(self, header):
        if type(header["hgr"]) is not int or header["hgr"] != 1:
            raise Wrong("hgr must be 1")
        self.game = Game(header)
        if "fair" not in header:
            return
        self.has_proof = True
        try:
            self.proof = Proof(header["fair"], self.game)
        except Wrong as why:
            raise Wrong("the proof cannot be used: %s" % why)
        if self.proof.secret is not None:
            self.key = game_key(self.proof.secret, self.proof.id, self.proof.seeds)

    def line(self, members, place, entry):
        self.over = self.over or "result" in members or "end" in members
        for key in WORDS:
            if key in members and self.key is not None:
                self.chance(key, members[key], place, entry)

    def chance(self, key, recorded, place, entry):
        if key not in CHANCE[self.game.name]:
            self.wrong.append("%s: %s has no chance entry %s" % (place, self.game.name, key))
            return
        drawn = self.game.draw(key, words_of_draw(self.key, self.draws))
        self.draws += 1
        self.counts[key] += 1
        found = difference(key, recorded, drawn)
        if found:
            self.differing += 1
            if self.entry is None:
                self.entry = entry
                self.wrong.append("%s: %s" % (place, found))

    def told(self, expected):
        """The verdict, and the words for it."""
        verdict, words = self.verdict()
        if not expected.given():
            return verdict, words
        if self.proof is None:
            different = ["there is nothing in it to compare with the commitment or the seeds that you gave"]
            same = []
        else:
            same, different = expected.compare(self.proof)
        return "wrong" if different else verdict, "; ".join([words] + same + different)

    def verdict(self):
        wrong = list(self.wrong)
        if self.proof is None:
            if wrong:
                return "wrong", "; ".join(wrong)
            return "no proof", "the record carries no proof of its dice and deals"
        if self.key is None:
            if self.over:
                wrong.insert(0, "the game is over, but its secret is missing, so nothing can be recomputed")
            if wrong:
                return "wrong", "; ".join(wrong)
            return "no secret", "the secret is not published yet, so nothing can be recomputed"
        holds = hashlib.sha256(self.proof.secret).digest() == self.proof.commit
        said = ["the commitment matches the secret" if holds else "the commitment does not match the secret"]
        said += wrong
        drawn = " and ".join("%d %s" % (count, WORDS[key][0 if count == 1 else 1])
                             for key, count in self.counts.items() if count)
        if not self.draws:
            said.append("there is no chance entry to recompute")
        elif self.differing:
            said.append("%s recomputed, %d not as recorded" % (drawn, self.differing))
        else:
            said.append("%s recomputed, all as recorded" % drawn)
        return "verified" if holds and not wrong else "wrong", "; ".join(said)


def games_of(lines):
    """Reads all lines and yields a Verification for each game."""
    game = None
    entry = 0
    for number, line in enumerate(lines, 1):
        if not line.strip(b" \t\r\n"):
            continue
        members, problem = read_line(line)
        if game is None or "hgr" in members:
            if game is not None:
                yield game
            game = Verification(0 if game is None else game.number + 1)
            entry = -1
        entry += 1
        place = "entry %d (line %d)" % (entry, number)
        try:
            if problem is not None:
                raise Wrong("%s cannot be read: %s" % (place, problem))
            if entry == 0 and "hgr" not in members:
                raise Wrong("%s: a record begins with a header" % place)
            if entry == 0:
                game.header(members)
            else:
                game.line(members, place, entry)
        except Wrong as why:
            game.wrong.append(str(why))
    if game is not None:
        yield game


def main(arguments):
    parser = argparse.ArgumentParser(prog="verify.py", description=__doc__, add_help=True, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--commit", metavar="HEX")
    parser.add_argument("--seed", metavar="SEAT:HEX", action="append", default=[])
    parser.add_argument("file", metavar="FILE")
    given = parser.parse_args(arguments)
    try:
        expected = Expected(given.commit, given.seed)
    except Wrong as why:
        parser.error(str(why))
    # Half a character (JSON's "\\ud800") can be printed, and any where the terminal knows only ASCII.
    sys.stdout.reconfigure(errors="backslashreplace")
    as_json = given.json
    sums = dict.fromkeys(("verified", "wrong", "no secret", "no proof"), 0)
    try:
        with sys.stdin.buffer if given.file == "-" else open(given.file, "rb") as lines:
            for game in games_of(lines):
                verdict, words = game.told(expected)
                sums[verdict] += 1
                if as_json:
                    answer = {"game": game.number, "verdict": verdict, "draws": game.draws,
                              "differing": game.differing}
                    if game.entry is not None:
                        answer["entry"] = game.entry
                    print(json.dumps({**answer, "words": words}, separators=(",", ":")))
                else:
                    print("game %d: %s%s" % (game.number, "WRONG: " if verdict == "wrong" else "", words))
    except OSError as why:
        print("verify.py: %s" % why, file=sys.stderr)
        return 1
    if not as_json:
        games = sum(sums.values())
        print("%d %s: %d verified, %d wrong, %d not yet to be verified, %d without a proof"
              % (games, "game" if games == 1 else "games", *sums.values()))
        print("The rules were not checked here; `hotaka verify` checks them, too.")
    if expected.given():
        return 0 if sums["verified"] == sum(sums.values()) > 0 else 1
    return 1 if sums["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
