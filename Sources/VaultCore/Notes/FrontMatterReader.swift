/// Reads the keys that vault gives a meaning. An ill-typed value is a default plus a warning, never a failure.
struct FrontMatterReader {
  let frontMatter: FrontMatter
  var diagnostics: [Diagnostic] = []

  init(frontMatter: FrontMatter) {
    self.frontMatter = frontMatter
  }

  private func first(_ keys: [String]) -> Property? {
    for key in keys {
      if let property = frontMatter[key], property.value != .null { return property }
    }
    return nil
  }

  private mutating func warn(_ property: Property, _ expected: String) {
    diagnostics.append(
      Diagnostic(
        "property-type", at: property.location,
        "\"\(property.key)\" should be \(expected), not \(property.value.typeName.map { "a \($0.rawValue)" } ?? "empty"); it is ignored"
      ))
  }

  mutating func text(_ keys: String...) -> String? {
    guard let property = first(keys) else { return nil }
    guard let text = property.value.text else {
      warn(property, "text")
      return nil
    }
    return text.isEmpty ? nil : text
  }

  mutating func list(_ keys: String...) -> [String] {
    guard let property = first(keys) else { return [] }
    guard let list = property.value.stringList else {
      warn(property, "a list of texts")
      return []
    }
    return list.filter { !$0.isEmpty }
  }

  mutating func checkbox(_ keys: String...) -> Bool {
    guard let property = first(keys) else { return false }
    guard let checkbox = property.value.checkbox else {
      warn(property, "true or false")
      return false
    }
    return checkbox
  }

  mutating func date(_ keys: String...) -> NoteDate? {
    for key in keys {
      guard let property = frontMatter[key], property.value != .null else { continue }
      if let date = NoteDate(property: property.value) { return date }
      diagnostics.append(
        Diagnostic(
          "property-date", at: property.location,
          "\"\(property.key)\" is no date that can be read; write 2026-01-31 or 2026-01-31T09:30"))
    }
    return nil
  }

  /// Tags of `tags`, else `tag`: each once, without `#`.
  mutating func tags() -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for key in ["tags", "tag"] {
      guard let property = frontMatter[key], property.value != .null else { continue }
      if key == "tag" {
        diagnostics.append(
          Diagnostic("tags-key", .info, at: property.location, "\"tag\" is read as \"tags\"; other tools may not"))
      }
      guard let values = property.value.stringList else {
        warn(property, "a list of tags")
        continue
      }
      if case .list(let items) = property.value, items.contains(where: { $0 != .null && $0.text == nil }) {
        diagnostics.append(
          Diagnostic(
            "property-type", at: property.location,
            "\"\(property.key)\" should be a list of tags; the lists and maps in it are ignored"))
      }
      var pieces = values
      if case .text(let text) = property.value, text.contains(where: { $0 == "," || $0.isWhitespace }) {
        pieces = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        diagnostics.append(
          Diagnostic(
            "tags-text", .info, at: property.location,
            "tags in one text are split at commas and blanks; other tools may want a list: [\(pieces.joined(separator: ", "))]"
          ))
      }
      for piece in pieces where !piece.isEmpty {
        let tag = piece.utf8.first == 0x23 ? String(piece.dropFirst()) : piece
        guard TagGrammar.isTag(tag) else {
          diagnostics.append(
            Diagnostic(
              "tag-invalid", at: property.location,
              "\"\(piece)\" is no tag and is left out: a tag has letters, digits, - _ /, no blanks, and at least one that is no digit"
            ))
          continue
        }
        if seen.insert(tag.lowercased()).inserted { found.append(tag) }
      }
    }
    return found
  }
}
