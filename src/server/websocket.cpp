#include "server/websocket.h"

#include <sodium.h>

#include <array>
#include <bit>

namespace hotaka::server {

namespace {

using Digest = std::array<std::uint8_t, 20>;

// SHA-1 (FIPS 180-4): the handshake wants it, nothing else may.
class Sha1 {
 public:
  Digest of(std::string_view text) {
    std::string padded(text);
    padded += '\x80';
    while (padded.size() % 64 != 56) padded += '\0';
    const std::uint64_t bits = 8 * text.size();
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 255U);
    for (std::size_t at = 0; at < padded.size(); at += 64) block(padded.data() + at);
    Digest digest;
    for (std::size_t i = 0; i < digest.size(); ++i)
      digest[i] = static_cast<std::uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
  }

 private:
  void block(const char* bytes) {
    std::array<std::uint32_t, 80> words{};
    for (std::size_t i = 0; i < 64; ++i)
      words[i / 4] = words[i / 4] << 8U | static_cast<std::uint8_t>(bytes[i]);
    for (std::size_t i = 16; i < 80; ++i)
      words[i] = std::rotl(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (std::size_t i = 0; i < 80; ++i) {
      std::uint32_t f = 0;
      std::uint32_t k = 0;
      if (i < 20) {
        f = (b & c) | (~b & d);
        k = 0x5a827999;
      } else if (i < 40) {
        f = b ^ c ^ d;
        k = 0x6ed9eba1;
      } else if (i < 60) {
        f = (b & c) | (b & d) | (c & d);
        k = 0x8f1bbcdc;
      } else {
        f = b ^ c ^ d;
        k = 0xca62c1d6;
      }
      const std::uint32_t next = std::rotl(a, 5) + f + e + k + words[i];
      e = d;
      d = c;
      c = std::rotl(b, 30);
      b = a;
      a = next;
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
    state_[4] += e;
  }

  std::array<std::uint32_t, 5> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
};

bool known(unsigned opcode) { return opcode <= 2 || (opcode >= 8 && opcode <= 10); }

}  // namespace

std::string accept_key(std::string_view key) {
  const Digest digest = Sha1().of(std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11");
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
