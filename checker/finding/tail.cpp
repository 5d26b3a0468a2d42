#include "checker/finding/tail.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

#include "checker/formats/json_event.hpp"

namespace checker::finding {
namespace {

using formats::JsonEvent;

constexpr std::size_t kMostAround = 60;

/// "write(1)", of what stands between the brackets.
std::string call_of(JsonEvent const& event) {
  auto arguments = event.args.text;
  if (arguments.size() >= 2) arguments = arguments.substr(1, arguments.size() - 2);
  return fmt::format("{}({})", event.op, arguments);
}

std::string answer_of(JsonEvent const& event) {
  if (event.type == JsonEvent::Type::fail) return "never happened";
  if (event.type == JsonEvent::Type::info) return {};
  std::string answer{event.value.given() ? event.value.text : event.version ? "" : "done"};
  if (!event.version) return answer;
  return answer + fmt::format("{}v{}", answer.empty() ? "" : " at ", *event.version);
}

/// Puts calls and ends together.
class Pairing {
 public:
  struct Seen {
    Exhibit exhibit;
    std::string key;
    std::size_t ended = 0;  ///< Line.
  };

  explicit Pairing(std::size_t first_line) : first_line_{first_line} {}

  void take(JsonEvent const& event, std::size_t line) {
    if (event.type == JsonEvent::Type::invoke) {
      open_[std::string{event.process}] = seen_.size();
      call(event, line, call_of(event));
    } else {
      end(event, line);
    }
  }
  [[nodiscard]] std::vector<Seen> const& seen() const { return seen_; }

 private:
  void call(JsonEvent const& event, std::size_t line, std::string text) {
    Seen seen;
    seen.exhibit.id = static_cast<OperationId>(seen_.size());
    seen.exhibit.client = "process " + formats::plain_text(event.process);
    seen.exhibit.call = std::move(text);
    seen.exhibit.place = fmt::format("line {}, no end", line);
    seen.exhibit.lifetime.called = static_cast<Tick>(line);
    if (event.key.given()) seen.key = formats::plain_text(event.key.text);
    seen_.push_back(std::move(seen));
  }
  void end(JsonEvent const& event, std::size_t line) {
    auto const open = open_.find(std::string{event.process});
    auto index = seen_.size();
    if (open == open_.end()) {
      call(event, first_line_, "called before these lines");
    } else {
      index = open->second;
      open_.erase(open);
    }
    auto& seen = seen_[index];
    seen.exhibit.place = fmt::format("lines {}-{}", seen.exhibit.lifetime.called, line);
    seen.ended = line;
    seen.exhibit.answer = answer_of(event);
    if (event.type == JsonEvent::Type::info) return;
    seen.exhibit.drawn_to = seen.exhibit.lifetime.returned = static_cast<Tick>(line);
  }

  std::size_t first_line_;
  std::vector<Seen> seen_;
  std::map<std::string, std::size_t> open_;
};

}  // namespace

void Tail::note(std::string_view line, std::size_t number) {
  if (line.size() > kLongestLine) return;
  Line room;
  if (lines_.size() == kMostLines) {
    room = std::move(lines_.front());
    lines_.pop_front();
  }
  room.text.assign(line);
  room.number = number;
  lines_.push_back(std::move(room));
}

Tail::Scene Tail::scene(std::size_t line) const {
  if (lines_.empty()) return {};
  Pairing pairing{lines_.front().number};
  for (auto const& one : lines_) {
    auto const event = formats::parse_event(one.text);
    if (auto const* parsed = std::get_if<JsonEvent>(&event)) pairing.take(*parsed, one.number);
  }
  auto const& seen = pairing.seen();
  Scene scene;
  auto const fault =
      std::find_if(seen.begin(), seen.end(), [&](auto const& one) { return one.ended == line; });
  if (fault == seen.end()) return scene;
  scene.ended.push_back(fault->exhibit);
  scene.key = fault->key;
  for (auto one = seen.rbegin(); one != seen.rend() && scene.around.size() < kMostAround; ++one) {
    if (one->key == scene.key && one->ended != line) scene.around.push_back(one->exhibit);
  }
  std::reverse(scene.around.begin(), scene.around.end());
  return scene;
}

}  // namespace checker::finding
