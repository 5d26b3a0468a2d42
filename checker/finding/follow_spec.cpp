#include "checker/finding/follow_spec.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "checker/finding/show.hpp"
#include "checker/formats/json_words.hpp"
#include "checker/formats/recorder.hpp"
#include "checker/formats/stream_events.hpp"
#include "checker/streaming/stream.hpp"

namespace checker::finding {
namespace {

using formats::Complaint;
using formats::JsonEvent;
using streaming::Standing;

/// Follows the events of a specification whose answers tell no versions.
template <class Spec>
class FollowedSpec : public formats::Followed {
 public:
  explicit FollowedSpec(Budget const& budget) : budget_{budget} {}

  [[nodiscard]] std::optional<Complaint> set_up(formats::JsonHeader const& header) override {
    if constexpr (std::is_same_v<Spec, formats::Register>) {
      if (!header.initial.given()) return std::nullopt;
      auto cursor = header.initial.cursor();
      spec_.start = formats::nullable_number(cursor, words_.values);
      return cursor.complaint();
    } else if constexpr (std::is_same_v<Spec, specs::RelationGraph>) {
      spec_.private_at_start.insert(header.private_users.begin(), header.private_users.end());
    }
    return std::nullopt;
  }
  [[nodiscard]] std::size_t open() const override { return stream_ ? stream_->open() : 0; }
  [[nodiscard]] std::string undecided() const override { return undecided_; }

 protected:
  [[nodiscard]] std::optional<Complaint> call(JsonEvent const& event) override;
  [[nodiscard]] std::optional<Complaint> end(JsonEvent const& event, std::size_t line) override;
  [[nodiscard]] Fault apply_ends() override;

 private:
  using Words = formats::JsonWords<Spec>;
  using Stream = streaming::Stream<Spec>;
  using Ticket = typename Stream::Ticket;
  struct Open {
    Ticket ticket{};
    std::uint32_t object{};
  };
  struct End {
    Open open;
    JsonEvent::Type type{};
    typename Spec::Outcome outcome{};
    std::size_t line = 0;
    std::string process;
  };

  [[nodiscard]] std::optional<Complaint> no_version(JsonEvent const& event) const {
    if (!event.version) return std::nullopt;
    return Complaint{"a version", "none with this specification; \"versioned\" has them"};
  }
  [[nodiscard]] std::optional<Complaint> read_answer(JsonEvent const& event, End& end);
  [[nodiscard]] Standing apply(End const& end);
  [[nodiscard]] std::string explain(typename Spec::Operation const& operation, End const& end);
  void note_undecided(End const& end);

  Spec spec_;
  Budget budget_;
  formats::Vocabulary words_;
  std::optional<Stream> stream_;
  formats::OpenCalls<Open> open_;
  std::vector<End> ends_;
  std::size_t undecided_parts_ = 0;
  std::string undecided_;
};

template <class Spec>
std::optional<Complaint> FollowedSpec<Spec>::call(JsonEvent const& event) {
  if (open_.has(event.process)) return formats::still_open();
  formats::Arguments arguments{event};
  auto operation = Words::operation(arguments, words_);
  arguments.end();
  if (arguments.complaint()) return arguments.complaint();
  std::uint32_t object = 0;
  if (!std::is_same_v<Spec, specs::KeyValue> && event.key.given()) {
    object =
        1 + static_cast<std::uint32_t>(words_.objects.number(formats::plain_text(event.key.text)));
  }
  if (!stream_) stream_.emplace(spec_, budget_);
  auto const ticket = stream_->call(object, std::move(operation));
  static_cast<void>(open_.open(event.process, {ticket, object}));
  return std::nullopt;
}

template <class Spec>
std::optional<Complaint> FollowedSpec<Spec>::end(JsonEvent const& event, std::size_t line) {
  if (auto complaint = no_version(event)) return complaint;
  auto const open = open_.close(event.process);
  if (!open) return formats::ends_without_call();
  End end{.open = *open, .type = event.type, .line = line, .process = std::string{event.process}};
  if (event.type == JsonEvent::Type::ok) {
    if (auto complaint = read_answer(event, end)) return complaint;
  }
  ends_.push_back(std::move(end));
  return std::nullopt;
}

template <class Spec>
std::optional<Complaint> FollowedSpec<Spec>::read_answer(JsonEvent const& event, End& end) {
  auto answer =
      event.value.given() ? event.value.cursor() : formats::JsonCursor{"", event.value.offset};
  end.outcome = Words::outcome(stream_->operation(end.open.ticket), answer, words_);
  if (answer.failed() && !event.value.given()) {
    return Complaint{"an answer without \"value\"", answer.complaint()->expected};
  }
  return answer.complaint();
}

template <class Spec>
Standing FollowedSpec<Spec>::apply(End const& end) {
  switch (end.type) {
    case JsonEvent::Type::fail:
      return stream_->never_happened(end.open.ticket);
    case JsonEvent::Type::info:
      return stream_->lose(end.open.ticket);
    case JsonEvent::Type::invoke:
    case JsonEvent::Type::ok:
      break;
  }
  return stream_->answer(end.open.ticket, end.outcome);
}

template <class Spec>
formats::Followed::Fault FollowedSpec<Spec>::apply_ends() {
  Fault fault;
  for (auto const& end : ends_) {
    auto const operation = stream_->operation(end.open.ticket);
    auto const standing = apply(end);
    note_undecided(end);
    if (standing != Standing::illegal) continue;
    fault = {explain(operation, end), end.line};
    break;
  }
  ends_.clear();
  return fault;
}

template <class Spec>
void FollowedSpec<Spec>::note_undecided(End const& end) {
  auto const parts = stream_->undecided();
  if (parts == undecided_parts_) return;
  undecided_parts_ = parts;
  if (!undecided_.empty()) return;
  auto const key =
      end.open.object == 0
          ? std::string{}
          : fmt::format(" of key {}", formats::quoted(words_.objects.name(end.open.object - 1)));
  undecided_ = fmt::format(
      "From line {} on, operations{} are not judged: more orders of them are possible than the "
      "budget allows to remember. Raise --budget, or record with fewer clients at a time.",
      end.line, key);
}

template <class Spec>
std::string FollowedSpec<Spec>::explain(typename Spec::Operation const& operation, End const& end) {
  auto const call = fmt::format("process {} called {}", end.process, show(operation, words_));
  if (end.type == JsonEvent::Type::fail) {
    return fmt::format("What {} is said never to have happened, but its effect was seen.", call);
  }
  if (end.type == JsonEvent::Type::info) return "No order explains what has been answered.";
  auto text = fmt::format("The answer to what {}, {}, is explained by no order.", call,
                          show(end.outcome, words_));
  auto const possible = stream_->possible_answers();
  constexpr std::size_t kMost = 6;
  if (possible.empty()) return text;
  text += " It might have been ";
  for (std::size_t i = 0; i < std::min(possible.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", or ") + show(possible[i], words_);
  }
  return text + (possible.size() > kMost ? ", or others." : ".");
}

template <class Spec>
std::unique_ptr<formats::Followed> make(Budget const& budget) {
  return std::make_unique<FollowedSpec<Spec>>(budget);
}

using Make = std::unique_ptr<formats::Followed> (*)(Budget const&);
constexpr Make kMakers[] = {[](Budget const&) -> std::unique_ptr<formats::Followed> {
                              return std::make_unique<formats::StreamEvents>();
                            },
                            make<formats::Register>,
                            make<specs::KeyValue>,
                            make<formats::Set>,
                            make<formats::Queue>,
                            make<specs::Counter>,
                            make<specs::RelationGraph>};
static_assert(std::size(kMakers) == std::size(formats::kSpecNames));

}  // namespace

std::unique_ptr<formats::Followed> follow_spec(std::string const& spec, Budget const& budget) {
  for (std::size_t i = 0; i < std::size(kMakers); ++i) {
    if (spec == formats::kSpecNames[i]) return kMakers[i](budget);
  }
  return nullptr;
}

}  // namespace checker::finding
