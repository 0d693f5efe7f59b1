import VaultCore

/// A word that must be one of a few and is none.
package struct UnknownName: Failure {
  /// `command`, `setting`
  package var noun: String
  package var name: String
  package var known: [String]

  package init(noun: String, name: String, known: [String]) {
    self.noun = noun
    self.name = name
    self.known = known
  }

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    let near = Suggestion.nearest(to: name, among: known)
    let hint =
      near.isEmpty
      ? "There are: \(known.joined(separator: ", "))" : "Did you mean \(near.joined(separator: " or "))?"
    return "there is no \(noun) \"\(name)\". \(hint)"
  }
}
