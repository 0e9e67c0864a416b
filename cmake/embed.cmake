# Writes OUT: the PAGES as C++ raw strings, each named after its file.
set(text "#include \"cli/records/rule_pages.h\"\n\nnamespace hotaka::cli {\n\nstd::string_view rule_page(std::string_view game) {\n")
foreach(page ${PAGES})
  get_filename_component(name ${page} NAME_WE)
  file(READ ${page} content)
  # A raw string may be at most 64 KiB long in some compilers; these pages are far shorter.
  string(APPEND text "  if (game == \"${name}\") return R\"page(${content})page\";\n")
endforeach()
string(APPEND text "  return {};\n}\n\n}  // namespace hotaka::cli\n")
file(WRITE ${OUT} "${text}")
