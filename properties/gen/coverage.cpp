#include "properties/gen/coverage.hpp"

#include <variant>

#include "properties/trace/overloaded.hpp"
#include "properties/trace/show.hpp"

namespace properties::gen {
namespace {

using trace::overloaded;

std::string word(model::Reason reason) {
  switch (reason) {
    case model::Reason::none:
      return "";
    case model::Reason::already_active:
      return " already_active";
    case model::Reason::already_pending:
      return " already_pending";
    case model::Reason::already_removed:
      return " already_removed";
    case model::Reason::already_blocked:
      return " already_blocked";
    case model::Reason::not_blocked:
      return " not_blocked";
    case model::Reason::self:
      return " self";
    case model::Reason::blocked:
      return " blocked";
    case model::Reason::not_pending:
      return " not_pending";
    case model::Reason::unknown:
      return " unknown";
  }
  return "";
}

std::string word(model::Verdict verdict) {
  switch (verdict) {
    case model::Verdict::changed:
      return "CHANGED";
    case model::Verdict::noop:
      return "NOOP";
    case model::Verdict::rejected:
      return "REJECTED";
  }
  return "";
}

std::string word(trace::AccessSource source) {
  switch (source) {
    case trace::AccessSource::truth:
      return "truth";
    case trace::AccessSource::projection:
      return "projection";
    case trace::AccessSource::fallback_truth:
      return "fallback_truth";
    case trace::AccessSource::public_block_check:
      return "public_block_check";
    case trace::AccessSource::author:
      return "author";
    case trace::AccessSource::no_such_post:
      return "no_such_post";
  }
  return "";
}

std::string word(model::AccessMode mode) {
  switch (mode) {
    case model::AccessMode::truth:
      return "truth";
    case model::AccessMode::projection_only:
      return "projection_only";
    case model::AccessMode::content_token:
      return "content_token";
    case model::AccessMode::fresh_token:
      return "fresh_token";
  }
  return "";
}

std::string kind_of(trace::Action const& action) {
  return std::visit(overloaded{
                        [](model::Follow const&) { return "follow"; },
                        [](model::Unfollow const&) { return "unfollow"; },
                        [](model::Decide const& op) { return op.accept ? "accept" : "refuse"; },
                        [](model::Block const&) { return "block"; },
                        [](model::Unblock const&) { return "unblock"; },
                        [](model::MakePost const&) { return "post"; },
                        [](model::CanRead const&) { return "can_read"; },
                        [](trace::Deliver const&) { return "deliver"; },
                        [](trace::Rebuild const&) { return "rebuild"; },
                        [](trace::Certify const&) { return "certify"; },
                    },
                    action);
}

std::string outcome_of(trace::Action const& action, trace::Answer const& answer) {
  return std::visit(overloaded{
                        [&](trace::WriteAnswer const& write) {
                          bool const to_state = std::holds_alternative<model::Follow>(action) &&
                                                write.verdict == model::Verdict::changed;
                          return " " + word(write.verdict) + word(write.reason) +
                                 (to_state ? " " + trace::show_state(write.present.state) : "");
                        },
                        [&](trace::ReadAnswer const& read) {
                          auto const* op = std::get_if<model::CanRead>(&action);
                          bool const by_mode = read.source == trace::AccessSource::truth ||
                                               read.source == trace::AccessSource::projection ||
                                               read.source == trace::AccessSource::fallback_truth;
                          return (op != nullptr && by_mode ? " " + word(op->mode) : std::string{}) +
                                 (read.allowed ? " ALLOW " : " DENY ") + word(read.source);
                        },
                        [](trace::ApplyAnswer const& apply) {
                          switch (apply.verdict) {
                            case trace::ApplyVerdict::applied:
                              return std::string{" applied"};
                            case trace::ApplyVerdict::stale:
                              return std::string{" stale"};
                            case trace::ApplyVerdict::dup:
                              return std::string{" dup"};
                          }
                          return std::string{};
                        },
                        [](trace::DiffAnswer const&) { return std::string{}; },
                    },
                    answer);
}

}  // namespace

void Coverage::count(trace::Run const& run) {
  for (auto const& record : run.actions) {
    if (record.session == trace::kDrain) continue;
    auto const* returned = std::get_if<trace::Returned>(&record.completion);
    if (returned == nullptr) continue;
    ++counts_[kind_of(record.action) + outcome_of(record.action, returned->answer)];
    ++total_;
  }
}

void Coverage::merge(Coverage const& other) {
  for (auto const& [outcome, count] : other.counts_) counts_[outcome] += count;
  total_ += other.total_;
}

std::vector<std::string> Coverage::missing() const {
  std::vector<std::string> never;
  for (auto const& outcome : reachable_outcomes()) {
    if (!counts_.contains(outcome)) never.push_back(outcome);
  }
  return never;
}

std::vector<std::string> const& reachable_outcomes() {
  static std::vector<std::string> const outcomes{
      "follow CHANGED ACTIVE",
      "follow CHANGED PENDING",
      "follow NOOP already_active",
      "follow NOOP already_pending",
      "follow REJECTED blocked",
      "follow REJECTED self",
      "follow REJECTED unknown",
      "unfollow CHANGED",
      "unfollow NOOP already_removed",
      "unfollow REJECTED unknown",
      "accept CHANGED",
      "accept REJECTED not_pending",
      "accept REJECTED unknown",
      "refuse CHANGED",
      "refuse REJECTED not_pending",
      "refuse REJECTED unknown",
      "block CHANGED",
      "block NOOP already_blocked",
      "block REJECTED self",
      "block REJECTED unknown",
      "unblock CHANGED",
      "unblock NOOP not_blocked",
      "unblock REJECTED unknown",
      "post CHANGED",
      "post REJECTED unknown",
      "can_read ALLOW author",
      "can_read ALLOW public_block_check",
      "can_read DENY public_block_check",
      "can_read DENY no_such_post",
      "can_read truth ALLOW truth",
      "can_read truth DENY truth",
      "can_read projection_only ALLOW projection",
      "can_read projection_only DENY projection",
      "can_read projection_only DENY fallback_truth",
      "can_read content_token ALLOW projection",
      "can_read content_token ALLOW fallback_truth",
      "can_read content_token DENY projection",
      "can_read content_token DENY fallback_truth",
      "can_read fresh_token ALLOW projection",
      "can_read fresh_token ALLOW fallback_truth",
      "can_read fresh_token DENY projection",
      "can_read fresh_token DENY fallback_truth",
      "deliver applied",
      "deliver stale",
      "deliver dup",
      "rebuild",
      "certify",
  };
  return outcomes;
}

}  // namespace properties::gen
