/// Checks that a note with edited link targets has the same links still.
///
/// Marks in a target (a backtick, `<`, `>`) may close or open what stands around the link, which no rule about the
/// target alone can tell. Only then the note is read again.
enum LinkEditCheck {
  /// The first of the note's links that the edits lose or turn into another; nil when there is none.
  static func firstChanged(_ edits: [TextEdit], of note: Note, in bytes: [UInt8]) -> Int? {
    guard edits.contains(where: { isRisky($0.expected) || isRisky($0.replacement) }) else { return nil }
    guard let changed = try? edits.applied(to: bytes) else { return note.links.isEmpty ? nil : 0 }
    let links = links(in: changed)
    for (index, link) in note.links.enumerated() {
      guard index < links.count, links[index].kind == link.kind else { return index }
      // Not all places of properties are known.
      if link.kind == .property { continue }
      guard links[index].location.line == link.location.line,
        expected(link, edits, bytes) == Array(links[index].target.utf8)
      else { return index }
    }
    return links.count == note.links.count || note.links.isEmpty ? nil : note.links.count - 1
  }

  /// All links of a note, those of its front matter included.
  static func links(in bytes: [UInt8]) -> [Link] {
    bytes.withUnsafeBufferPointer { buffer in
      let frontMatter = FrontMatterParser.parse(buffer)
      let document = MarkdownDocument(buffer, bodyStart: frontMatter.range.upperBound)
      return InlineContent(buffer, document: document, frontMatter: frontMatter).links
    }
  }

  private static func expected(_ link: Link, _ edits: [TextEdit], _ bytes: [UInt8]) -> [UInt8] {
    let range = link.targetRange
    var result: [UInt8] = []
    var end = range.lowerBound
    for edit in edits where edit.range.lowerBound >= range.lowerBound && edit.range.upperBound <= range.upperBound {
      result += bytes[end..<edit.range.lowerBound] + edit.replacement
      end = edit.range.upperBound
    }
    return Array(String(decoding: result + bytes[end..<range.upperBound], as: UTF8.self).utf8)
  }

  private static func isRisky(_ text: [UInt8]) -> Bool {
    for (i, c) in text.enumerated() {
      switch c {
      case 0x60, 0x3C, 0x3E, 0x5C, 0x3D: return true
      case 0x25 where i + 1 < text.count && text[i + 1] == 0x25: return true
      default: break
      }
    }
    return false
  }
}
