/// A command of a person's own: a name for a command with some of its arguments.
package struct CommandAlias: Hashable, Sendable {
  package var name: String
  package var text: String

  /// The command and its arguments; nil where the text cannot be split.
  package var words: [String]? { ShellWords.split(text) }

  var isValid: Bool {
    name.utf8.first?.isASCIILetterOrDigit == true
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
      && words?.isEmpty == false
  }
}
