/// Reads the keys that vault gives a meaning. An ill-typed value is a default plus a warning, never a failure.
package struct FrontMatterReader {
  let frontMatter: FrontMatter
  var diagnostics: [Diagnostic] = []

  private func first(_ keys: [String]) -> Property? {
    for key in keys {
      if let property = frontMatter[key], property.value != .null { return property }
    }
    return nil
  }

  private mutating func report(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity = .warning, at place: SourceLocation, _ message: String
  ) {
    diagnostics.append(Diagnostic(code, severity, at: place, message))
  }

  private mutating func warn(_ property: Property, _ expected: String) {
    let type = property.value.typeName.map { "a \($0)" } ?? "empty"
    report(
      "property-type", at: property.valueLocation,
      "\"\(property.key)\" should be \(expected), not \(type); it is ignored")
  }

  /// What the first of the keys holds, with a warning where that is of another type.
  private mutating func value<Value>(
    of keys: [String], _ expected: String, _ read: (PropertyValue) -> Value?
  ) -> Value? {
    guard let property = first(keys) else { return nil }
    let value = read(property.value)
    if value == nil { warn(property, expected) }
    return value
  }

  mutating func text(_ keys: String...) -> String? {
    value(of: keys, "text", \.text).flatMap { $0.isEmpty ? nil : $0 }
  }

  mutating func list(_ keys: String...) -> [String] { list(keys) }

  mutating func list(_ keys: [String]) -> [String] {
    guard let property = first(keys) else { return [] }
    return texts(of: property, "a list of texts").map(\.text)
  }

  /// The texts that a list holds, or the one that stands for a list, with their places.
  private mutating func texts(of property: Property, _ expected: String) -> [(text: String, place: SourceLocation)] {
    guard case .list = property.value else {
      guard let text = property.value.text else {
        warn(property, expected)
        return []
      }
      return text.isEmpty ? [] : [(text, property.valueLocation)]
    }
    var texts: [(String, SourceLocation)] = []
    for (value, place) in property.values {
      if let text = value.text {
        if !text.isEmpty { texts.append((text, place)) }
        continue
      }
      // An empty item is what a template leaves to be filled in.
      guard let type = value.typeName else { continue }
      report(
        "property-type", at: place,
        "\"\(property.key)\" should be \(expected); the \(type) in it is ignored")
    }
    return texts
  }

  /// Keys compare without case: of those that differ in nothing else, one counts.
  mutating func checkKeys() {
    var seen: Set<String> = []
    for property in frontMatter.properties where !seen.insert(property.key.lowercased()).inserted {
      guard let first = frontMatter[property.key], first.key != property.key else { continue }
      report(
        "property-key-case", at: property.location,
        "\"\(property.key)\" and \"\(first.key)\" are one key here; the first one counts, so remove or rename the other"
      )
    }
  }

  mutating func checkbox(_ keys: String...) -> Bool {
    value(of: keys, "true or false", \.checkbox) ?? false
  }

  mutating func date(_ keys: String...) -> NoteDate? {
    for key in keys {
      guard let property = frontMatter[key], property.value != .null else { continue }
      if let date = NoteDate(property: property.value) { return date }
      if property.value.isPlaceholder { continue }
      report(
        "date-unreadable", at: property.valueLocation,
        "\"\(property.key)\" is no date that can be read; write 2026-01-31 or 2026-01-31T09:30")
    }
    return nil
  }

  package static let aliasKeys = ["aliases", "alias"]

  /// The keys that tags are read from, in a notebook of zk of two more.
  package static func tagKeys(inNotebook: Bool) -> [String] {
    ["tags", "tag"] + (inNotebook ? ["keywords", "keyword"] : [])
  }

  /// Each once, without `#`.
  mutating func tags(inNotebook: Bool = false) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for key in Self.tagKeys(inNotebook: inNotebook) {
      guard let property = frontMatter[key], property.value != .null else { continue }
      if key == "tag", !inNotebook {
        report("tags-key", .info, at: property.location, "\"tag\" is read as \"tags\"; other tools may not")
      }
      var pieces = texts(of: property, "a list of tags")
      if case .text(let text) = property.value, text.contains(where: { $0 == "," || $0.isWhitespace }) {
        let words = text.split { $0 == "," || $0.isWhitespace }.map(String.init)
        pieces = words.map { ($0, property.valueLocation) }
        if !inNotebook {
          report(
            "tags-text", .info, at: property.valueLocation,
            "tags in one text are split at commas and blanks; other tools may want a list: [\(words.joined(separator: ", "))]"
          )
        }
      }
      for (piece, place) in pieces {
        let trimmed = inNotebook ? piece.trimmingWhitespace : piece
        let hasSign = trimmed.utf8.first == 0x23
        let tag = hasSign ? String(trimmed.dropFirst()) : trimmed
        guard inNotebook ? TagGrammar.isTagOfWords(tag) : TagGrammar.isTag(tag) else {
          report(
            "tags-invalid", at: place,
            "\"\(piece)\" is no tag and is left out: a tag has letters, digits, - _ /, no blanks, and at least one that is no digit"
          )
          continue
        }
        if hasSign, !inNotebook {
          report("tags-hash", .info, at: place, "\"\(piece)\" has a # that other tools may take for a part of the tag")
        }
        if seen.insert(tag.lowercased()).inserted { found.append(tag) }
      }
    }
    return found
  }
}

extension FrontMatter {
  /// The texts of the properties, but for those that were read into a field of the note's own: its title, aliases and tags.
  /// What such a property holds besides, or a second one of the kind, is told of nowhere else.
  func otherTexts(title: String, aliases: [String], tags: [String]) -> [String] {
    let names = Set(aliases + [title])
    let tags = Set(tags.map { $0.lowercased() })
    return properties.flatMap { property -> [String] in
      func isAny(of keys: [String]) -> Bool { keys.contains(where: property.key.caseInsensitiveEquals) }
      let texts = property.value.texts
      if isAny(of: ["title"] + FrontMatterReader.aliasKeys) { return texts.filter { !names.contains($0) } }
      guard isAny(of: FrontMatterReader.tagKeys(inNotebook: true)) else { return texts }
      return texts.filter { text in
        !TagText.words(in: text).allSatisfy { tags.contains($0.drop { $0 == "#" }.lowercased()) }
      }
    }
  }
}
