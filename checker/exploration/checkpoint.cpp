#include "checker/exploration/checkpoint.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace checker::exploration {
namespace {

constexpr std::uint64_t kMagic = 0x32657461'74736372;  // "rcstate2"

struct Header {
  std::uint64_t magic{kMagic};
  std::uint64_t subject{0};
  std::uint64_t words{0};
  std::uint64_t states{0};
  std::uint64_t layers{0};
  std::uint64_t next{0};
  std::uint64_t transitions{0};
  std::uint64_t at_rest{0};
  std::uint64_t reached{0};
  std::uint64_t digest{0};
};

template <class T>
void put(std::ofstream& file, T const* from, std::size_t count) {
  file.write(reinterpret_cast<char const*>(from), static_cast<std::streamsize>(count * sizeof(T)));
}

template <class T>
void take(std::ifstream& file, T* to, std::size_t count) {
  file.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(count * sizeof(T)));
}

/// Of all that the file holds, but for the digest itself.
std::uint64_t digest_of(StateTable const& table, Mark const& mark) {
  std::array<std::uint64_t, 5> const numbers{hash_of(mark.layers.data(), mark.layers.size()),
                                             mark.next, mark.transitions, mark.at_rest,
                                             mark.reached};
  auto digest = hash_of(numbers.data(), numbers.size());
  for (std::uint64_t i = 0; i < table.size(); ++i) {
    digest = (digest ^ hash_of(table.at(i), table.words())) * 0x9e3779b97f4a7c15;
  }
  return digest;
}

/// States are met in an order of their own: of one search, one list is the beginning of the other.
bool starts_alike(StateTable const& a, StateTable const& b) {
  auto const both = std::min(a.size(), b.size());
  return std::equal(a.at(0), a.at(both), b.at(0), b.at(both));
}

bool plausible(Header const& header, std::uint64_t subject, StateTable const& table) {
  return header.magic == kMagic && header.subject == subject && header.words == table.words() &&
         header.states <= StateTable::kMaxStates && header.layers >= 2 &&
         header.layers <= header.states + 2 && header.next <= header.states;
}

}  // namespace

bool save_checkpoint(std::string const& path, std::uint64_t subject, StateTable const& table,
                     Mark const& mark) {
  auto const part = path + ".part";
  std::ofstream file{part, std::ios::binary};
  Header const header{
      kMagic,    subject,          table.words(), table.size(), mark.layers.size(),
      mark.next, mark.transitions, mark.at_rest,  mark.reached, digest_of(table, mark)};
  put(file, &header, 1);
  put(file, mark.layers.data(), mark.layers.size());
  put(file, table.at(0), table.size() * table.words());
  file.close();
  std::error_code error;
  if (file) std::filesystem::rename(part, path, error);
  return file && !error;
}

bool load_checkpoint(std::string const& path, std::uint64_t subject, StateTable& table,
                     Mark& mark) {
  std::ifstream file{path, std::ios::binary};
  Header header;
  take(file, &header, 1);
  if (!file || !plausible(header, subject, table) || header.states > table.limit()) return false;
  Mark loaded{header.next,
              {},
              header.transitions,
              header.at_rest,
              static_cast<std::uint32_t>(header.reached)};
  loaded.layers.resize(header.layers);
  take(file, loaded.layers.data(), loaded.layers.size());
  StateTable states{header.words, table.limit()};
  std::vector<std::uint64_t> state(header.words);
  for (std::uint64_t i = 0; i < header.states && file; ++i) {
    take(file, state.data(), state.size());
    if (file) states.insert(state.data(), hash_of(state.data(), state.size()));
  }
  if (!file || states.size() != header.states || digest_of(states, loaded) != header.digest)
    return false;
  if (!starts_alike(states, table) || loaded.layers[1] != mark.layers[1]) return false;
  table = std::move(states);
  mark = std::move(loaded);
  return true;
}

}  // namespace checker::exploration
