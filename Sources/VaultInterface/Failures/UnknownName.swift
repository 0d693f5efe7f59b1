import VaultCore

/// A word that must be one of a few and is none.
package struct UnknownName: Error, CustomStringConvertible {
  /// `command`, `setting`
  package var kind: String
  package var name: String
  package var known: [String]

  package init(kind: String, name: String, known: [String]) {
    self.kind = kind
    self.name = name
    self.known = known
  }

  package var description: String {
    let near = Suggestion.nearest(to: name, among: known)
    let hint =
      near.isEmpty
      ? "There are: \(known.joined(separator: ", "))." : "Did you mean \(near.joined(separator: " or "))?"
    return "there is no \(kind) \"\(name)\". \(hint)"
  }
}
