#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "checker/formats/json_event.hpp"

namespace checker::formats {

/// A history that is checked while it is being written, event by event, in bounded memory.
///
/// Events come in the order of time. At one time of the clock all is concurrent, so that ends are
/// held back until a later time is told; without times, every line is a time of its own.
class Followed {
 public:
  Followed() = default;
  Followed(Followed const&) = delete;
  Followed& operator=(Followed const&) = delete;
  virtual ~Followed() = default;

  /// Why the history is illegal, and since which line; empty if it is not.
  struct Fault {
    std::string why;
    std::size_t line{};

    [[nodiscard]] bool empty() const { return why.empty(); }
  };
  struct Taken {
    std::optional<Complaint> complaint;
    Fault fault;
  };

  /// What the first line says.
  [[nodiscard]] virtual std::optional<Complaint> set_up(JsonHeader const& header);
  [[nodiscard]] Taken take(JsonEvent const& event, std::size_t line = 0);
  /// No more events will come.
  [[nodiscard]] Fault finish() { return apply_ends(); }

  [[nodiscard]] std::size_t operations() const { return operations_; }
  /// Calls without an end so far.
  [[nodiscard]] virtual std::size_t open() const = 0;
  /// Why not all could be judged; else empty.
  [[nodiscard]] virtual std::string undecided() const { return {}; }

 protected:
  [[nodiscard]] virtual std::optional<Complaint> call(JsonEvent const& event) = 0;
  /// Notes an end, which counts from the next `apply_ends` on.
  [[nodiscard]] virtual std::optional<Complaint> end(JsonEvent const& event, std::size_t line) = 0;
  [[nodiscard]] virtual Fault apply_ends() = 0;

 private:
  [[nodiscard]] std::optional<Complaint> wrong_time(std::optional<std::int64_t> time) const;

  std::optional<bool> timed_;
  std::int64_t time_ = 0;
  std::size_t operations_ = 0;
};

/// What each process has open, for as long as it has. The hash decides nothing but speed.
template <class Open>
class OpenCalls {
 public:
  /// False if the process has a call open.
  [[nodiscard]] bool open(std::string_view process, Open call) {
    return calls_.try_emplace(std::string{process}, std::move(call)).second;
  }
  [[nodiscard]] bool has(std::string_view process) const {
    return calls_.find(process) != calls_.end();
  }
  [[nodiscard]] std::optional<Open> close(std::string_view process) {
    auto const found = calls_.find(process);
    if (found == calls_.end()) return std::nullopt;
    std::optional<Open> call{std::move(found->second)};
    calls_.erase(found);
    return call;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  std::unordered_map<std::string, Open, Hash, std::equal_to<>> calls_;
};

/// What is said of a call by a process that has another one open.
[[nodiscard]] Complaint still_open();

}  // namespace checker::formats
