import VaultCore

/// A property's value as the command line gives it.
enum PropertyText {
  /// A list or map in brackets is YAML's flow style; all else is one value.
  static func value(_ text: String) throws -> PropertyValue {
    guard text.hasPrefix("[") && text.hasSuffix("]") || text.hasPrefix("{") && text.hasSuffix("}") else {
      return PropertyValue(plain: text)
    }
    // A wikilink is no list of lists.
    if text.hasPrefix("[[") && text.hasSuffix("]]") { return .text(text) }
    let read = Array("value: \(text)".utf8).withUnsafeBufferPointer { YAMLReader.read($0, subject: .frontMatter) }
    if let problem = read.diagnostics.first {
      throw CommandFailure(
        kind: .refused,
        message: "the value \"\(text)\" cannot be read: \(problem.message). Put it in quotes, or say --text")
    }
    return read.properties.first?.value ?? .null
  }
}
