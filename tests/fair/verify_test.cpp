// Both verifiers, ours and the Python script that was written from docs/fairness.md, on true and on
// spoilt records.

#include "fair/verify.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "support/program.h"

namespace {

using namespace hotaka;

Ran script(const std::vector<std::string>& args) {
  std::string line = "python3 " + shell_quoted(source_path() + "/docs/verify.py");
  for (const auto& arg : args) line.append(" ").append(shell_quoted(arg));
  return run_line(line);
}

std::string simulated(std::vector<std::string> args) {
  args.insert(args.begin(), "simulate");
  args.emplace_back("--fair");
  const Ran ran = run_hotaka(args);
  EXPECT_EQ(ran.status, 0) << ran.out;
  return ran.out;
}

std::string verified(const std::string& text) {
  std::string out;
  fair::verify_text(text, fair::Verifier::Form::words, out);
  return out;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (const auto line : split(text, '\n')) lines.emplace_back(line);
  EXPECT_EQ(lines.back(), "");
  lines.pop_back();
  return lines;
}

// A member of a line of JSON, as text.
std::string member(const std::string& line, std::string_view name) {
  std::string value = "none";
  std::string scratch;
  EXPECT_FALSE(json::check(line)) << line;
  json::Value(line).each_member([&](json::Value key, json::Value found) {
    if (key.string(scratch) == name) value = found.raw();
    return true;
  });
  return value;
}

// Changes one digit, letter or die that stands `offset` behind the given occurrence of `mark`.
std::string changed(std::string text, std::string_view mark, std::size_t offset = 0,
                    int occurrence = 1) {
  std::size_t place = 0;
  for (int i = 0; i < occurrence; ++i) place = text.find(mark, place + 1);
  EXPECT_NE(place, std::string::npos) << mark;
  char& c = text[place + mark.size() + offset];
  c = c == '1' ? '2' : '1';
  return text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

// What stands from `begin` up to `end`, without `end`.
std::string part(const std::string& text, std::string_view begin, std::string_view end) {
  const auto from = text.find(begin);
  EXPECT_NE(from, std::string::npos) << begin;
  return text.substr(from, text.find(end, from + begin.size()) - from);
}

std::string without_secret(const std::string& text) {
  return replaced(text, part(text, ",\"secret\"", "}"), "");
}
std::string first_lines(const std::string& text, std::size_t count) {
  std::string out;
  for (const auto& line : lines_of(text)) {
    if (count-- == 0) break;
    out += line + "\n";
  }
  return out;
}
// The first two different cards behind `mark` change places.
std::string swapped_cards(std::string text, const std::string& mark) {
  const auto end = text.find("]", text.find(mark));
  const auto first = text.find('"', text.find(mark) + mark.size());
  const auto length = text.find('"', first + 1) - first + 1;
  const std::string card = text.substr(first, length);
  auto other = first + length + 1;
  while (text.compare(other, length, card) == 0) other += length + 1;
  const std::string another = text.substr(other, text.find('"', other + 1) - other + 1);
  EXPECT_LT(other, end);
  text.replace(other, another.size(), card);
  return text.replace(first, length, another);
}

const std::vector<std::vector<std::string>> tables{
    {"dragons"},
    {"dragons", "--edition", "huch"},
    {"dragons", "--set", "first=white"},
    {"spirits"},
    {"spirits", "--edition", "russian"},
    {"spirits", "--players", "2"},
    {"spirits", "--players", "2", "--set", "deal=balanced"},
    {"spirits", "--players", "2", "--edition", "russian"},
    {"spirits", "--players", "2", "--edition", "russian", "--set", "deal=shuffled"},
    {"spirits", "--players", "3"},
    {"spirits", "--players", "3", "--set", "deal=balanced"},
    {"spirits", "--players", "4", "--set", "deal=balanced"},
    {"spirits", "--players", "2", "--set", "lead=drawn"},
    {"spirits", "--players", "3", "--set", "lead=drawn"},
    {"spirits", "--players", "4", "--set", "lead=drawn"},
    {"ratuki"},
    {"ratuki", "--players", "3"},
    {"ratuki", "--players", "4"},
    {"ratuki", "--players", "5"}};

TEST(Verify, both_verifiers_find_every_simulated_game_right_in_the_same_words) {
  std::string all;
  for (const auto& table : tables) {
    auto args = table;
    args.insert(args.end(), {"--games", "4", "--seed", "11"});
    all += simulated(args);
  }
  const TemporaryFile file(all);
  EXPECT_EQ(run_hotaka({"replay", file.path()}).status, 0);
  const Ran ours = run_hotaka({"verify", "--json", file.path()});
  const Ran theirs = script({"--json", file.path()});
  EXPECT_EQ(ours.status, 0);
  EXPECT_EQ(theirs.status, 0);
  EXPECT_EQ(ours.out, theirs.out);
  const auto lines = lines_of(ours.out);
  ASSERT_EQ(lines.size(), 4 * tables.size());
  for (const auto& line : lines) {
    EXPECT_EQ(member(line, "verdict"), "\"verified\"") << line;
    EXPECT_NE(member(line, "draws"), "0");
  }
  const Ran words = run_hotaka({"verify", file.path()});
  EXPECT_EQ(words.status, 0);
  EXPECT_TRUE(words.out.ends_with(
      "76 games: 76 verified, 0 wrong, 0 not yet to be verified, 0 without a proof\n"));
  EXPECT_EQ(words.out + "The rules were not checked here; `hotaka verify` checks them, too.\n",
            script({file.path()}).out);
}

TEST(Verify, the_script_leaves_out_words_that_would_favour_small_numbers) {
  // They come once in a billion dice, so no simulated game has one.
  const std::string program =
      "import sys; sys.path.insert(0, sys.argv[1]); from verify import below; "
      "print(below(iter([2**32 - 1, 2**32 - 4, 2**32 - 5, 8]), 6))";
  const Ran ran = run_line("python3 -B -c " + shell_quoted(program) + " " +
                           shell_quoted(source_path() + "/docs"));
  EXPECT_EQ(ran.out, std::to_string((4294967296 - 5) % 6) + "\n");
}

struct Case {
  std::string what;
  std::string record;
  std::string verdict;
};

void add_cases(std::vector<Case>& cases, const std::string& name, const std::string& record) {
  const auto add = [&](const std::string& what, const std::string& text,
                       const std::string& verdict = "wrong") {
    EXPECT_NE(text, record) << name << ", " << what;
    cases.push_back({name + ", " + what, text, verdict});
  };
  cases.push_back({name, record, "verified"});
  add("another secret", changed(record, "\"secret\":\""));
  add("another commitment", changed(record, "\"commit\":\"", 63));
  add("another id", replaced(record, "simulated-", "simulatee-"));
  const std::string seeds = part(record, "\"seeds\":[", "]");
  const auto given = seeds.find_first_of("0123456789abcdef", seeds.find('['));
  ASSERT_NE(given, std::string::npos) << name << " has no seed";
  std::string other = seeds;
  other[given] = other[given] == '1' ? '2' : '1';
  add("another seed", replaced(record, seeds, other));
  add("a seat too many", replaced(record, seeds, seeds + ",\"\""));
  add("no seeds", replaced(record, seeds + "],", ""));
  add("a short secret", replaced(record, "\"secret\":\"", "\"secret\":\"0"));
  add("the secret is missing", without_secret(record));
  add("not over, no secret yet", first_lines(without_secret(record), 6), "no secret");
  add("not over, but the secret is there", first_lines(record, 6), "verified");
  add("no proof", replaced(record, "," + part(record, "\"fair\":", "}") + "}", ""), "no proof");
  add("no proof at all for another version", replaced(record, "\"v\":1", "\"v\":2"));
  add("a key twice", replaced(record, "\"v\":1", "\"v\":1,\"v\":1"));
  add("blanks", replaced(record, "\"fair\":{", "\"fair\" : { "), "verified");
}

TEST(Verify, both_verifiers_say_the_same_of_spoilt_records) {
  std::vector<Case> cases;
  for (const auto& table : tables) {
    std::string name;
    for (const auto& word : table) name += word + " ";
    auto args = table;
    args.insert(args.end(), {"--seed", "12"});
    const std::string record = simulated(args);
    add_cases(cases, name, record);
    if (table[0] == "dragons") {
      cases.push_back({name + ", a die", changed(record, "\"roll\":[", 0, 3), "wrong"});
      cases.push_back({name + ", the other die", changed(record, "\"roll\":[", 2, 2), "wrong"});
      const std::string roll = part(record, "{\"roll\"", "\n") + "\n";
      cases.push_back({name + ", a roll left out", replaced(record, roll, ""), "wrong"});
    } else {
      const std::string mark = table[0] == "spirits" ? "\"deal\":[[" : "\"decks\":[[";
      cases.push_back({name + ", swapped cards", swapped_cards(record, mark), "wrong"});
      if (name.ends_with("3 --set lead=drawn "))
        cases.push_back({name + ", another leader", changed(record, "\"first\":"), "wrong"});
    }
  }
  std::string all;
  for (const auto& one : cases) all += one.record;
  const TemporaryFile file(all);
  const Ran ran = run_hotaka({"verify", "--json", file.path()});
  const Ran other = script({"--json", file.path()});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(other.status, 1);
  const auto ours = lines_of(ran.out);
  const auto theirs = lines_of(other.out);
  ASSERT_EQ(ours.size(), cases.size());
  ASSERT_EQ(theirs.size(), cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string told = cases[i].what + "\n" + ours[i] + "\n" + theirs[i];
    EXPECT_EQ(member(ours[i], "verdict"), "\"" + cases[i].verdict + "\"") << told;
    EXPECT_EQ(member(theirs[i], "verdict"), "\"" + cases[i].verdict + "\"") << told;
    // A roll that is missing is refused by the rules, which the script does not know.
    if (ours[i].find("the dice must be rolled first") == std::string::npos) {
      EXPECT_EQ(member(ours[i], "entry"), member(theirs[i], "entry")) << told;
    }
    if (cases[i].verdict != "wrong") {
      EXPECT_EQ(ours[i], theirs[i]) << cases[i].what;
    }
  }
}

TEST(Verify, a_spoilt_die_or_card_is_named_with_its_place) {
  const std::string dragons = simulated({"dragons", "--seed", "3"});
  const std::string roll = part(dragons, "{\"roll\"", "\n");
  const std::string die = roll.substr(9, 1);
  const std::string wrong = die == "1" ? "2" : "1";
  const std::string told = verified(replaced(dragons, roll, "{\"roll\":[" + wrong + ",5]}"));
  EXPECT_NE(told.find("game 0: WRONG: the commitment matches the secret; entry 2 (line 3): roll[0] "
                      "is " +
                      wrong + " in the record, but the secret and the seeds give " + die),
            std::string::npos)
      << told;
  EXPECT_NE(told.find("not as recorded"), std::string::npos) << told;
  const std::string spirits = simulated({"spirits", "--seed", "3"});
  const std::string first = part(spirits, "\"deal\":[[", ",").substr(9);
  const std::string swapped = verified(swapped_cards(spirits, "\"deal\":[["));
  EXPECT_NE(swapped.find("entry 2 (line 3): deal[0][0] is "), std::string::npos) << swapped;
  EXPECT_NE(swapped.find("the secret and the seeds give " + first), std::string::npos) << swapped;
}

TEST(Verify, blanks_and_escapes_are_no_difference) {
  std::string record = simulated({"ratuki", "--seed", "4"});
  record = replaced(record, "{\"decks\":[[", "{ \"d\\u0065cks\" : [ [ ");
  EXPECT_TRUE(verified(record).starts_with("game 0: the commitment matches the secret; "))
      << verified(record);
}

TEST(Verify, what_breaks_the_rules_is_told_as_well) {
  const std::string record = simulated({"dragons", "--seed", "3"});
  const std::string action = part(record, "{\"seat\"", "\n");
  const std::string told =
      verified(replaced(record, action, "{\"seat\":0,\"do\":\"fly\"}") + record);
  EXPECT_TRUE(
      told.starts_with("game 0: WRONG: the commitment matches the secret; 1 draw of who "
                       "begins and 1 roll recomputed, all as recorded; entry 3 (line 4) is "
                       "refused: \"fly\" is not an action of dragons (the rest of this "
                       "game was not looked at)\ngame 1: the commitment matches"))
      << told;
  EXPECT_TRUE(told.ends_with(
      "2 games: 1 verified, 1 wrong, 0 not yet to be verified, 0 without a proof\n"));
  EXPECT_EQ(verified("nonsense\n").substr(0, 16), "game 0: WRONG: t") << verified("nonsense\n");
  EXPECT_EQ(verified(""),
            "0 games: 0 verified, 0 wrong, 0 not yet to be verified, 0 without a proof\n");
}

TEST(Verify, the_exit_status_is_1_only_if_a_game_is_wrong) {
  const std::string record = simulated({"spirits", "--players", "3", "--seed", "2"});
  const auto both = [](const std::string& text) {
    const TemporaryFile file(text);
    const int ours = run_hotaka({"verify", file.path()}).status;
    EXPECT_EQ(script({file.path()}).status, ours);
    return ours;
  };
  EXPECT_EQ(both(record), 0);
  EXPECT_EQ(both(replaced(record, "\"fair\"", "\"unfair\"")), 0);
  EXPECT_EQ(both(first_lines(without_secret(record), 9)), 0);
  EXPECT_EQ(both(without_secret(record)), 1);
  EXPECT_EQ(both(record + changed(record, "\"secret\":\"") + record), 1);
  EXPECT_EQ(both("{\"hgr\":1,\"hgr\":1}\n"), 1);
  EXPECT_EQ(both("\xff\xfe\n"), 1);
  EXPECT_EQ(both(std::string(300, '[') + "\n"), 1);
  EXPECT_EQ(both(""), 0);
  EXPECT_EQ(run_hotaka({"verify", "/nowhere/at/all"}).status, 1);
  EXPECT_EQ(script({"/nowhere/at/all"}).status, 1);
  EXPECT_EQ(run_hotaka({"verify"}).status, 2);
  EXPECT_EQ(script({}).status, 2);
}

// --- Compared with what somebody noted before the game

// The value of a member of the proof, without quotes.
std::string proof_text(const std::string& record, const std::string& name) {
  const std::string mark = "\"" + name + "\":\"";
  return part(record, mark, "\",").substr(mark.size());
}

std::vector<std::string> seeds_of(const std::string& record) {
  std::vector<std::string> seeds;
  const std::string all = part(record, "\"seeds\":[", "]").substr(9);
  for (const auto seed : split(all, ',')) seeds.emplace_back(seed.substr(1, seed.size() - 2));
  return seeds;
}

// Runs both verifiers, which must agree, and returns what ours did.
Ran compared(const std::string& record, std::vector<std::string> args) {
  const TemporaryFile file(record);
  args.insert(args.begin(), "--json");
  args.push_back(file.path());
  const Ran theirs = script(args);
  args.insert(args.begin(), "verify");
  Ran ours = run_hotaka(args);
  EXPECT_EQ(ours.out, theirs.out);
  EXPECT_EQ(ours.status, theirs.status) << ours.out;
  return ours;
}

TEST(VerifyExpected, a_record_is_compared_with_the_commitment_and_seeds_that_somebody_noted) {
  const std::string record = simulated({"spirits", "--players", "3", "--seed", "2"});
  const std::string commit = proof_text(record, "commit");
  const auto seeds = seeds_of(record);
  ASSERT_EQ(seeds.size(), 4U);
  const Ran all = compared(record, {"--commit", commit, "--seed", "0:" + seeds[0], "--seed",
                                    "1:" + seeds[1], "--seed", "3:"});
  EXPECT_EQ(all.status, 0);
  EXPECT_TRUE(all.out.ends_with(
      "; the commitment is the one that you gave; the seed of seat 0 is the one that you gave; the "
      "seed of seat 1 is the one that you gave; the seed of seat 3 is the one that you gave\"}\n"))
      << all.out;
}

TEST(VerifyExpected, a_record_that_was_written_anew_with_another_secret_is_found) {
  // Both games are in order by themselves, but only one of them was promised.
  const std::string promised = simulated({"dragons", "--seed", "3"});
  const std::string other = simulated({"dragons", "--seed", "4"});
  const TemporaryFile file(other);
  EXPECT_EQ(run_hotaka({"verify", file.path()}).status, 0);
  const std::string commit = proof_text(promised, "commit");
  const Ran ran = compared(other, {"--commit", commit});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(member(lines_of(ran.out)[0], "verdict"), "\"wrong\"");
  EXPECT_NE(ran.out.find("the commitment is " + proof_text(other, "commit") +
                         " in the record, but you gave " + commit),
            std::string::npos)
      << ran.out;
  const Ran seed = compared(promised, {"--commit", commit, "--seed", "0:" + std::string(32, 'a')});
  EXPECT_EQ(seed.status, 1);
  EXPECT_NE(seed.out.find("; the commitment is the one that you gave; the seed of seat 0 is "),
            std::string::npos)
      << seed.out;
  EXPECT_EQ(compared(promised, {"--seed", "2:"}).status, 1) << "dragons has no seat 2";
}

TEST(VerifyExpected, nothing_to_compare_with_is_not_good) {
  const std::string record = simulated({"dragons", "--seed", "3"});
  const std::string commit = proof_text(record, "commit");
  const Ran none = compared(replaced(record, "\"fair\"", "\"unfair\""), {"--commit", commit});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.out.find("there is nothing in it to compare with"), std::string::npos) << none.out;
  EXPECT_EQ(compared("", {"--commit", commit}).status, 1);
  const Ran unfinished = compared(first_lines(without_secret(record), 9), {"--commit", commit});
  EXPECT_EQ(unfinished.status, 1);
  EXPECT_EQ(member(lines_of(unfinished.out)[0], "verdict"), "\"no secret\"");
}

TEST(VerifyExpected, what_is_no_commitment_or_seed_is_a_wrong_call) {
  const std::string seed = std::string(32, 'a');
  const std::vector<std::vector<std::string>> calls{
      {"--commit", ""},
      {"--commit", "abc"},
      {"--commit", std::string(64, 'A')},
      {"--seed", seed},
      {"--seed", "0:abc"},
      {"--seed", "x:" + seed},
      {"--seed", "-1:" + seed},
      {"--seed", "0:" + seed, "--seed", "0:" + seed},
  };
  const TemporaryFile file(simulated({"dragons", "--seed", "3"}));
  for (auto call : calls) {
    const std::string told = call[0] + " " + call[1];
    call.push_back(file.path());
    const Ran theirs = script(call);
    EXPECT_EQ(theirs.status, 2) << told;
    EXPECT_EQ(theirs.out.find("Traceback"), std::string::npos) << told;
    call.insert(call.begin(), "verify");
    const Ran ours = run_hotaka(call);
    EXPECT_EQ(ours.status, 2) << told;
    EXPECT_TRUE(ours.out.starts_with("hotaka: ")) << ours.out;
  }
}

TEST(Verify, the_script_answers_whatever_stands_in_a_record) {
  // Found by changing records at random; each ended the script with a traceback, or is near to one.
  const std::string record = simulated({"dragons", "--seed", "3"});
  const std::string header = lines_of(record)[0] + "\n";
  const std::string deep = std::string(250, '[') + std::string(250, ']');
  std::string all;
  int games = 0;
  for (const std::string value :
       {"\"\\ud800\"", "\"\\udfff\\ud800\"", "NaN", "Infinity", "-1e999", "1.5", "{}", "[[]]",
        "null", "\"\xc3\xa9\"", "\"\xff\"", "99999999999999999999999999", "true",
        "{\"\\ud800\":[\"\\udc00\"]}", "[\"\\ud800\",1]", deep.c_str()}) {
    all.append(header).append("{\"first\":").append(value).append("}\n");
    all.append("{\"hgr\":1,\"game\":").append(value).append("}\n");
    all.append("{\"hgr\":").append(value).append(",\"game\":\"dragons\"}\n");
    all.append("{\"hgr\":1,\"game\":\"dragons\",\"options\":").append(value).append("}\n");
    all.append("{\"hgr\":1,\"game\":\"ratuki\",\"options\":{\"players\":")
        .append(value)
        .append("}}\n");
    all.append("{\"hgr\":1,\"game\":\"dragons\",\"fair\":").append(value).append("}\n");
    games += 6;
    for (const char* name : {"v", "id", "commit", "seeds", "secret"}) {
      const std::string mark = "\"" + std::string(name) + "\":";
      const std::string_view ends = std::string_view(name) == "seeds"    ? ",\"secret"
                                    : std::string_view(name) == "secret" ? "}"
                                                                         : ",\"";
      all += replaced(header, part(header, mark, ends), mark + value);
      ++games;
    }
  }
  const TemporaryFile file(all);
  for (const std::string encoding : {"ascii", "utf-8"}) {
    for (const std::vector<std::string>& args :
         {std::vector<std::string>{file.path()}, {"--json", file.path()}}) {
      std::string line = "PYTHONIOENCODING=" + encoding + " python3 " +
                         shell_quoted(source_path() + "/docs/verify.py");
      for (const auto& arg : args) line.append(" ").append(shell_quoted(arg));
      const Ran ran = run_line(line);
      EXPECT_EQ(ran.status, 1);
      EXPECT_EQ(ran.out.find("Traceback"), std::string::npos) << ran.out;
      EXPECT_GE(lines_of(ran.out).size(), static_cast<std::size_t>(games) / 2) << ran.out;
    }
  }
}

}  // namespace
