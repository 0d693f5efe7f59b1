import VaultCore

/// A note is no longer what whoever wants to change it has read. Nothing was changed.
package struct NoteStateError: Failure {
  package let path: NotePath
  /// The text now.
  package let text: [UInt8]

  package var hash: [UInt8] { NoteHash.of(text) }
  package var kind: FailureKind { .changedMeanwhile }
  package var message: Message {
    "\(ShownName.path(path.text)): was changed since it was read, so nothing was done; look at its text now"
  }
}

/// What was given for a state of a note is none. Nothing was changed.
package struct NoteStateNameError: Failure {
  let given: String

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    "\"\(ShownName.quoted(given))\" is no state of a note: \(VaultEditor.leastDigits) or more hexadecimal digits of its hash"
  }
}

extension VaultEditor {
  /// As many digits tell any two states of a note apart.
  package static let leastDigits = 12

  /// Throws `NoteStateError` unless the hash of the note's text begins with those digits. Of use within `changeAsOne`: the
  /// text is the one that the change is made of.
  package func require(_ digits: String, of name: String) throws {
    guard digits.utf8.count >= Self.leastDigits, digits.utf8.allSatisfy(\.isHexadecimalDigit) else {
      throw NoteStateNameError(given: digits)
    }
    _ = try change("look at \(Self.list([name]))") { plan in
      let path = try plan.reader.resolve(name)
      let text = try plan.text(path)
      guard NoteHash.of(text).hexadecimal.hasPrefix(digits.lowercased()) else {
        throw NoteStateError(path: path, text: text)
      }
    }
  }
}
