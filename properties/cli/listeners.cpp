#include "properties/cli/listeners.hpp"

#include <fmt/format.h>

#include "properties/cli/report.hpp"
#include "properties/shrink/size.hpp"

namespace properties::cli {

campaign::Listener listener_of(Console& console) {
  campaign::Listener listener;
  listener.on_violation = [&](std::string const& property, std::filesystem::path const& raw,
                              shrink::Size const& size) {
    console.say(fmt::format("violation  {}\n  raw trace saved before shrinking   {}   ({})",
                            property, raw.empty() ? "nowhere: no --out" : raw.string(),
                            shrink::show(size)));
  };
  listener.on_smaller = [&](std::string_view pass, shrink::Size const& size) {
    console.progress(fmt::format("  shrinking  {}  ({})", shrink::show(size), pass));
  };
  listener.on_finding = [&](campaign::FindingReport const& finding) {
    console.say(show(finding, console.width()));
  };
  return listener;
}

campaign::Listener taking_turns(campaign::Listener listener, std::mutex& turn) {
  campaign::Listener turns;
  turns.on_violation = [listener, &turn](auto const&... told) {
    std::lock_guard const mine{turn};
    listener.on_violation(told...);
  };
  turns.on_smaller = [listener, &turn](auto const&... told) {
    std::lock_guard const mine{turn};
    listener.on_smaller(told...);
  };
  turns.on_finding = [listener, &turn](auto const&... told) {
    std::lock_guard const mine{turn};
    listener.on_finding(told...);
  };
  return turns;
}

}  // namespace properties::cli
