#include <algorithm>
#include <cctype>
#include <iterator>

#include "properties/cases/groups.hpp"

namespace properties::cases {
namespace {

std::vector<Case> collect() {
  std::vector<Case> all;
  for (auto group :
       {follow_cases(), writer_cases(), delivery_cases(), block_cases(), reading_cases()}) {
    std::move(group.begin(), group.end(), std::back_inserter(all));
  }
  std::sort(all.begin(), all.end(), [](Case const& a, Case const& b) { return a.name < b.name; });
  return all;
}

char capital(char letter) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

}  // namespace

std::vector<Case> const& all_cases() {
  static std::vector<Case> const all = collect();
  return all;
}

Case const* find_case(std::string_view name) {
  auto const& all = all_cases();
  auto const found = std::find_if(all.begin(), all.end(), [&](Case const& known) {
    return std::equal(name.begin(), name.end(), known.name.begin(), known.name.end(),
                      [](char a, char b) { return capital(a) == capital(b); });
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace properties::cases
