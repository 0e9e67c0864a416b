#pragma once
// The data folder: nobody else may read it, and one server at a time owns it.

#include <string>

#include "base/result.h"

namespace hotaka::store {

// Makes the folder and the database's file if they are not there, and takes the rights of others
// away: from a new folder, from one that has nothing but our files, and from our files.
MaybeError prepare_folder(const std::string& folder);

// Held as long as the process has the folder; a killed one loses it with its life.
class FolderLock {
 public:
  explicit FolderLock(std::string folder) : folder_(std::move(folder)) {}
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

  // Says who has the folder if it is not free.
  MaybeError take();

 private:
  const std::string folder_;
  int file_ = -1;
};

}  // namespace hotaka::store
