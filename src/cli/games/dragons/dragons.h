#pragma once
// What this program does with dragons.

#include <memory>
#include <string>

#include "bots/dragons/net.h"
#include "cli/analysis/analyze.h"
#include "cli/arena/compete.h"
#include "cli/play/play.h"
#include "games/dragons/dragons.h"

namespace hotaka::cli {

int play_dragons(const PlayArgs& given, std::string& record);

int analyze_dragons_position(const AnalyzeArgs& given);
std::unique_ptr<RecordAnalysis> analyze_dragons_record();

MakePairTable dragons_pairs(const dragons::Options& options, const MatchPlan& plan,
                            const Entrant& a, const Entrant& b,
                            const std::shared_ptr<const bots::Net>& net);
std::optional<Pairing> dragons_pairing(const ArenaArgs& given, int& status);

}  // namespace hotaka::cli
