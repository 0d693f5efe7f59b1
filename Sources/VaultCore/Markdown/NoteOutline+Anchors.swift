extension NoteOutline {
  /// The section whose heading stands in a line, counted from 1 in the file: from the heading to the section's end. Nil for
  /// a heading in a quote or list, which begins none.
  package func range(ofSectionAtLine line: Int) -> SourceRange? {
    parts.first { part in
      if case .section = part.kind { part.lines.lowerBound == line } else { false }
    }?.range
  }

  /// The innermost block that a line belongs to: an item with all that is nested in it, a paragraph, a table. An id that
  /// stands alone names the block above it, so that is what it gives.
  /// - Parameter bytes: what the outline was made of.
  package func range(ofBlockAtLine line: Int, in bytes: [UInt8]) -> SourceRange? {
    let index = parts.lastIndex { part in Self.isBlock(part.kind) && part.lines.contains(line) }
    guard let index else { return nil }
    let own = parts[index]
    guard own.lines.count == 1, bytes[own.range].first == 0x5E else { return own.range }
    return parts[..<index].first { $0.end == index && ($0.kind == .list || Self.isBlock($0.kind)) }?.range ?? own.range
  }

  private static func isBlock(_ kind: Kind) -> Bool {
    switch kind {
    case .section, .list, .frontMatter: false
    default: true
    }
  }
}
