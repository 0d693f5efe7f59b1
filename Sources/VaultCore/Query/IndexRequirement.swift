/// What a note's words have to hold for a text to stand in it: by this an index rules notes out without reading them.
/// A note that meets it need not hold the text.
package indirect enum IndexRequirement: Hashable, Sendable {
  /// The words tell nothing.
  case anything
  case words(WordPattern)
  case part(WordPart)
  case all([IndexRequirement])
  case any([IndexRequirement])
}

/// A piece of a word, folded.
package struct WordPart: Hashable, Sendable {
  package var bytes: [UInt8]
  package var startsWord: Bool
  package var endsWord: Bool
  /// True when it is two letters of a script without blanks.
  var isPair: Bool

  package init(_ bytes: [UInt8], startsWord: Bool, endsWord: Bool, isPair: Bool = false) {
    self.bytes = bytes
    self.startsWord = startsWord
    self.endsWord = endsWord
    self.isPair = isPair
  }
}

extension IndexRequirement {
  /// For a text that has to stand in one line just so, but for case and accents.
  static func literal(_ text: [UInt8], _ scanner: inout WordScanner) -> IndexRequirement {
    .all(WordPart.parts(of: text, &scanner).map(\.requirement)).simplified
  }

  init(_ requirement: PatternRequirement, _ scanner: inout WordScanner) {
    switch requirement {
    case .anything: self = .anything
    case .literal(let scalars):
      var bytes: [UInt8] = []
      for scalar in scalars { appendScalar(scalar, to: &bytes) }
      self = .literal(bytes, &scanner)
    case .all(let parts): self = IndexRequirement.all(parts.map { IndexRequirement($0, &scanner) }).simplified
    case .any(let parts): self = IndexRequirement.any(parts.map { IndexRequirement($0, &scanner) }).simplified
    }
  }

  /// The same without what tells nothing.
  var simplified: IndexRequirement {
    switch self {
    case .all(let parts):
      let telling = parts.filter { $0 != .anything }
      return telling.isEmpty ? .anything : telling.count == 1 ? telling[0] : .all(telling)
    case .any(let parts):
      return parts.contains(.anything) || parts.isEmpty ? .anything : parts.count == 1 ? parts[0] : .any(parts)
    default: return self
    }
  }
}

extension IndexRequirement {
  /// How long the longest word or piece is that has to be there whatever else is. Bytes of letters beyond ASCII count
  /// twice: there are more such letters, so that each tells more.
  package var letters: Int {
    switch self {
    case .anything: 0
    case .words(let pattern): Self.letters(in: pattern.bytes.dropFirst())
    case .part(let part): Self.letters(in: part.bytes)
    case .all(let parts): parts.map(\.letters).max() ?? 0
    case .any(let parts): parts.map(\.letters).min() ?? 0
    }
  }

  private static func letters(in bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 + ($1 < 0x80 ? 1 : 2) } }
}

extension WordPart {
  /// Shorter ones, where they may stand anywhere in a word, are in too many words to tell anything.
  static let shortest = 3

  /// A pair of letters of a script without blanks is none where something stands between them that folding leaves out:
  /// then the first of them ends a run.
  fileprivate var requirement: IndexRequirement {
    let first = bytes.withUnsafeBufferPointer { decodeScalar($0, at: 0) }
    guard isPair else { return .part(self) }
    return .any([.part(self), .part(WordPart(Array(bytes[..<first.length]), startsWord: true, endsWord: true))])
  }

  /// The pieces of words that a text in a note is made of.
  fileprivate static func parts(of text: [UInt8], _ scanner: inout WordScanner) -> [WordPart] {
    text.withUnsafeBufferPointer { text in
      var words: [UInt8] = []
      var ignored: [UInt8] = []
      let recorded = scanner.records
      scanner.records = true
      scanner.clearRecords()
      scanner.append(text, to: &words, parts: &ignored)
      let records = scanner.wordRecords
      scanner.records = recorded
      scanner.clearRecords()
      var parts: [WordPart] = []
      for (index, record) in records.enumerated() {
        let word = Array(words[record.offset...].prefix { $0 != 0x20 })
        // The end of a word that is cut in the index.
        if word.count + 3 >= WordScanner.longestWord { continue }
        if record.isRun {
          let isPair = word.count { $0 & 0xC0 != 0x80 } > 1
          let isTail =
            index > 0 && records[index - 1].isRun && records[index - 1].source.upperBound == record.source.upperBound
          if isTail { continue }
          // A single letter is the first of a pair, the second of one, or alone.
          parts.append(WordPart(word, startsWord: isPair, endsWord: isPair, isPair: isPair))
          continue
        }
        let starts = isEdge(text, before: record.source.lowerBound, &scanner)
        let ends = isEdge(text, after: record.source.upperBound, &scanner)
        if word.count >= shortest || (starts && ends) {
          parts.append(WordPart(word, startsWord: starts, endsWord: ends))
        }
      }
      return parts
    }
  }

  /// Returns true when something stands there that no word goes on in.
  private static func isEdge(_ text: UnsafeBufferPointer<UInt8>, before offset: Int, _ scanner: inout WordScanner)
    -> Bool
  {
    guard offset > 0 else { return false }
    var start = offset - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return isEdge(decodeScalar(text, at: start).value, &scanner)
  }

  private static func isEdge(_ text: UnsafeBufferPointer<UInt8>, after offset: Int, _ scanner: inout WordScanner)
    -> Bool
  {
    offset < text.count && isEdge(decodeScalar(text, at: offset).value, &scanner)
  }

  private static func isEdge(_ scalar: UInt32, _ scanner: inout WordScanner) -> Bool {
    if scalar == 0x5F { return false }
    switch scanner.folding.fold(scalar).scalarClass {
    case .word, .ignored: return false
    case .separator, .symbol, .unspaced: return true
    }
  }
}
