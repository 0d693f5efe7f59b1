/// A note as its own text, for what an index cannot decide.
package struct CheckedNote {
  package let title: String
  /// The file's name without its extension.
  package let name: String
  package let aliases: [String]
  package let tags: [String]
  /// The whole file.
  package let bytes: UnsafeBufferPointer<UInt8>
  private(set) var bodyStart: Int
  private var parsed: MarkdownDocument?

  package init(
    title: String, name: String, aliases: [String], tags: [String], bytes: UnsafeBufferPointer<UInt8>
  ) {
    self.title = title
    self.name = name
    self.aliases = aliases
    self.tags = tags
    self.bytes = bytes
    bodyStart = FrontMatterFence.find(in: bytes).range.upperBound
  }

  /// One of which only the body is asked.
  init(bytes: UnsafeBufferPointer<UInt8>, document: MarkdownDocument) {
    self.init(title: "", name: "", aliases: [], tags: [], bytes: bytes)
    bodyStart = document.lineTable.starts.first ?? bytes.count
    parsed = document
  }

  var body: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[bodyStart...]) }

  /// The texts of its properties, which are read when they are first asked for.
  private lazy var properties = FrontMatterParser.parse(bytes).otherTexts(title: title, aliases: aliases, tags: tags)

  /// The texts of its properties; none where the front matter shows that none of them holds all of `pieces`, which saves
  /// reading it.
  fileprivate mutating func properties(holding pieces: [CaselessSearch]) -> [String] {
    let frontMatter = UnsafeBufferPointer(rebasing: bytes[..<bodyStart])
    // Behind a backslash or beyond ASCII a letter may be written otherwise.
    let isPlain = frontMatter.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    guard bodyStart > 0, !isPlain || pieces.allSatisfy({ $0.isFound(in: frontMatter) }) else { return [] }
    return properties
  }

  /// Parsed when it is first asked for.
  mutating func document() -> MarkdownDocument {
    if let parsed { return parsed }
    let document = MarkdownDocument(bytes, bodyStart: bodyStart)
    parsed = document
    return document
  }
}

/// A term of a query that has to be checked on the notes' own text: substrings across words, regular expressions, what
/// has to stand in one line, block or section, and what asks for case.
package struct TextCheck: Hashable, Sendable {
  /// Where the text is looked for.
  enum Place: Hashable {
    /// Title, file name, aliases, tags, properties and body.
    case anywhere
    case field(Query.TextField)
    case unit(Query.TextUnit)

    /// The one field that is looked into; nil for more than one.
    var field: SearchableText.Field? {
      switch self {
      case .anywhere: nil
      case .field(.title): .title
      case .field(.alias): .alias
      case .field(.heading): .heading
      case .field(.content), .unit: .body
      }
    }
  }

  let place: Place
  package let formula: TextFormula
  /// What a note's words have to hold to come into question.
  package let requirement: IndexRequirement
  /// The parts of `requirement` that can be looked for in bytes.
  private let pieces: [CaselessSearch]

  init(_ place: Place, _ formula: TextFormula, _ scanner: inout WordScanner) {
    self.place = place
    self.formula = formula
    requirement = formula.requirement(in: place.field, &scanner)
    pieces = TextPrefilter.pieces(of: requirement)
  }

  /// How often it is found, by field; nil where it is not.
  package func counts(
    in note: inout CheckedNote, _ finder: inout TextFinder
  ) throws(PatternProblem) -> PatternCounts? {
    finder.forgetText()
    var counts = PatternCounts()
    for field in place.field.map({ [$0] }) ?? [.title, .alias, .tag, .body, .name, .property] {
      let found =
        switch field {
        case .title: try count(in: [note.title], &finder)
        case .alias: try count(in: note.aliases, &finder)
        case .heading: try count(in: note.document().headings.map(\.text), &finder)
        case .tag: try count(in: note.tags, &finder)
        case .body, .part: try countInBody(&note, &finder)
        // A file that is called like the note says the same once more.
        case .name: note.name == note.title ? 0 : try count(in: [note.name], &finder)
        case .property: try count(in: note.properties(holding: pieces), &finder)
        case .link: 0
        }
      counts.whole[field.rawValue] = UInt32(clamping: found)
      counts.begun[field.rawValue] = UInt32(clamping: found)
    }
    return counts == PatternCounts() ? nil : counts
  }

  private func count(in texts: [String], _ finder: inout TextFinder) throws(PatternProblem) -> Int {
    var count = 0
    for text in texts where try finder.finds(formula, in: text) { count += 1 }
    return count
  }

  /// The lines or other units in which it is found; for words, which may stand on two lines, whether they are there.
  private func countInBody(_ note: inout CheckedNote, _ finder: inout TextFinder) throws(PatternProblem) -> Int {
    if case .unit(let unit) = place { return try lines(of: unit, in: &note, limit: 50, &finder).count { !$0.isEmpty } }
    if case .term(let leaf) = formula, let count = try finder.lineCount(of: leaf, in: note.body) { return count }
    guard try formula.holds(in: note.body, &finder) else { return 0 }
    finder.forgetText()
    var count = 0
    var lines = LineReading(note.body)
    while let line = lines.next() {
      if try formula.holds(in: line, &finder) { count += 1 }
    }
    return max(count, 1)
  }

  // MARK: Lines, blocks and sections

  /// The units that hold it, as ranges of the document's lines; `limit` of them at most.
  func lines(
    of unit: Query.TextUnit, in note: inout CheckedNote, limit: Int?, _ finder: inout TextFinder
  ) throws(PatternProblem) -> [Range<Int>] {
    finder.forgetText()
    let table: LineTable
    let units: [Range<Int>]
    if unit == .line {
      table = LineTable(note.bytes, from: note.bodyStart)
      units = table.starts.indices.map { $0..<($0 + 1) }
    } else {
      let document = note.document()
      table = document.lineTable
      units = unit == .block ? document.blocks : document.sections
    }
    var found: [Range<Int>] = []
    for lines in units {
      let end = table.contentEnd(lines.upperBound - 1, in: note.bytes)
      let text = UnsafeBufferPointer(rebasing: note.bytes[table.starts[lines.lowerBound]..<end])
      guard try formula.holds(in: text, &finder) else { continue }
      found.append(lines)
      if found.count == limit { break }
    }
    return found
  }
}

extension TextCheck {
  /// The lines of the units that hold it, counting from 0 in the body. Where that takes too long to find out, none.
  func lines(
    in bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument, _ finder: inout TextFinder
  ) -> Set<Int> {
    guard case .unit(let unit) = place else { return [] }
    var note = CheckedNote(bytes: bytes, document: document)
    return Set(((try? lines(of: unit, in: &note, limit: nil, &finder)) ?? []).joined())
  }
}

extension MarkdownDocument {
  /// Ranges of lines: each heading outside of quotes begins one, and what stands before the first is one.
  var sections: [Range<Int>] {
    let starts = [0] + headings.filter { !$0.inQuote && $0.line > 0 }.map(\.line)
    return zip(starts, starts.dropFirst() + [lines.count]).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// Ranges of lines: paragraphs, list items, code, tables and the like; blank lines belong to none.
  var blocks: [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for (number, line) in lines.enumerated() {
      let begins: Bool
      switch line.kind {
      case .blank:
        if let start { found.append(start..<number) }
        start = nil
        continue
      case .heading, .task, .bullet, .ordered, .rule: begins = true
      default: begins = number > 0 && (lines[number - 1].kind == .heading || lines[number - 1].kind == .rule)
      }
      if begins, let first = start {
        found.append(first..<number)
        start = number
      }
      start = start ?? number
    }
    if let start { found.append(start..<lines.count) }
    return found
  }
}
