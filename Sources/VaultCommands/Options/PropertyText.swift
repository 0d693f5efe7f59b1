import VaultCore

/// A property's value as the command line gives it.
enum PropertyText {
  struct Failure: VaultCore.Failure {
    var text: String
    var reason: String
    var kind: FailureKind { .refused }
    var message: Message { "the value \"\(text)\" cannot be read: \(reason). Put it in quotes, or say --text" }
  }

  /// A list or map in brackets is YAML's flow style; all else is one value.
  static func value(_ text: String) throws -> PropertyValue {
    guard text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix("{") && text.hasSuffix("}") else {
      return PropertyValue(plain: text)
    }
    // A wikilink is no list of lists.
    if text.hasPrefix("[[") && text.hasSuffix("]]") { return .text(text) }
    let read = Array("value: \(text)".utf8).withUnsafeBufferPointer { YAMLReader.read($0, subject: .frontMatter) }
    if let problem = read.diagnostics.first { throw Failure(text: text, reason: problem.message) }
    return read.properties.first?.value ?? .null
  }
}
