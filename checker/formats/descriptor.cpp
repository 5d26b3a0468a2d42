#include "checker/formats/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace checker::formats {

Result<Descriptor> open_descriptor(std::string const& path) {
  int const descriptor =
      path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Unreadable{path, std::strerror(errno)};
  return Descriptor{new int{descriptor}, [](int* d) {
                      ::close(*d);
                      delete d;
                    }};
}

bool is_gzip(Descriptor const& descriptor) {
  unsigned char magic[2] = {};
  return ::pread(*descriptor, magic, 2, 0) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
}

}  // namespace checker::formats
