/// The texts of a query, made ready for an index and for notes' own texts.
package struct QueryTexts {
  /// What decides a term that asks for text.
  package enum Test: Hashable, Sendable {
    case words(WordPattern)
    case check(TextCheck)
  }

  private var tests: [Query.Predicate: Test] = [:]
  /// Every pattern that an index decides, once.
  package private(set) var patterns: [WordPattern] = []
  /// Everything that notes are read for, once.
  package private(set) var checks: [TextCheck] = []
  /// Those that make a note a hit, in the order written: what is ranked by.
  package private(set) var positive: [Test] = []
  /// What its lines are shown for.
  package private(set) var lineTargets: [LineTarget] = []
  /// The query without the texts that hold nothing that is indexed: they say nothing about a note. Where it holds nothing
  /// else, they are looked for sign by sign.
  package private(set) var root: Query.Expression?
  /// The texts that were left out.
  package private(set) var unsearchable: [String] = []

  package init(_ written: Query.Expression?) {
    self.init(reading: written)
    guard let written, root == nil else { return }
    self.init(reading: written.withTextsAsSubstrings)
    if root == nil { root = .or([]) }
  }

  private init(reading written: Query.Expression?) {
    guard let written else { return }
    var scanner = WordScanner()
    for term in written.terms where term.predicate.asksForText {
      guard tests[term.predicate] == nil else { continue }
      guard let test = Self.test(term.predicate, &scanner, unsearchable: { unsearchable.append($0) }) else { continue }
      tests[term.predicate] = test
      switch test {
      case .words(let pattern): if !patterns.contains(pattern) { patterns.append(pattern) }
      case .check(let check): if !checks.contains(check) { checks.append(check) }
      }
    }
    root = written.compactMapTerms { [tests] term, _ in
      term.predicate.asksForText && tests[term.predicate] == nil ? nil : term
    }
    for term in written.positiveTerms {
      if let test = tests[term.predicate], !positive.contains(test) { positive.append(test) }
      for target in Self.lineTargets(of: term.predicate, tests[term.predicate], &scanner)
      where !lineTargets.contains(target) { lineTargets.append(target) }
    }
  }

  private static func lineTargets(
    of predicate: Query.Predicate, _ test: Test?, _ scanner: inout WordScanner
  ) -> [LineTarget] {
    switch test {
    case .words(let pattern):
      return [LineTarget(pattern.isInside ? .literal(pattern.bytes, isFolded: true) : .words(pattern))]
    case .check(let check):
      let unit: TextCheck? = if case .unit = check.place { check } else { nil }
      return check.formula.positiveTerms.map { LineTarget($0, unit: unit) }
    case nil:
      guard case .taskText(_, let expression?) = predicate else { return [] }
      let formula = TextFormula(ofTask: expression, &scanner)
      return (formula?.positiveTerms ?? []).map { LineTarget($0, isTask: true) }
    }
  }

  /// The words that rank a note, and their places among `positive`.
  package var positivePatterns: [WordPattern] {
    positive.compactMap { if case .words(let pattern) = $0 { pattern } else { nil } }
  }

  package subscript(predicate: Query.Predicate) -> Test? { tests[predicate] }

  /// Returns nil when nothing of the text can be searched for.
  private static func test(
    _ predicate: Query.Predicate, _ scanner: inout WordScanner, unsearchable: (String) -> Void
  ) -> Test? {
    let place: TextCheck.Place
    let match: Query.TextMatch
    switch predicate {
    case .words(let text): (place, match) = (.anywhere, text)
    case .text(let field, let text): (place, match) = (.field(field), text)
    case .within(let unit, let expression):
      let formula = TextFormula(expression, &scanner, unsearchable: unsearchable)
      return formula.map { .check(TextCheck(.unit(unit), $0, &scanner)) }
    default: return nil
    }
    guard let leaf = TextLeaf(match, &scanner) else {
      unsearchable(match.text)
      return nil
    }
    if case .words(let pattern) = leaf { return .words(pattern.looking(in: place.field)) }
    return .check(TextCheck(place, .term(leaf), &scanner))
  }
}

extension Query.Expression {
  /// The same with every word and phrase looked for as it is spelled.
  var withTextsAsSubstrings: Query.Expression {
    mapTerms { term, _ in
      var term = term
      switch term.predicate {
      case .words(let text), .text(_, let text): term.predicate = term.predicate.asking(for: text.asSubstring)
      case .within(let unit, let texts): term.predicate = .within(unit, texts.withTextsAsSubstrings)
      case .taskText(let scope, let texts?): term.predicate = .taskText(scope, texts.withTextsAsSubstrings)
      default: break
      }
      return term
    }
  }
}

extension Query.TextMatch {
  /// The same text looked for as it is spelled, wherever it stands in a line.
  var asSubstring: Query.TextMatch {
    if case .expression = kind { return self }
    return Query.TextMatch(text, .substring, matchesCase: matchesCase)
  }
}

extension Query.Predicate {
  /// True when it asks for words or other text of notes.
  package var asksForText: Bool {
    switch self {
    case .words, .text, .within: true
    default: false
    }
  }
}

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
        let folded = scanner.folded(match.text)
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
    return text.withUTF8 { text in scanner.recordedWords(of: text).records.map { Array(text[$0.source]) } }
  }

  func requirement(in field: SearchableText.Field?, _ scanner: inout WordScanner) -> IndexRequirement {
    switch self {
    case .words(let pattern), .exactWords(let pattern, _): .words(pattern.looking(in: field))
    case .literal(let text, _): .literal(text, &scanner)
    case .expression(let pattern): IndexRequirement(pattern.requirement, &scanner)
    }
  }
}

/// What one piece of text has to hold.
package typealias TextFormula = Formula<TextLeaf>

extension TextFormula {
  /// Texts that hold nothing to look for are left out, and told by `unsearchable`; nil where none is left.
  init?(_ expression: Query.Expression, _ scanner: inout WordScanner, unsearchable: (String) -> Void = { _ in }) {
    let formula = expression.compactMapTerms { term, _ -> TextLeaf? in
      guard case .words(let match) = term.predicate else { return nil }
      let leaf = TextLeaf(ofText: match, &scanner)
      if leaf == nil { unsearchable(match.text) }
      return leaf
    }
    guard let formula else { return nil }
    self = formula
  }

  /// Without anything that words are made of, the signs themselves.
  init?(ofTask expression: Query.Expression, _ scanner: inout WordScanner) {
    let formula =
      TextFormula(expression, &scanner) ?? TextFormula(expression.withTextsAsSubstrings, &scanner)
    guard let formula else { return nil }
    self = formula
  }

  package func holds(
    in text: UnsafeBufferPointer<UInt8>, _ finder: inout TextFinder
  ) throws(PatternProblem) -> Bool {
    try holds { leaf throws(PatternProblem) in try finder.finds(leaf, in: text) }
  }

  func requirement(in field: SearchableText.Field?, _ scanner: inout WordScanner) -> IndexRequirement {
    switch self {
    case .term(let leaf): leaf.requirement(in: field, &scanner)
    case .not: .anything
    case .and(let parts): .all(of: parts.map { $0.requirement(in: field, &scanner) })
    case .or(let parts): .any(of: parts.map { $0.requirement(in: field, &scanner) })
    }
  }
}
