#pragma once

#include <atomic>
#include <string>

#include "checker/formats/descriptor.hpp"
#include "checker/formats/lines.hpp"

namespace checker::finding {

/// A file that may still grow. At its end its bytes are waited for, until told to stop; those of a
/// pipe end when its writer closes it.
class GrowingFile {
 public:
  /// Ends when `stop` becomes true, if given. Throws ResourcesExhausted while waiting once
  /// `give_up` is true.
  GrowingFile(std::string path, std::atomic<bool> const* stop, std::atomic<bool> const* give_up);

  /// Its bytes; "-" is standard input. The file must outlive what reads them.
  [[nodiscard]] formats::Result<formats::ByteSource> bytes();

  /// Why its end was its last, if it was cut or replaced while it was followed; else empty.
  [[nodiscard]] std::string const& broken() const { return broken_; }

 private:
  [[nodiscard]] bool may_go_on();
  [[nodiscard]] bool wait_for_input() const;
  [[nodiscard]] std::optional<std::size_t> read_waiting(char* to, std::size_t size);
  void look_for_breaks();

  std::string path_;
  std::atomic<bool> const* stop_;
  std::atomic<bool> const* give_up_;
  formats::Descriptor descriptor_;
  formats::ByteSource zipped_;  ///< If it is gzipped: its bytes, unzipped.
  bool grows_ = false;          ///< An end that is reached need not be the last.
  std::int64_t seen_ = 0;       ///< Bytes, as they lie in the file.
  std::string broken_;
};

}  // namespace checker::finding
