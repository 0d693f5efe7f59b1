import VaultCore

/// A word that must be one of a few and is none.
package struct UnknownName: Failure {
  /// `command`, `setting`
  package let noun: String
  package let name: String
  package let known: [String]
  /// Those that may be meant, the likeliest first.
  package let nearest: [String]

  package init(noun: String, name: String, known: [String]) {
    self.noun = noun
    self.name = name
    self.known = known
    nearest = Suggestion.meant(by: name, among: known)
  }

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    let hint =
      nearest.isEmpty
      ? "There are: \(known.joined(separator: ", "))" : "Did you mean \(nearest.joined(separator: " or "))?"
    return "there is no \(noun) \"\(name)\". \(hint)"
  }
}
