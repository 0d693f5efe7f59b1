internal import CCMark

/// What stands in the text that cmark reads in place of something that it does not know, or must not see.
enum HTMLToken {
  case wikilink(target: String, text: String, isEmbed: Bool)
  case box(status: [UInt8])
  /// Nothing but its source.
  case literal
  case cell(Int)
  case table(Int)
}

/// A body made ready for cmark: valid UTF-8, with tokens for wikilinks, task boxes and tables, without block comments.
///
/// A token is U+FDD0, a number, U+FDD1: noncharacters, which a body keeps none of. Tokens are set without regard to
/// code and HTML; there the writer puts their source back. So no rule of Markdown has to be known twice.
struct HTMLSource {
  private(set) var text: [UInt8] = []
  private(set) var tokens: [(token: HTMLToken, source: [UInt8])] = []
  /// The numbers of each table's cells, row by row, the header first, with the columns' alignments.
  private(set) var tables: [HTMLTable] = []

  static let opening: [UInt8] = [0xEF, 0xB7, 0x90]
  static let closing: [UInt8] = [0xEF, 0xB7, 0x91]

  /// Image openings that no bracket closes cost cmark 0.30 quadratic time (`![[]()`): past this many they are masked.
  private static let imageCap = 1_000
  /// Each line is compared with every open list and quote: past this many at a line's beginning the rest is text.
  private static let nestingCap = 100
  /// A longer wikilink is none.
  private static let wikilinkCap = 1_000

  init(_ body: UnsafeBufferPointer<UInt8>) {
    var bytes = Array(String(decoding: body, as: UTF8.self).utf8)
    Self.removeNoncharacters(&bytes)
    text.reserveCapacity(bytes.count + bytes.count / 8)
    bytes.withUnsafeBufferPointer { setTokens($0) }
    let lines = Self.lineStarts(text)
    guard HTMLTable.mayOccur(in: text, lines) || Self.mayHoldComment(text, lines) else { return }
    rewriteBlocks(lines)
  }

  private static func removeNoncharacters(_ bytes: inout [UInt8]) {
    var i = 0
    while i + 2 < bytes.count {
      if bytes[i] == 0xEF, bytes[i + 1] == 0xB7, bytes[i + 2] == 0x90 || bytes[i + 2] == 0x91 {
        bytes.replaceSubrange(i..<i + 3, with: [0xEF, 0xBF, 0xBD])
      }
      i += 1
    }
  }

  private mutating func append(_ token: HTMLToken, source: some Collection<UInt8>) {
    text.append(contentsOf: Self.opening)
    text.append(contentsOf: String(tokens.count).utf8)
    text.append(contentsOf: Self.closing)
    tokens.append((token, Array(source)))
  }

  // MARK: Inside lines

  private mutating func setTokens(_ bytes: UnsafeBufferPointer<UInt8>) {
    let masksImages =
      bytes.indices.reduce(0) { $0 + (bytes[$1] == 0x5B && $1 > 0 && bytes[$1 - 1] == 0x21 ? 1 : 0) }
      > Self.imageCap
    var i = 0
    while i < bytes.count {
      i = lineBeginning(bytes, i)
      while i < bytes.count {
        let c = bytes[i]
        if c == 0x0A || c == 0x0D {
          text.append(c)
          i += 1
          break
        }
        if c == 0x5C, i + 1 < bytes.count, bytes[i + 1] >= 0x21, bytes[i + 1] < 0x7F {
          text.append(c)
          text.append(bytes[i + 1])
          i += 2
        } else if let end = wikilink(bytes, i) {
          i = end
        } else if masksImages, c == 0x21, i + 1 < bytes.count, bytes[i + 1] == 0x5B {
          append(.literal, source: [c])
          i += 1
        } else {
          text.append(c)
          i += 1
        }
      }
    }
  }

  /// `[[target|text]]` or `![[target]]` at `start`: sets its token and returns its end.
  private mutating func wikilink(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    let isEmbed = bytes[start] == 0x21
    let open = isEmbed ? start + 1 : start
    guard open + 1 < bytes.count, bytes[open] == 0x5B, bytes[open + 1] == 0x5B else { return nil }
    var i = open + 2
    let limit = min(bytes.count, i + Self.wikilinkCap)
    // A code span is stronger than a wikilink, so a backtick is left to cmark.
    while i < limit, bytes[i] != 0x5D, bytes[i] != 0x5B, bytes[i] != 0x0A, bytes[i] != 0x0D, bytes[i] != 0x60 { i += 1 }
    guard i + 1 < limit, bytes[i] == 0x5D, bytes[i + 1] == 0x5D, i > open + 2 else { return nil }
    let inner = bytes[(open + 2)..<i]
    let pipe = inner.firstIndex(of: 0x7C) ?? inner.endIndex
    // In a table the bar is written `\|`.
    let targetEnd = pipe < inner.endIndex && pipe > inner.startIndex && bytes[pipe - 1] == 0x5C ? pipe - 1 : pipe
    let target = Self.trimmed(inner[..<targetEnd])
    guard !target.isEmpty else { return nil }
    var alias = pipe < inner.endIndex ? Self.trimmed(inner[(pipe + 1)...]) : ""
    if isEmbed, LinkTarget.isSize(alias.utf8) { alias = "" }
    append(
      .wikilink(target: target, text: alias.isEmpty ? target : alias, isEmbed: isEmbed), source: bytes[start..<i + 2])
    return i + 2
  }

  private static func trimmed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    func isWhitespace(_ c: UInt8) -> Bool { c == 0x20 || c == 0x09 }
    var bytes = bytes.drop(while: isWhitespace)
    while let last = bytes.last, isWhitespace(last) { bytes = bytes.dropLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Copies a line's markers, and sets a token for the box of a task behind the last. Returns where its text begins.
  private mutating func lineBeginning(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var i = start
    var markers = 0
    var afterItem = false
    while i < bytes.count {
      let c = bytes[i]
      let next = i + 1 < bytes.count ? bytes[i + 1] : 0x0A
      if c == 0x20 || c == 0x09 {
        text.append(c)
        i += 1
        continue
      }
      var end = i
      if c == 0x3E {
        end = i + 1
        afterItem = false
      } else if c == 0x2D || c == 0x2B || c == 0x2A, next == 0x20 || next == 0x09 {
        end = i + 1
        afterItem = true
      } else if c >= 0x30, c <= 0x39 {
        var digits = i
        while digits < bytes.count, digits - i < 9, bytes[digits] >= 0x30, bytes[digits] <= 0x39 { digits += 1 }
        if digits + 1 < bytes.count, bytes[digits] == 0x2E || bytes[digits] == 0x29,
          bytes[digits + 1] == 0x20 || bytes[digits + 1] == 0x09
        {
          end = digits + 1
          afterItem = true
        }
      }
      guard end > i else { break }
      markers += 1
      if markers > Self.nestingCap {
        append(.literal, source: [])
        return i
      }
      text.append(contentsOf: bytes[i..<end])
      i = end
    }
    guard afterItem, i + 2 < bytes.count, bytes[i] == 0x5B else { return i }
    var close = i + 2
    while close < bytes.count, bytes[close] & 0xC0 == 0x80 { close += 1 }
    guard close < bytes.count, bytes[close] == 0x5D, bytes[i + 1] != 0x5D, bytes[i + 1] != 0x0A, bytes[i + 1] != 0x0D,
      close + 1 == bytes.count || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[close + 1])
    else { return i }
    append(.box(status: Array(bytes[(i + 1)..<close])), source: bytes[i...close])
    return close + 1
  }

  // MARK: Whole lines

  static func lineStarts(_ text: [UInt8]) -> [Int] {
    var starts = text.isEmpty ? [] : [0]
    var i = 0
    while i < text.count {
      let c = text[i]
      i += 1
      if c == 0x0D, i < text.count, text[i] == 0x0A { continue }
      if c == 0x0A || c == 0x0D, i < text.count { starts.append(i) }
    }
    return starts
  }

  private static func mayHoldComment(_ text: [UInt8], _ lines: [Int]) -> Bool {
    lines.contains { start in
      var i = start
      while i < text.count, text[i] == 0x20 || text[i] == 0x09 { i += 1 }
      return i + 1 < text.count && text[i] == 0x25 && text[i + 1] == 0x25
    }
  }

  /// Empties the lines of block comments, and moves the cells of tables, each as a paragraph of its own, before the
  /// text: there cmark reads their inlines with the body's own link definitions.
  private mutating func rewriteBlocks(_ lines: [Int]) {
    let blocks = HTMLBlocks(text, lineCount: lines.count)
    let original = text
    func content(_ line: Int) -> Range<Int> {
      var end = line + 1 < lines.count ? lines[line + 1] : original.count
      while end > lines[line], original[end - 1] == 0x0A || original[end - 1] == 0x0D { end -= 1 }
      return lines[line]..<end
    }
    let hidden = blocks.commentLines(original, content: content)
    var tableAt: [Int: HTMLTable.Found] = [:]
    var found: [HTMLTable.Found] = []
    for paragraph in blocks.paragraphs
    where !(paragraph.first...paragraph.last).contains(where: { hidden.contains($0) }) {
      if let table = HTMLTable.Found(original, paragraph, content: content) { found.append(table) }
    }
    guard !hidden.isEmpty || !found.isEmpty else { return }
    text.removeAll(keepingCapacity: true)
    for table in found {
      tableAt[table.firstLine] = table
      var rows: [[Int]] = []
      for row in table.rows {
        rows.append(row.map { _ in 0 })
        for (column, cell) in row.enumerated() {
          rows[rows.count - 1][column] = tokens.count
          append(.cell(tokens.count), source: [])
          text.append(contentsOf: cell)
          text.append(contentsOf: [0x0A, 0x0A])
        }
      }
      tables.append(HTMLTable(rows: rows, alignments: table.alignments))
    }
    var tableNumber = 0
    var line = 0
    while line < lines.count {
      if let table = tableAt[line] {
        text.append(contentsOf: original[lines[line]..<table.contentStart])
        append(.table(tableNumber), source: [])
        tableNumber += 1
        line = table.lastLine
      } else if !hidden.contains(line) {
        text.append(contentsOf: original[content(line)])
      }
      text.append(0x0A)
      line += 1
    }
  }
}
