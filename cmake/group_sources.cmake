# Replaces the list of sources by files that include up to eight of a folder each, which halves the time of a build from
# nothing: most of it goes into headers. They are included by their path below src, as CMake's own unity builds cannot
# do: the compiler's cache then finds the objects again from any folder. Not for the release preset, which proves that
# each file includes what it uses. A second argument, if any, is a suffix for the names of the files.
function(group_sources list)
  set(suffix ${ARGN})
  set(grouped)
  foreach(source ${${list}})
    if(IS_ABSOLUTE ${source})  # generated
      list(APPEND grouped ${source})
      continue()
    endif()
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER ${folder} folder)
    math(EXPR number "0${count_${folder}} / 8")
    math(EXPR count_${folder} "0${count_${folder}} + 1")
    set(group ${CMAKE_CURRENT_BINARY_DIR}/groups/${folder}${suffix}_${number}.cpp)
    string(APPEND text_${group} "#include \"${source}\"\n")
    list(APPEND grouped ${group})
  endforeach()
  list(REMOVE_DUPLICATES grouped)
  foreach(group ${grouped})
    if(DEFINED text_${group})
      file(CONFIGURE OUTPUT ${group} CONTENT "${text_${group}}" @ONLY)
    endif()
  endforeach()
  set(${list} ${grouped} PARENT_SCOPE)
endfunction()
