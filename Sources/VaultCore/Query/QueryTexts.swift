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
    root = written.pruned { $0.asksForText && tests[$0] == nil }
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
      return check.formula.positiveLeaves.map { LineTarget($0, unit: unit) }
    case nil:
      guard case .taskText(_, let expression?) = predicate else { return [] }
      let formula = TextFormula(ofTask: expression, &scanner)
      return (formula?.positiveLeaves ?? []).map { LineTarget($0, isTask: true) }
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
    if case .words(let pattern) = leaf { return .words(pattern.looking(in: predicate.field)) }
    return .check(TextCheck(place, .leaf(leaf), &scanner))
  }
}

extension Query.Expression {
  /// The same with every word and phrase looked for as it is spelled.
  var withTextsAsSubstrings: Query.Expression {
    mapTerms { term, _ in
      var term = term
      switch term.predicate {
      case .words(let text): term.predicate = .words(text.asSubstring)
      case .text(let field, let text): term.predicate = .text(field, text.asSubstring)
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

  fileprivate var field: SearchableText.Field? {
    switch self {
    case .text(.title, _): .title
    case .text(.heading, _): .heading
    case .text(.alias, _): .alias
    case .text(.content, _): .body
    default: nil
    }
  }
}
