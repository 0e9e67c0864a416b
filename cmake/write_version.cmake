# Writes OUT: the VERSION and commit of the source tree at SOURCE, as C++. Leaves the file alone if it says so already,
# so that nothing is compiled again.
set(commit unknown)
if(EXISTS ${SOURCE}/.git)
  execute_process(COMMAND git -C ${SOURCE} --no-optional-locks describe --always --exclude=* --abbrev=7 --dirty=,\ changed
    OUTPUT_VARIABLE described RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0)
    set(commit ${described})
  endif()
else()
  # `git archive` has written the commit into this file.
  file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
  if(archived MATCHES "^[0-9a-f]+$")
    set(commit ${archived})
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
#include "cli/version.h"

namespace hotaka::cli {

std::string_view version() { return "hotaka @VERSION@ (commit @commit@)"; }

}  // namespace hotaka::cli
]])
