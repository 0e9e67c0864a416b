#pragma once
// What this program does with spirits.

#include <memory>
#include <string>

#include "cli/analysis/analyze.h"
#include "cli/arena/compete.h"
#include "cli/play/play.h"
#include "games/spirits/spirits.h"

namespace hotaka::cli {

int play_spirits(const PlayArgs& given, std::string& record);

int analyze_spirits_position(const AnalyzeArgs& given);
std::unique_ptr<RecordAnalysis> analyze_spirits_record();

std::optional<Pairing> spirits_pairing(const ArenaArgs& given, int& status);

}  // namespace hotaka::cli
