#pragma once

#include <string>
#include <type_traits>

#include "impl/ports/store_error.hpp"
#include "properties/schedule/controller.hpp"

namespace properties::harness {

/// A step, and what it is about.
struct Doing {
  Doing(trace::Step which, schedule::Object about = {}) : step{which}, object{about} {}
  trace::Step step;
  schedule::Object object;
};

/// Makes one port call a step of the schedule and an entry of the log.
/// Outside a controlled run (`seat` is null) the call is made as it is.
class Gate {
 public:
  void sit(schedule::Seat* seat) { seat_ = seat; }
  [[nodiscard]] schedule::Seat* seat() const { return seat_; }

  /// `note` turns the answer into words for the log.
  template <class Call, class Note>
  auto step(Doing doing, Call const& call, Note const& note) {
    if (seat_ == nullptr) return call();
    seat_->reach(doing.step, doing.object);
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
  void step(Doing doing, Call const& call) {
    step(
        doing,
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
