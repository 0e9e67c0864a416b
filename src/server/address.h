#pragma once
// Addresses of clients, each in one notation, and what counts as one client for limits.

#include <string>
#include <string_view>

namespace hotaka::server {

// The usual notation of an address; IPv4 in an IPv6 address (::ffff:127.0.0.1) is IPv4. "" if the
// text is no address. An interface (fe80::1%eth0) is left out.
std::string normalize_address(std::string_view text);

// What limits count: an IPv4 address as it is; of IPv6 the network of 64 bits (2001:db8::/64), as
// one client has all of it. A text that is no address is returned as it is.
std::string limit_key(std::string_view address);

// A wider network around what limit_key() says, 24 bits of IPv4 and 48 of IPv6: what one attacker
// may have many of.
std::string network_of(std::string_view limit_key);

// Of a normalized address: whether it is this machine's own, where proxies are.
bool is_loopback(std::string_view address);

}  // namespace hotaka::server
