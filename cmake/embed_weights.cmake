# Writes OUT: the text of IN as C++ raw strings, one a line, which the compiler puts together.
file(STRINGS ${IN} lines)
set(text "#include \"bots/dragons/net.h\"\n\nnamespace hotaka::bots {\n\nNet trained_net() { return *Net::read(\n")
foreach(line ${lines})
  string(APPEND text "    \"${line}\\n\"\n")
endforeach()
string(APPEND text "); }\n\n}  // namespace hotaka::bots\n")
file(WRITE ${OUT} "${text}")
