# Installs the program and, for find_package(hotaka), the core modules.
include(CMakePackageConfigHelpers)
get_property(core_modules GLOBAL PROPERTY HOTAKA_CORE_MODULES)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/hotaka)

get_property(core_lists GLOBAL PROPERTY HOTAKA_CORE_LISTS)
set(core_targets ${core_modules} ${core_lists})
list(TRANSFORM core_targets PREPEND hotaka_)
install(TARGETS ${core_targets} EXPORT hotakaTargets COMPONENT library
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OBJECTS DESTINATION ${CMAKE_INSTALL_LIBDIR}/hotaka)
install(EXPORT hotakaTargets NAMESPACE hotaka:: DESTINATION ${package_folder} COMPONENT library)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/hotakaConfig.cmake
  "include(\"\${CMAKE_CURRENT_LIST_DIR}/hotakaTargets.cmake\")\n")
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/hotakaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/hotakaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/hotakaConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT library)

# The headers include each other by their paths below src. Installed they are below hotaka/, so that names as common as
# base/ stay out of a consumer's include path, and they include each other by that name.
install(CODE "set(modules \"${core_modules}\")
set(from \"${PROJECT_SOURCE_DIR}/src\")
set(to \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/hotaka\")" COMPONENT library)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake COMPONENT library)

if(TARGET hotaka)
  install(TARGETS hotaka RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()
