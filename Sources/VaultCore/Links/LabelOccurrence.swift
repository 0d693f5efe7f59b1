/// A place in a note where the label of a footnote or of a link definition stands.
package struct LabelOccurrence: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// `[^label]`, with or without a definition.
    case footnote
    /// The label of `[label]: address`, or of a link that has one. What stands in brackets and is defined nowhere is
    /// text.
    case reference
  }

  package var kind: Kind
  /// Folded, as labels are compared. A footnote's is without its `^`.
  package var label: String
  /// The label's bytes in the file as they are written, without brackets and `^`. In `[label]` and `[label][]` it is
  /// the text that is shown, too.
  package var range: SourceRange
  package var isDefinition: Bool

  /// All labels of a file, in order. There are none in code, HTML and comments, or between two `%%` or `$` of a
  /// line.
  package static func all(in bytes: UnsafeBufferPointer<UInt8>) -> [LabelOccurrence] {
    let document = MarkdownDocument(bytes)
    func isHidden(_ offset: Int) -> Bool { document.lines[document.lineTable.line(at: offset)].kind == .comment }
    var found: [LabelOccurrence] = []
    for definition in document.definitions where !isHidden(definition.labelRange.lowerBound) {
      let label = LabelOccurrence(definition.labelRange, definition.label, isDefinition: true, bytes)
      if let label { found.append(label) }
    }
    let unseen = UnseenPlaces(Array(bytes))
    let content = InlineContent(bytes, document: document, readsLabels: true)
    for label in content.labels ?? [] {
      let start = label.range.lowerBound - 1
      guard !isHidden(start), !unseen.contains(document.location(of: start)) else { continue }
      let isDefinition = label.reference == nil && definesFootnote(label.range, document, bytes)
      let label = LabelOccurrence(label.range, label.reference, isDefinition: isDefinition, bytes)
      if let label { found.append(label) }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Returns nil for what is no label. `range` is between brackets; `reference` is the folded label of a definition.
  private init?(
    _ range: SourceRange, _ reference: String?, isDefinition: Bool, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    let isFootnote = Footnote.isLabel(bytes[range])
    self.range = isFootnote ? range.dropFirst() : range
    // In a quote, only the scanner knows which marks are none of the label.
    guard let label = isFootnote ? LinkDefinition.label(bytes, self.range) : reference else { return nil }
    self.label = label
    kind = isFootnote ? .footnote : .reference
    self.isDefinition = isDefinition
  }

  /// Returns true for a label that begins a line of a paragraph and has a `:` behind it.
  private static func definesFootnote(
    _ label: SourceRange, _ document: MarkdownDocument, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard label.upperBound + 1 < bytes.count, bytes[label.upperBound + 1] == UInt8(ascii: ":") else { return false }
    let line = document.lines[document.lineTable.line(at: label.lowerBound)]
    switch line.kind {
    case .paragraph, .quote, .bullet, .ordered: return line.content.lowerBound == label.lowerBound - 1
    default: return false
    }
  }
}
