#pragma once
// Everything that the server keeps about a person, to take away or to be forgotten. These read the
// store, so they run on one of its threads.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace hotaka::server {

// {"person":..,"sessions":[..],"ratings":[..],"games":[..]}. A game that is over comes with its
// record, until all records together have some megabytes; the others are named.
Result<std::string> export_of(store::Store& store, const store::Person& person);

// {"id":..,"created":..,"last_seen":..,"device":..,"current":..} of each.
std::string sessions_json(const std::vector<store::Token>& tokens, std::string_view current_hash);

// How the journals of a person's finished games read without the person's name; those that are
// damaged stay as they are. Calls use() with some of them at a time.
MaybeError without_name(store::Store& store, const std::string& person,
                        const std::function<MaybeError(std::vector<store::Rewrite>)>& use);

}  // namespace hotaka::server
