/// The lines of a note that define labels, for text that goes elsewhere and takes along what it needs.
struct DefinitionLines {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let document: MarkdownDocument
  private let labels: [LabelOccurrence]
  /// The first of several definitions of a label, which counts.
  private let definitions: [Label: LabelOccurrence]
  /// The first line of each definition, among the body's.
  private let firstLines: Set<Int>

  struct Label: Hashable {
    var kind: LabelOccurrence.Kind
    var label: String

    init(_ occurrence: LabelOccurrence) { (kind, label) = (occurrence.kind, occurrence.label) }
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument) {
    self.bytes = bytes
    self.document = document
    labels = LabelOccurrence.all(in: bytes)
    definitions = Dictionary(labels.filter(\.isDefinition).map { (Label($0), $0) }) { first, _ in first }
    let table = document.lineTable
    firstLines = Set(labels.filter(\.isDefinition).map { table.line(at: $0.range.lowerBound) })
  }

  /// The definitions of labels that are used in a part of the note and defined outside of it, and of those that these
  /// use themselves: bytes of whole lines, without the last one's ending, in order.
  func needed(by isInside: (Int) -> Bool) throws(SectionExtractionError) -> [SourceRange] {
    var found: [SourceRange] = []
    var isKnown: Set<LabelOccurrence> = []
    func isCarried(_ offset: Int) -> Bool { isInside(offset) || found.contains { $0.contains(offset) } }
    var hasMore = true
    while hasMore {
      hasMore = false
      for use in labels where !use.isDefinition && isCarried(use.range.lowerBound) {
        guard let definition = definitions[Label(use)], isKnown.insert(definition).inserted,
          !isCarried(definition.range.lowerBound)
        else {
          continue
        }
        found.append(try lines(of: definition))
        hasMore = true
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The labels in a part of the note.
  func labels(where isInside: (Int) -> Bool) -> Set<Label> {
    Set(labels.filter { isInside($0.range.lowerBound) }.map(Label.init))
  }

  private func lines(of definition: LabelOccurrence) throws(SectionExtractionError) -> SourceRange {
    let first = document.lineTable.line(at: definition.range.lowerBound)
    guard document.lines[first].depth == 0 else {
      throw .definitionInside(definition.label, line: first + 1 + document.lineOffset)
    }
    var last = first
    let isLink = document.lines[first].kind == .linkDefinition
    while last + 1 < document.lines.count, !firstLines.contains(last + 1),
      document.lines[last + 1].kind == (isLink ? .linkDefinition : .paragraph)
    {
      last += 1
    }
    guard definition.kind == .footnote else { return range(first...last) }
    // What follows, indented by four columns, is the footnote's, too.
    var next = last + 1
    while next < document.lines.count, document.lines[next].kind == .blank || isIndented(next) {
      if document.lines[next].kind != .blank { last = next }
      next += 1
    }
    return range(first...last)
  }

  private func isIndented(_ line: Int) -> Bool {
    let text = bytes[document.lineTable.range(line)]
    return document.lines[line].depth == 0 && (text.first == 0x09 || text.starts(with: repeatElement(0x20, count: 4)))
  }

  private func range(_ lines: ClosedRange<Int>) -> SourceRange {
    document.lineTable.starts[lines.lowerBound]..<document.lineTable.contentEnd(lines.upperBound, in: bytes)
  }
}
