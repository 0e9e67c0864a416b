#pragma once
// The commands of hotaka_bench, one file for each question.

#include "cli/command.h"
#include "cli/progress.h"

namespace hotaka::bench {

using cli::all_right;
using cli::Command;
using cli::complain;
using cli::input_wrong;
using cli::Parser;
using cli::Progress;
using cli::usage_wrong;

// Each adds a command.
void add_signature(Parser& parser);
void add_rules(Parser& parser);
void add_bots(Parser& parser);
void add_solver(Parser& parser);
void add_store(Parser& parser);
void add_load(Parser& parser);
void add_server_data(Parser& parser);
void add_relay(Parser& parser);

}  // namespace hotaka::bench
