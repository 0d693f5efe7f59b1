import VaultCore
import VaultPlatform

/// A command line of this program as a person types it.
struct CommandLineText: CustomStringConvertible {
  /// Without the program's name.
  var words: [String]

  init(_ words: [String]) { self.words = words }

  var description: String {
    (["vault"] + words.map { ShownName.quoted($0).shellWord }).joined(separator: " ")
  }
}
