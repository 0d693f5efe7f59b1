/// Reads keys of one settings file. What is wrong is told, and the default taken.
struct ObsidianSettingsReader {
  private var object = JSONValue.object([])
  private(set) var diagnostics: [Diagnostic] = []

  init(_ bytes: [UInt8]) {
    // Obsidian leaves empty files behind.
    if bytes.allSatisfy({ $0 <= 0x20 }) { return }
    do throws(JSONError) {
      object = try JSONReader.read(bytes)
      guard case .object = object else {
        warn("an object in braces is expected, not \(object.kind); Obsidian's defaults are used")
        return
      }
    } catch {
      warn("\(error.description); Obsidian's defaults are used until the file is mended", at: error.location)
    }
  }

  mutating func warn(_ message: String, at location: SourceLocation = SourceLocation(line: 1, column: 1)) {
    diagnostics.append(Diagnostic("obsidian-settings", at: location, message))
  }

  mutating func value<Value>(
    _ key: String, _ expected: String, _ convert: (JSONValue) -> Value?
  ) -> Value? {
    guard let found = object[key], found != .null else { return nil }
    if let value = convert(found) { return value }
    warn("\"\(key)\" should be \(expected), not \(found.kind); Obsidian's default is used")
    return nil
  }

  /// Returns nil when it is empty.
  mutating func text(_ key: String) -> String? {
    value(key, "text", \.text).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The members of an object that are texts, in the order written.
  mutating func texts(_ key: String) -> [(name: String, text: String)] {
    (value(key, "an object of texts", \.members) ?? []).compactMap { member in
      member.value.text.map { (member.name, $0) }
    }
  }

  /// A list of folders, as `ObsidianSettings` has them; what is no text or the root is left out.
  mutating func folders(_ key: String) -> [String]? {
    value(key, "a list of folders", \.list).map { folders in
      folders.compactMap { $0.text.map(ObsidianSettings.folder) }.filter { !$0.isEmpty }
    }
  }

  /// A format of nothing but blanks is the default.
  mutating func format(_ key: String) -> String? {
    text(key).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  mutating func checkbox(_ key: String) -> Bool? {
    value(key, "true or false", \.bool)
  }

  /// What the text stands for.
  mutating func choice<Choice>(_ key: String, _ choices: KeyValuePairs<String, Choice>) -> Choice? {
    guard let text = text(key) else { return nil }
    if let choice = choices.first(where: { $0.key == text }) { return choice.value }
    let names = choices.map(\.key).joined(separator: ", ")
    warn("\"\(key)\" is \"\(text)\", which is none of \(names); Obsidian's default is used")
    return nil
  }
}
