#include "server/websocket.h"

#include <openssl/sha.h>
#include <sodium.h>

#include <array>

namespace hotaka::server {

namespace {

bool known(unsigned opcode) { return opcode <= 2 || (opcode >= 8 && opcode <= 10); }

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
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const auto wrong = [&](CloseCode code, std::string_view why) {
    read.what = FrameRead::What::wrong;
    read.code = code;
    read.why = why;
    return read;
  };
  if (size < 2) return read;
  const unsigned opcode = byte(0) & 15U;
  if ((byte(0) & 0x70U) != 0) return wrong(CloseCode::protocol_error, "no extension was agreed on");
  if (!known(opcode)) return wrong(CloseCode::protocol_error, "unknown kind of frame");
  if ((byte(1) & 0x80U) == 0)
    return wrong(CloseCode::protocol_error, "frames of a client must be masked");
  read.frame.last = (byte(0) & 0x80U) != 0;
  read.frame.opcode = static_cast<Opcode>(opcode);
  std::uint64_t length = byte(1) & 127U;
  if (opcode >= 8 && (length > 125 || !read.frame.last))
    return wrong(CloseCode::protocol_error, "a control frame must be short and whole");
  std::size_t head = 2;
  const std::size_t wide = length == 126 ? 2 : length == 127 ? 8 : 0;
  if (wide > 0) {
    head += wide;
    if (size < head) return read;
    length = 0;
    for (std::size_t i = 0; i < wide; ++i) length = length << 8U | byte(2 + i);
  }
  if (length > max) return wrong(CloseCode::too_big, "the message is too long");
  head += 4;
  if (size < head + length) return read;
  for (std::size_t i = 0; i < length; ++i)
    bytes[head + i] = static_cast<char>(bytes[head + i] ^ bytes[head - 4 + i % 4]);
  read.what = FrameRead::What::frame;
  read.size = head + length;
  read.frame.payload = {bytes + head, static_cast<std::size_t>(length)};
  return read;
}

void append_frame(std::string& out, Opcode opcode, std::string_view payload) {
  const std::size_t length = payload.size();
  out += static_cast<char>(0x80U | static_cast<unsigned>(opcode));
  if (length < 126) {
    out += static_cast<char>(length);
  } else {
    const std::size_t wide = length < 65'536 ? 2 : 8;
    out += static_cast<char>(wide == 2 ? 126 : 127);
    for (std::size_t i = wide; i-- > 0;) out += static_cast<char>(length >> (8 * i) & 255U);
  }
  out += payload;
}

void append_close(std::string& out, CloseCode code, std::string_view why) {
  const auto number = static_cast<std::uint16_t>(code);
  std::string payload{static_cast<char>(number >> 8U), static_cast<char>(number & 255U)};
  payload += why.substr(0, 120);
  append_frame(out, Opcode::close, payload);
}

}  // namespace hotaka::server
