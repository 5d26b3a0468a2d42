#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/formats/json_event.hpp"
#include "checker/formats/names.hpp"
#include "checker/versioned/stream.hpp"

namespace checker::formats {

/// Feeds the events of a growing history, of a store that tells versions, to the check of streams.
class StreamEvents {
 public:
  struct Taken {
    std::optional<Complaint> complaint;
    std::string fault;  ///< Why the history is illegal from this event on; else empty.
  };
  [[nodiscard]] Taken take(JsonEvent const& event);

  [[nodiscard]] std::size_t operations() const { return operations_; }
  [[nodiscard]] std::size_t open() const { return stream_.open(); }

 private:
  struct Open {
    versioned::Stream::Ticket ticket{};
    versioned::Kind kind{};
    std::uint32_t key{};
  };

  [[nodiscard]] Taken call(std::size_t process, JsonEvent const& event);
  [[nodiscard]] Taken end(Open open, JsonEvent const& event);
  [[nodiscard]] Taken tell(std::optional<versioned::Stream::Fault> const& fault,
                           JsonEvent const& event) const;

  versioned::Stream stream_;
  Names processes_;
  Names keys_;
  std::vector<std::optional<Open>> open_;  ///< By process.
  std::size_t operations_ = 0;
};

}  // namespace checker::formats
