#include "server/websocket.h"

#include <openssl/sha.h>
#include <sodium.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace hotaka::server {

namespace {

constexpr std::size_t mask_size = 4;

bool known(unsigned opcode) { return opcode <= 2 || (opcode >= 8 && opcode <= 10); }

// What stands before a frame's payload.
struct Head {
  std::size_t size = 0;  // bytes, with the mask; 0: more are needed
  Opcode opcode = Opcode::text;
  bool last = true;
  std::uint64_t length = 0;  // of the payload
  std::string_view why;      // if it is wrong
};

Head read_head(std::string_view bytes) {
  const auto wrong = [](std::string_view why) {
    Head head;
    head.why = why;
    return head;
  };
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  if (bytes.empty()) return {};
  const unsigned opcode = byte(0) & 15U;
  const bool last = (byte(0) & 0x80U) != 0;
  if ((byte(0) & 0x70U) != 0) return wrong("no extension was agreed on");
  if (!known(opcode)) return wrong("unknown kind of frame");
  if (bytes.size() < 2) return {};
  if ((byte(1) & 0x80U) == 0) return wrong("frames of a client must be masked");
  const unsigned first_length = byte(1) & 127U;
  if (opcode >= 8 && (first_length > 125 || !last))
    return wrong("a control frame must be short and whole");
  const std::size_t wide = first_length == 126 ? 2 : first_length == 127 ? 8 : 0;
  if (bytes.size() < 2 + wide) return {};
  std::uint64_t length = wide == 0 ? first_length : 0;
  for (std::size_t i = 0; i < wide; ++i) length = length << 8U | byte(2 + i);
  if ((wide == 2 && length < 126) || (wide == 8 && length <= UINT16_MAX))
    return wrong("a length must be written in as few bytes as possible");
  if (length > INT64_MAX) return wrong("a length must not be negative");
  return {bytes.size() < 2 + wide + mask_size ? 0 : 2 + wide + mask_size,
          static_cast<Opcode>(opcode), last, length, ""};
}

void unmask(char* payload, std::size_t size, const char* mask) {
  std::array<char, mask_size> key{};
  std::copy_n(mask, mask_size, key.begin());
  for (std::size_t i = 0; i < size; ++i)
    payload[i] = static_cast<char>(payload[i] ^ key[i % mask_size]);
}

// RFC 6455, 7.4, and what was registered since (1012 to 1014). The others mean what was never said.
bool may_be_sent(unsigned code) {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
         (code >= 3000 && code <= 4999);
}

}  // namespace

std::string accept_key(std::string_view key) {
  const std::string salted = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  std::array<unsigned char, SHA_DIGEST_LENGTH> digest{};
  SHA1(reinterpret_cast<const unsigned char*>(salted.data()), salted.size(), digest.data());
  std::array<char, sodium_base64_ENCODED_LEN(sizeof digest, sodium_base64_VARIANT_ORIGINAL)> text{};
  return sodium_bin2base64(text.data(), text.size(), digest.data(), digest.size(),
                           sodium_base64_VARIANT_ORIGINAL);
}

FrameRead read_frame(char* bytes, std::size_t size, std::size_t max) {
  FrameRead read;
  const auto wrong = [&](CloseCode code, std::string_view why) {
    read.what = FrameRead::What::wrong;
    read.code = code;
    read.why = why;
    return read;
  };
  const Head head = read_head({bytes, size});
  if (!head.why.empty()) return wrong(CloseCode::protocol_error, head.why);
  if (head.length > max) return wrong(CloseCode::too_big, "the message is too long");
  if (head.size == 0 || size < head.size + head.length) return read;
  const auto length = static_cast<std::size_t>(head.length);
  unmask(bytes + head.size, length, bytes + head.size - mask_size);
  read.what = FrameRead::What::frame;
  read.size = head.size + length;
  read.frame = {head.opcode, head.last, {bytes + head.size, length}};
  return read;
}

std::string begun_payload(std::string_view bytes) {
  const Head head = read_head(bytes);
  if (head.size == 0 || head.opcode > Opcode::text) return "";
  std::string payload(bytes.substr(head.size));
  unmask(payload.data(), payload.size(), bytes.data() + head.size - mask_size);
  return payload;
}

CloseAnswer answer_close(std::string_view payload) {
  if (payload.empty()) return {};
  if (payload.size() == 1) return {CloseCode::protocol_error, "half a code to close with"};
  const unsigned code =
      static_cast<unsigned char>(payload[0]) << 8U | static_cast<unsigned char>(payload[1]);
  if (!may_be_sent(code)) return {CloseCode::protocol_error, "no code to close with"};
  if (!is_utf8(payload.substr(2))) return {CloseCode::not_utf8, "the reason is not UTF-8"};
  // Codes from 3000 on are the client's own and have no name here.
  // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange)
  return {static_cast<CloseCode>(code), ""};
}

void append_frame_head(std::string& out, Opcode opcode, std::size_t length) {
  out += static_cast<char>(0x80U | static_cast<unsigned>(opcode));
  if (length < 126) {
    out += static_cast<char>(length);
  } else {
    const std::size_t wide = length < 65'536 ? 2 : 8;
    out += static_cast<char>(wide == 2 ? 126 : 127);
    for (std::size_t i = wide; i-- > 0;) out += static_cast<char>(length >> (8 * i) & 255U);
  }
}

void append_frame(std::string& out, Opcode opcode, std::string_view payload) {
  append_frame_head(out, opcode, payload.size());
  out += payload;
}

void append_close(std::string& out, CloseCode code, std::string_view why) {
  const auto number = static_cast<std::uint16_t>(code);
  std::string payload{static_cast<char>(number >> 8U), static_cast<char>(number & 255U)};
  payload += why.substr(0, 120);
  append_frame(out, Opcode::close, payload);
}

}  // namespace hotaka::server
