/// The smallest part of a body that a rule takes or leaves: a list item with its paragraphs (what is nested in it are units of
/// their own), a table's row, a link definition, a heading, a paragraph, or a run of code, HTML, math or comment.
struct MergeUnit {
  enum Kind: Hashable {
    case item, row, definition, paragraph, rule
    case heading(level: Int)
    /// Nothing that is looked into.
    case opaque

    /// True for what stands in lists of its kind, where several put in at one place are all meant.
    var isListed: Bool { self == .item || self == .row || self == .definition }
  }

  var kind: Kind
  /// The unit's own lines.
  var lines: Range<Int>
  /// Behind the blank lines that follow it.
  var end: Int
  var depth: Int
  /// What is compared: the lines without blanks at their ends; of a table's row the cells.
  var text: [UInt8] = []
  /// Its own lines, and the blank ones behind them.
  var all: Range<Int> { lines.lowerBound..<end }
}

extension MergeBody {
  /// The units of some lines, and the blank lines before the first.
  func units(_ range: Range<Int>) -> (blanks: Range<Int>, units: [MergeUnit]) {
    var units: [MergeUnit] = []
    var first = range.lowerBound
    while first < range.upperBound, isBlank(first), !isOpaque(first) { first += 1 }
    for number in first..<range.upperBound {
      if let last = units.last, isBlank(number), !isOpaque(number) || last.kind == .opaque {
        units[units.count - 1].end = number + 1
      } else if let last = units.last, continues(number, last) {
        // Blank lines within an item are its own.
        units[units.count - 1].lines = last.lines.lowerBound..<number + 1
        units[units.count - 1].end = number + 1
      } else {
        units.append(unit(number))
      }
    }
    for index in units.indices { describe(&units[index]) }
    return (range.lowerBound..<first, units)
  }

  private func unit(_ number: Int) -> MergeUnit {
    let lines = number..<number + 1
    guard !isOpaque(number), let line = line(number) else {
      return MergeUnit(kind: .opaque, lines: lines, end: lines.upperBound, depth: Int(line(number)?.depth ?? 0))
    }
    let kind: MergeUnit.Kind =
      switch line.kind {
      case .task, .bullet, .ordered: .item
      case .tableRow: .row
      case .linkDefinition: .definition
      case .heading: .heading(level: Int(line.detail))
      case .rule: .rule
      case .blank, .paragraph, .quote, .code, .html, .comment: .paragraph
      }
    return MergeUnit(kind: kind, lines: lines, end: lines.upperBound, depth: Int(line.depth))
  }

  /// Returns true when a line goes on with the unit that ends before it.
  private func continues(_ number: Int, _ unit: MergeUnit) -> Bool {
    guard let line = line(number) else { return unit.kind == .opaque }
    if isOpaque(number) { return unit.kind == .opaque && unit.end == unit.lines.upperBound }
    let isNext = unit.lines.upperBound == number
    switch (unit.kind, line.kind) {
    case (.item, .paragraph), (.item, .quote): return isNext || line.depth >= unit.depth
    case (.paragraph, .paragraph), (.paragraph, .quote): return isNext
    case (.definition, .linkDefinition): return isNext && text.bytes[line.content].first != 0x5B
    case (.heading, .heading):
      // The underline of a setext heading, which has no text.
      return isNext && text.bytes[text.lines[number]].allSatisfy { $0 == 0x3D || $0 == 0x2D || $0.isASCIIWhitespace }
    default: return false
    }
  }

  private func describe(_ unit: inout MergeUnit) {
    for number in unit.lines {
      if unit.kind == .row, let content = line(number)?.content {
        let cells = self.cells(content)
        // The dashes of a row below a header say nothing by their number.
        unit.text += cells.map { Self.isDelimiter(cells) ? Array($0.prefix(1) + [0x2D] + $0.suffix(1)) : Array($0) }
          .joined(separator: [0x7C])
      } else {
        let line = text.bytes[text.lines[number]]
        unit.text += line.dropLast(line.reversed().prefix(while: \.isASCIIWhitespace).count)
      }
      unit.text.append(0x0A)
    }
  }

  /// The text of an item without box and fields, the label of a row or definition; nil where there is none.
  func key(of unit: MergeUnit) -> [UInt8]? {
    switch unit.kind {
    case .item: return item(unit.lines.lowerBound)?.key
    case .row:
      let cells = line(unit.lines.lowerBound).map { self.cells($0.content) } ?? []
      return cells.first.flatMap { $0.isEmpty || Self.isDelimiter(cells) ? nil : Array($0) }
    case .definition:
      guard let start = line(unit.lines.lowerBound)?.content.lowerBound else { return nil }
      let end = Self.contentEnd(text.lines[unit.lines.upperBound - 1], in: text.bytes)
      return text.bytes.withUnsafeBufferPointer { bytes in
        guard start < end, bytes[start] == 0x5B else { return nil }
        return LinkDefinition.parse(bytes, from: start, limit: end).map { Array($0.definition.label.utf8) }
      }
    case .paragraph, .rule, .heading, .opaque: return nil
    }
  }

  /// A longer unit is told from others by its first words.
  private static let mostWords = 300

  /// Runs of letters and digits, by which the unit is like another one or not: of an item those of its first line, without
  /// box and fields.
  func words(of unit: MergeUnit) -> [ArraySlice<UInt8>] {
    let text = unit.kind == .item ? key(of: unit) ?? unit.text : unit.text
    return text.split(maxSplits: Self.mostWords) { !$0.isASCIILetterOrDigit && $0 < 0x80 }.prefix(Self.mostWords).map {
      $0
    }
  }

  private static func isDelimiter(_ cells: [ArraySlice<UInt8>]) -> Bool {
    cells.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == 0x2D || $0 == 0x3A } }
  }

  private func cells(_ content: SourceRange) -> [ArraySlice<UInt8>] {
    text.bytes.withUnsafeBufferPointer { PipeTable.cells($0, content) }.map { text.bytes[$0] }
  }
}
