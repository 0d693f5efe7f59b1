/// What a notebook of zk has besides what Obsidian reads, by `[format.markdown]` in its configuration.
package struct NotebookFormat: Sendable, Hashable {
  /// `#tag`
  package var hashtags = true
  /// `:one:two:`
  package var colonTags = false
  /// `#two words#`, where `hashtags` holds, too.
  package var multiwordTags = false

  package init(hashtags: Bool = true, colonTags: Bool = false, multiwordTags: Bool = false) {
    self.hashtags = hashtags
    self.colonTags = colonTags
    self.multiwordTags = multiwordTags
  }

  /// Reads zk's configuration. What is neither true nor false is told, and the default holds.
  package static func read(_ configuration: [UInt8]) -> (settings: NotebookFormat, diagnostics: [Diagnostic]) {
    var format = NotebookFormat()
    var diagnostics: [Diagnostic] = []
    let (table, unreadable) = configuration.withUnsafeBufferPointer {
      TOMLFrontMatter.checkboxes(in: $0, of: ["format", "markdown"])
    }
    if let unreadable {
      diagnostics.append(
        Diagnostic(
          "zk-setting", at: unreadable, "this is neither a table nor a setting, so zk would read nothing; mend it there"
        ))
    }
    let keys: [(String, WritableKeyPath<Self, Bool>)] = [
      ("hashtags", \.hashtags), ("colon-tags", \.colonTags), ("multiword-tags", \.multiwordTags),
    ]
    for (key, setting) in keys {
      guard let found = table[key] else { continue }
      if let value = found.value {
        format[keyPath: setting] = value
      } else {
        diagnostics.append(
          Diagnostic(
            "zk-setting", at: found.place,
            "\(key) should be true or false, so \(format[keyPath: setting]) holds, which is zk's default; mend it there"
          ))
      }
    }
    return (format, diagnostics)
  }

  /// Names all that changes how a note's bytes are understood.
  package var parsingFingerprint: String { "zk \(hashtags) \(colonTags) \(multiwordTags)" }
}
