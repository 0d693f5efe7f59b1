/// Changes the targets of wikilinks in front matter strings, and nothing else of the front matter.
struct PropertyLinkEdits {
  /// By the target as it is read, its `#…` included: what it shall be. Other links stay.
  let targets: [[UInt8]: [UInt8]]

  /// Returns nil when the front matter, read again with the edits in it, would not be what it was with those targets
  /// changed.
  func edits(of note: Note, in bytes: [UInt8]) -> [TextEdit]? {
    guard note.frontMatter.format == .yaml else { return nil }
    var edits: [SourceRange: TextEdit] = [:]
    for string in FrontMatterString.all(of: note.frontMatter, in: bytes) where !string.isKey {
      var cursor = string.range.lowerBound
      for link in Self.links(in: Array(string.text.utf8)) {
        guard let place = string.place(of: link.target, after: link.lead, from: cursor, in: bytes) else { continue }
        cursor = place.upperBound
        guard let target = targets[link.target] else { continue }
        edits[place] = TextEdit(place, in: bytes, with: FrontMatterString.quoted(target, string.quotes))
      }
    }
    if edits.isEmpty {
      // The parser's own places, where the strings could not be listed.
      for link in note.links where link.kind == .property && !link.targetRange.isEmpty {
        guard let target = targets[Array(link.target.utf8)] else { continue }
        edits[link.targetRange] = TextEdit(link.targetRange, in: bytes, with: target)
      }
    }
    let sorted = edits.values.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return isExact(sorted, note.frontMatter, bytes) ? sorted : nil
  }

  private func isExact(_ edits: [TextEdit], _ frontMatter: FrontMatter, _ bytes: [UInt8]) -> Bool {
    guard let new = try? edits.applied(to: Array(bytes[..<frontMatter.range.upperBound])) else { return false }
    let after = new.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    return after.range == frontMatter.range.lowerBound..<new.count
      && PropertyValue.map(after.properties).isWritten(
        like: PropertyValue.map(frontMatter.properties).changingSingleValues(changed))
      && after.diagnostics.map(\.code) == frontMatter.diagnostics.map(\.code)
  }

  // MARK: Links of a string

  private struct FoundLink {
    /// `[[` and the blanks behind it.
    var lead: [UInt8]
    var target: [UInt8]
    /// Where the target lies in the string.
    var range: SourceRange
  }

  private static func links(in text: [UInt8]) -> [FoundLink] {
    guard text.contains(0x5B) else { return [] }
    return text.withUnsafeBufferPointer { buffer in
      var scanner = InlineScanner(buffer, offset: 0, definitions: [:])
      scanner.scan(0..<buffer.count)
      return scanner.links.compactMap { found in
        var start = found.start
        if found.kind == .embed { start += 1 }
        guard found.kind == .wiki || found.kind == .embed, buffer[start] == 0x5B, buffer[start + 1] == 0x5B else {
          return nil
        }
        return FoundLink(
          lead: Array(buffer[start..<found.target.lowerBound]), target: Array(buffer[found.target]),
          range: found.target)
      }.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
  }

  // MARK: The model

  private func changed(_ value: PropertyValue) -> PropertyValue {
    guard case .text(let text) = value else { return value }
    var bytes = Array(text.utf8)
    for link in Self.links(in: bytes).reversed() {
      if let target = targets[link.target] { bytes.replaceSubrange(link.range, with: target) }
    }
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}
