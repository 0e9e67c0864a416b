#pragma once
// What a journal entry costs on SQLite.

namespace hotaka::cli {

int print_store_bench();

}  // namespace hotaka::cli
