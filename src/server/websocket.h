#pragma once
// The bytes of WebSocket (RFC 6455) as a server sees them: the answer to a handshake, frames in,
// frames out. No sockets here.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace hotaka::server {

// The value of Sec-WebSocket-Accept for a client's Sec-WebSocket-Key.
std::string accept_key(std::string_view key);

enum class Opcode : std::uint8_t { more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

// Reasons to close, as the standard numbers them.
enum class CloseCode : std::uint16_t {
  normal = 1000,
  going_away = 1001,
  protocol_error = 1002,
  not_supported = 1003,
  not_utf8 = 1007,
  policy = 1008,
  too_big = 1009,
};

struct Frame {
  Opcode opcode = Opcode::text;
  bool last = true;
  std::string_view payload;
};

// The result of looking for a frame at the front of some bytes.
struct FrameRead {
  enum class What : std::uint8_t { more_needed, frame, wrong } what = What::more_needed;
  std::size_t size = 0;  // bytes that the frame took
  Frame frame;
  CloseCode code = CloseCode::protocol_error;  // if it is wrong
  std::string_view why;
};

// Reads a client's frame and unmasks its payload in place. One of more than `max` bytes is wrong.
FrameRead read_frame(char* bytes, std::size_t size, std::size_t max);

// The payload of the data frame that some bytes begin with, as far as it has come; "" if that is
// none, or too little. read_frame() must have asked for more.
std::string begun_payload(std::string_view bytes);

// How a client's close frame is answered: with its own code, or with what is wrong about it.
struct CloseAnswer {
  CloseCode code = CloseCode::normal;
  std::string_view why;
};
CloseAnswer answer_close(std::string_view payload);

void append_frame_head(std::string& out, Opcode opcode, std::size_t size);
void append_frame(std::string& out, Opcode opcode, std::string_view payload);
void append_close(std::string& out, CloseCode code, std::string_view why);

}  // namespace hotaka::server
