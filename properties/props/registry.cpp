#include <algorithm>

#include "properties/props/property.hpp"

namespace properties::props {
namespace {

std::vector<Property>& registered() {
  static std::vector<Property> properties;
  return properties;
}

}  // namespace

Registration::Registration(Property property) { registered().push_back(property); }

std::vector<Property> const& all_properties() {
  static std::vector<Property> const sorted = [] {
    auto properties = registered();
    std::ranges::sort(properties, {}, &Property::name);
    return properties;
  }();
  return sorted;
}

}  // namespace properties::props
