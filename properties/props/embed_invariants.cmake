# Writes OUTPUT, a source file that carries the invariants FILES (absolute, separated by '|') under
# their names relative to ROOT.
string(REPLACE "|" ";" files "${FILES}")
list(SORT files)
set(entries "")
foreach(path IN LISTS files)
  file(READ "${path}" text)
  file(RELATIVE_PATH name "${ROOT}" "${path}")
  string(APPEND entries "      {\"${name}\", R\"relcheck(${text})relcheck\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"properties/props/embedded_invariants.hpp\"

namespace properties::props {

std::vector<EmbeddedInvariant> const& embedded_invariants() {
  static std::vector<EmbeddedInvariant> const invariants{
${entries}  };
  return invariants;
}

}  // namespace properties::props
")
