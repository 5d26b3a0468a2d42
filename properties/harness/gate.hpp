#pragma once

#include <string>
#include <type_traits>

#include "impl/ports/store_error.hpp"
#include "properties/schedule/controller.hpp"

namespace properties::harness {

/// Makes one port call a step of the schedule and an entry of the log.
/// Outside a controlled run (`seat` is null) the call is made as it is.
class Gate {
 public:
  void sit(schedule::Seat* seat) { seat_ = seat; }
  [[nodiscard]] schedule::Seat* seat() const { return seat_; }

  /// `note` turns the answer into words for the log.
  template <class Call, class Note>
  auto step(trace::Step step, Call const& call, Note const& note) {
    if (seat_ == nullptr) return call();
    seat_->reach(step);
    try {
      auto answer = call();
      seat_->done(note(answer));
      return answer;
    } catch (impl::StoreError const& error) {
      seat_->failed(error.sqlstate());
      throw;
    }
  }

  /// A step that answers nothing.
  template <class Call>
  void step(trace::Step which, Call const& call) {
    step(
        which,
        [&] {
          call();
          return true;
        },
        [](bool) { return std::string{}; });
  }

 private:
  schedule::Seat* seat_{nullptr};
};

}  // namespace properties::harness
