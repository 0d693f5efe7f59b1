/// One text of a query, ready to be looked for in a piece of a note's own text.
package enum TextLeaf: Hashable, Sendable {
  case words(WordPattern)
  /// Words that have to stand as written, case and accents included: the last one perhaps only begun.
  case exactWords(WordPattern, [[UInt8]])
  /// A text within one line; folded, or else just so.
  case literal([UInt8], isFolded: Bool)
  /// Within one line.
  case expression(JavaScriptPattern)

  /// For a piece of text that is at hand: there words are whole however long they are. Nil when the text holds nothing that
  /// can be looked for: of a word, signs alone.
  package init?(ofText match: Query.TextMatch, _ scanner: inout WordScanner) {
    self.init(match, &scanner)
    if case .words(let pattern) = self, pattern.isInside { self = .literal(pattern.bytes, isFolded: true) }
  }

  /// Returns nil when the text holds nothing that can be looked for: of a word, signs alone.
  package init?(_ match: Query.TextMatch, _ scanner: inout WordScanner) {
    switch match.kind {
    case .expression(let pattern): self = .expression(pattern)
    case .substring:
      if match.matchesCase {
        self = .literal(Array(match.text.utf8), isFolded: false)
      } else if let pattern = WordPattern(match, field: nil, scanner: &scanner) {
        self = .words(pattern)
      } else {
        var folded: [UInt8] = []
        var text = match.text
        text.withUTF8 { scanner.appendFolded($0, to: &folded) }
        if folded.isEmpty { return nil }
        self = .literal(folded, isFolded: true)
      }
    case .word, .phrase, .prefix:
      guard let pattern = WordPattern(match, field: nil, scanner: &scanner) else {
        // What is in quotes is meant, signs too.
        guard match.kind == .phrase else { return nil }
        self.init(match.asSubstring, &scanner)
        return
      }
      self = match.matchesCase ? .exactWords(pattern, Self.words(of: match.text, &scanner)) : .words(pattern)
    }
  }

  /// As written, in the order of the text.
  private static func words(of text: String, _ scanner: inout WordScanner) -> [[UInt8]] {
    var text = text
    return text.withUTF8 { text in
      var words: [UInt8] = []
      var parts: [UInt8] = []
      let recorded = scanner.records
      scanner.records = true
      scanner.clearRecords()
      scanner.append(text, to: &words, parts: &parts)
      let written = scanner.wordRecords.map { Array(text[$0.source]) }
      scanner.records = recorded
      scanner.clearRecords()
      return written
    }
  }

  func requirement(in field: SearchableText.Field?, _ scanner: inout WordScanner) -> IndexRequirement {
    switch self {
    case .words(let pattern), .exactWords(let pattern, _): .words(pattern.looking(in: field))
    case .literal(let text, _): .literal(text, &scanner)
    case .expression(let pattern): IndexRequirement(pattern.requirement, &scanner)
    }
  }
}

/// What one piece of text has to hold: texts of a query with AND, OR and NOT.
package indirect enum TextFormula: Hashable, Sendable {
  case leaf(TextLeaf)
  case not(TextFormula)
  case all([TextFormula])
  case any([TextFormula])

  /// Texts that hold nothing to look for are left out, and told by `unsearchable`; nil where none is left.
  init?(_ expression: Query.Expression, _ scanner: inout WordScanner, unsearchable: (String) -> Void) {
    switch expression {
    case .term(let term):
      guard case .words(let match) = term.predicate else { return nil }
      guard let leaf = TextLeaf(ofText: match, &scanner) else {
        unsearchable(match.text)
        return nil
      }
      self = .leaf(leaf)
    case .not(let operand):
      guard let inner = TextFormula(operand, &scanner, unsearchable: unsearchable) else { return nil }
      self = .not(inner)
    case .and(let operands):
      let parts = operands.compactMap { TextFormula($0, &scanner, unsearchable: unsearchable) }
      if parts.isEmpty { return nil }
      self = .all(parts)
    case .or(let operands):
      let parts = operands.compactMap { TextFormula($0, &scanner, unsearchable: unsearchable) }
      if parts.isEmpty { return nil }
      self = .any(parts)
    }
  }

  /// Without anything that words are made of, the signs themselves.
  init?(ofTask expression: Query.Expression, _ scanner: inout WordScanner) {
    if let formula = TextFormula(expression, &scanner, unsearchable: { _ in }) {
      self = formula
    } else {
      self.init(expression.withTextsAsSubstrings, &scanner, unsearchable: { _ in })
    }
  }

  package func holds(
    in text: UnsafeBufferPointer<UInt8>, _ finder: inout TextFinder
  ) throws(PatternProblem) -> Bool {
    switch self {
    case .leaf(let leaf): return try finder.finds(leaf, in: text)
    case .not(let inner): return try !inner.holds(in: text, &finder)
    case .all(let parts):
      for part in parts where try !part.holds(in: text, &finder) { return false }
      return true
    case .any(let parts):
      for part in parts where try part.holds(in: text, &finder) { return true }
      return false
    }
  }

  func requirement(in field: SearchableText.Field?, _ scanner: inout WordScanner) -> IndexRequirement {
    switch self {
    case .leaf(let leaf): leaf.requirement(in: field, &scanner)
    case .not: .anything
    case .all(let parts): IndexRequirement.all(parts.map { $0.requirement(in: field, &scanner) }).simplified
    case .any(let parts): IndexRequirement.any(parts.map { $0.requirement(in: field, &scanner) }).simplified
    }
  }

  /// Those not under an odd number of negations.
  var positiveLeaves: [TextLeaf] { leaves(negated: false) }

  private func leaves(negated: Bool) -> [TextLeaf] {
    switch self {
    case .leaf(let leaf): negated ? [] : [leaf]
    case .not(let inner): inner.leaves(negated: !negated)
    case .all(let parts), .any(let parts): parts.flatMap { $0.leaves(negated: negated) }
    }
  }
}
