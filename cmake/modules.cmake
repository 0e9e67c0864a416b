# Defines how a module of src/ becomes a target.
include(${CMAKE_CURRENT_LIST_DIR}/group_sources.cmake)

# Links everything that is ours, and nothing that uses us, to the warnings.
add_library(hotaka_warnings INTERFACE)
target_compile_options(hotaka_warnings INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor
  # g++ 12 warns of overlap in plain string additions (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<BOOL:${HOTAKA_WERROR}>:-Werror>)

# Sets what all targets of ours have in common. No result may depend on fused multiply-add, which not every processor has.
function(hotaka_target name)
  target_link_libraries(${name} PRIVATE $<BUILD_INTERFACE:hotaka_warnings>)
  target_compile_options(${name} PRIVATE -ffp-contract=off)
endfunction()

# Adds the module src/NAME as the target hotaka_NAME, for others hotaka::NAME. tests/structure checks who includes whom.
# Core modules know no exceptions, need no other library and are installed; platform modules may do as they like.
# COLD are sources that no replay, rule or search runs through: as WebAssembly they are compiled to be small.
function(hotaka_module name)
  cmake_parse_arguments(MODULE "PLATFORM" "" "SOURCES;COLD;USES" ${ARGN})
  if(HOTAKA_GROUP_SOURCES)
    group_sources(MODULE_SOURCES)
    group_sources(MODULE_COLD _cold)
  endif()
  add_library(hotaka_${name} STATIC ${MODULE_SOURCES} ${MODULE_COLD})
  if(HOTAKA_WASM)
    set_source_files_properties(${MODULE_COLD} PROPERTIES COMPILE_OPTIONS -Oz)
  endif()
  add_library(hotaka::${name} ALIAS hotaka_${name})
  hotaka_target(hotaka_${name})
  set_target_properties(hotaka_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(hotaka_${name} PUBLIC cxx_std_20)
  target_include_directories(hotaka_${name} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  foreach(used ${MODULE_USES})
    target_link_libraries(hotaka_${name} PUBLIC hotaka_${used})
  endforeach()
  if(NOT MODULE_PLATFORM)
    target_compile_options(hotaka_${name} PRIVATE -fno-exceptions -fno-rtti)
    set_property(GLOBAL APPEND PROPERTY HOTAKA_CORE_MODULES ${name})
  endif()
endfunction()

# Adds a list of things that core modules find by name, as the target hotaka_NAME. Programs link it, or another one that
# defines the same functions. Objects and no archive, since the modules that it lists are also those that ask for it.
function(hotaka_list name)
  cmake_parse_arguments(LIST "" "" "SOURCES;USES" ${ARGN})
  add_library(hotaka_${name} OBJECT ${LIST_SOURCES})
  add_library(hotaka::${name} ALIAS hotaka_${name})
  hotaka_target(hotaka_${name})
  set_target_properties(hotaka_${name} PROPERTIES EXPORT_NAME ${name})
  foreach(used ${LIST_USES})
    target_link_libraries(hotaka_${name} PUBLIC hotaka_${used})
  endforeach()
  target_compile_options(hotaka_${name} PRIVATE -fno-exceptions -fno-rtti)
  set_property(GLOBAL APPEND PROPERTY HOTAKA_CORE_LISTS ${name})
endfunction()
