#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/formats/followed.hpp"
#include "checker/formats/names.hpp"
#include "checker/versioned/stream.hpp"

namespace checker::formats {

/// Feeds the events of a growing history, of a store that tells versions, to the check of streams.
class StreamEvents : public Followed {
 public:
  [[nodiscard]] std::size_t open() const override { return stream_.open(); }

 protected:
  [[nodiscard]] std::optional<Complaint> call(JsonEvent const& event) override;
  [[nodiscard]] std::optional<Complaint> end(JsonEvent const& event, std::size_t line) override;
  [[nodiscard]] Fault apply_ends() override;

 private:
  struct Open {
    versioned::Stream::Ticket ticket{};
    versioned::Kind kind{};
  };
  struct End {
    Open open;
    JsonEvent::Type type{};
    bool refused = false;
    std::uint32_t version = 0;
    std::int64_t value = versioned::kNoValue;
    std::size_t line = 0;
    std::string process;
  };

  [[nodiscard]] std::optional<Complaint> read_answer(JsonEvent const& event, End& end);
  [[nodiscard]] std::optional<Complaint> note_value(std::optional<std::int64_t> value);
  [[nodiscard]] std::optional<versioned::Stream::Fault> apply(End const& end);
  [[nodiscard]] std::string explain(versioned::Stream::Fault const& fault, End const& end) const;

  versioned::Stream stream_;
  Names keys_;
  Values values_;
  std::optional<bool> has_values_;
  OpenCalls<Open> open_;
  std::vector<End> ends_;
};

}  // namespace checker::formats
