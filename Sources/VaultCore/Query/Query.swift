/// A question about notes or tasks: one tree for every surface, however it was asked.
package struct Query: Hashable, Sendable {
  /// Nil asks for everything.
  package var root: Expression?
  /// The first key decides, the next ones break its ties. Empty: the surface's own order.
  package var sort: [SortKey]
  /// At least 1.
  package var limit: Int?
  /// What was understood but is unlikely to have been meant.
  package var warnings: [QueryWarning]

  package init(
    root: Expression? = nil, sort: [SortKey] = [], limit: Int? = nil, warnings: [QueryWarning] = []
  ) {
    self.root = root
    self.sort = sort
    self.limit = limit
    self.warnings = warnings
  }

  package typealias Expression = Formula<Term>

  /// One test, and where it stands in the query.
  package struct Term: Hashable, Sendable {
    package var predicate: Predicate
    /// UTF-8 offsets in the query's text, the operator's name included; nil for what an option added.
    package var range: Range<Int>?

    package init(_ predicate: Predicate, range: Range<Int>? = nil) {
      self.predicate = predicate
      self.range = range
    }
  }
}

/// Something odd about a query that can be answered all the same.
package typealias QueryWarning = QueryError

// MARK: - Building

extension Query {
  /// The query with one more condition, which must hold as well.
  package func adding(_ expression: Expression) -> Query {
    var query = self
    query.root = Expression.and((root.map { [$0] } ?? []) + [expression]).normalized()
    return query
  }

  /// The query with what another asks for, which must hold as well.
  package func adding(_ other: Query) -> Query { other.root.map(adding) ?? self }

  package func adding(_ predicate: Predicate, negated: Bool = false) -> Query {
    let term = Expression.term(Term(predicate))
    return adding(negated ? .not(term) : term)
  }

  /// The query with a condition that at least one of `predicates` must meet; unchanged when there are none.
  package func adding(anyOf predicates: [Predicate]) -> Query {
    predicates.isEmpty ? self : adding(.or(predicates.map { .term(Term($0)) }))
  }

  /// Every test in the tree, in the order written.
  package var terms: [Term] { root?.terms ?? [] }
}

extension Query {
  /// A word that is asked for, without anything else of its own.
  package struct PlainWord: Hashable, Sendable {
    /// As written.
    package var text: String
    package var predicate: Predicate

    /// The same inside of words, where it is one of `words`.
    package func asSubstring(of words: Set<Predicate>) -> PlainWord {
      PlainWord(text: text, predicate: predicate.asSubstring(of: words))
    }
  }
}

extension Query.Expression {
  /// The plain words that are asked for, each once; none where more than words is to be found.
  package var plainWords: [Query.PlainWord] {
    let words = positiveTerms.compactMap { term in
      term.predicate.plainWord.map { Query.PlainWord(text: $0.text, predicate: term.predicate) }
    }
    guard words.count == positiveTerms.count(where: \.predicate.asksForText) else { return [] }
    return words.uniqued(by: \.predicate)
  }

  /// The same with some of its plain words looked for inside of words.
  package func asSubstrings(_ words: Set<Query.Predicate>) -> Query.Expression {
    mapTerms { term, isNegated in
      isNegated ? term : Query.Term(term.predicate.asSubstring(of: words), range: term.range)
    }
  }

  /// The same while its last word is being typed: of one or two letters, it is the beginning of a word in a name or a tag.
  package var asTyped: Query.Expression {
    guard let last = terms.max(by: { ($0.range?.upperBound ?? 0) < ($1.range?.upperBound ?? 0) }),
      case .words(let match) = last.predicate, match.kind == .word, !match.matchesCase,
      match.text.unicodeScalars.count < WordPattern.shortestPrefix
    else { return self }
    // Two letters of a script without blanks are mostly a whole word.
    var scanner = WordScanner()
    guard WordPattern(match, field: nil, scanner: &scanner) != nil, scanner.lastRunLength == 0 else { return self }
    return mapTerms { term, isNegated in
      term == last && !isNegated ? Query.Term(.begunName(match.text), range: term.range) : term
    }
  }

  /// The same with one of its plain words being enough, and these; nil where it has less than two. Whatever else it
  /// asks for, phrases among it, has to hold all the same.
  package var withSomeWords: (expression: Query.Expression, words: [Query.PlainWord])? {
    guard case .and(let operands) = self else { return nil }
    let words = operands.compactMap(\.plainWord)
    guard Set(words.map(\.predicate)).count > 1 else { return nil }
    var some = operands.filter { $0.plainWord == nil }
    // Where the first of them stands, so that the words of a name keep their order before what follows.
    let place = operands.prefix { $0.plainWord == nil }.count
    some.insert(.or(operands.filter { $0.plainWord != nil }), at: place)
    return (Query.Expression.and(some).normalized(), words)
  }

  /// What it is, if that is nothing but a plain word, to be found anywhere and in any case.
  private var plainWord: Query.PlainWord? {
    guard case .term(let term) = self, case .words(let match) = term.predicate, match.kind == .word, !match.matchesCase
    else { return nil }
    return Query.PlainWord(text: match.text, predicate: term.predicate)
  }
}

extension Query.Predicate {
  /// The same about another text; of a term that asks for one.
  package func asking(for match: Query.TextMatch) -> Query.Predicate {
    if case .text(let field, _) = self { .text(field, match) } else { .words(match) }
  }

  /// The same inside of words, where it is one of `words`; what is no plain word stays as it is.
  package func asSubstring(of words: Set<Query.Predicate>) -> Query.Predicate {
    guard let match = plainWord, words.contains(self) else { return self }
    return asking(for: match.asSubstring)
  }

  /// A word that is neither a phrase nor anything else of its own.
  fileprivate var plainWord: Query.TextMatch? {
    switch self {
    case .words(let match), .text(_, let match): match.kind == .word ? match : nil
    default: nil
    }
  }
}

/// Terms with AND, OR and NOT between them: a query, or texts that one piece of a note has to hold.
package indirect enum Formula<Term: Hashable & Sendable>: Hashable, Sendable {
  /// All of them. An empty list holds for everything.
  case and([Formula])
  /// At least one of them. An empty list holds for nothing.
  case or([Formula])
  case not(Formula)
  case term(Term)
}

extension Formula {
  /// Every term, in the order written.
  package var terms: [Term] { signedTerms(negated: false).map(\.term) }

  /// The terms whose holding makes it hold: those not under an odd number of negations.
  package var positiveTerms: [Term] { signedTerms(negated: false).filter { !$0.isNegated }.map(\.term) }

  private func signedTerms(negated: Bool) -> [(term: Term, isNegated: Bool)] {
    switch self {
    case .and(let operands), .or(let operands): operands.flatMap { $0.signedTerms(negated: negated) }
    case .not(let operand): operand.signedTerms(negated: !negated)
    case .term(let term): [(term, negated)]
    }
  }

  /// Returns true when it holds, where `isMet` tells which terms do. It is asked no more than the answer takes.
  func holds<Problem: Error>(_ isMet: (Term) throws(Problem) -> Bool) throws(Problem) -> Bool {
    switch self {
    case .term(let term): return try isMet(term)
    case .not(let operand): return try !operand.holds(isMet)
    case .and(let operands):
      for operand in operands where try !operand.holds(isMet) { return false }
      return true
    case .or(let operands):
      for operand in operands where try operand.holds(isMet) { return true }
      return false
    }
  }

  /// The same with other terms.
  package func mapTerms<Other>(_ transform: (_ term: Term, _ isNegated: Bool) -> Other) -> Formula<Other> {
    // Nil is only what terms were left out of.
    compactMapTerms(transform) ?? .and([])
  }

  /// The same with other terms, without those that `transform` gives none for; nil when nothing is left.
  package func compactMapTerms<Other>(
    negated: Bool = false, _ transform: (_ term: Term, _ isNegated: Bool) -> Other?
  ) -> Formula<Other>? {
    func left(_ operands: [Formula]) -> [Formula<Other>]? {
      let left = operands.compactMap { $0.compactMapTerms(negated: negated, transform) }
      return left.isEmpty && !operands.isEmpty ? nil : left
    }
    return switch self {
    case .term(let term): transform(term, negated).map { .term($0) }
    case .not(let operand): operand.compactMapTerms(negated: !negated, transform).map { .not($0) }
    case .and(let operands): left(operands).map { .and($0) }
    case .or(let operands): left(operands).map { .or($0) }
    }
  }

  /// The same meaning with nested AND in AND and OR in OR flattened, groups of one and double negations undone.
  package func normalized() -> Formula {
    switch self {
    case .term: return self
    case .not(let operand):
      let inner = operand.normalized()
      if case .not(let positive) = inner { return positive }
      return .not(inner)
    case .and(let operands), .or(let operands):
      let isAnd = if case .and = self { true } else { false }
      let flat = operands.flatMap { operand -> [Formula] in
        switch operand.normalized() {
        case .and(let more) where isAnd, .or(let more) where !isAnd: more
        case let inner: [inner]
        }
      }
      return flat.count == 1 ? flat[0] : isAnd ? .and(flat) : .or(flat)
    }
  }
}

/// Answers a query for notes by combining the sets of notes that its terms find.
///
/// Where the sets come from (an index, or parsed notes) is the caller's business; how they combine is decided here
/// once, so that both give the same answer. Each term is asked about the notes only that it can still matter for, those
/// that are quick to answer first.
package struct QueryEvaluation {
  /// All notes.
  let universe: IDSet
  /// Those of the candidates for which one predicate holds; never asked about tasks.
  let notes: (_ term: Query.Term, _ candidates: IDSet) throws -> IDSet
  /// The notes with a task for which all of it holds; the expression asks about tasks only.
  let notesWithTask: (Query.Expression) throws -> IDSet
  /// True when a predicate takes reading notes to answer.
  let isSlow: (Query.Predicate) -> Bool

  package init(
    universe: IDSet, isSlow: @escaping (Query.Predicate) -> Bool = { _ in false },
    notes: @escaping (_ term: Query.Term, _ candidates: IDSet) throws -> IDSet,
    notesWithTask: @escaping (Query.Expression) throws -> IDSet
  ) {
    self.universe = universe
    self.isSlow = isSlow
    self.notes = notes
    self.notesWithTask = notesWithTask
  }

  package func evaluate(_ expression: Query.Expression) throws -> IDSet {
    try evaluate(expression, universe)
  }

  private func evaluate(_ expression: Query.Expression, _ candidates: IDSet) throws -> IDSet {
    switch expression {
    case .term(let term):
      var result = candidates
      result.formIntersection(
        term.predicate.asksAboutTask ? try notesWithTask(expression) : try notes(term, candidates))
      return result
    case .not(let operand):
      var result = candidates
      result.subtract(try evaluate(operand, candidates))
      return result
    case .or(let operands):
      // A note found by one operand is asked about by the others all the same: what else it holds counts in ranking.
      var result = IDSet()
      for operand in quickFirst(operands) { result.formUnion(try evaluate(operand, candidates)) }
      return result
    case .and(let operands):
      var result = candidates
      let (aboutTask, others) = split(operands)
      if !aboutTask.isEmpty { result.formIntersection(try notesWithTask(.and(aboutTask))) }
      for operand in quickFirst(others) { result = try evaluate(operand, result) }
      return result
    }
  }

  private func quickFirst(_ operands: [Query.Expression]) -> [Query.Expression] {
    let slow = operands.map { $0.terms.contains { isSlow($0.predicate) } }
    return zip(operands, slow).filter { !$1 }.map(\.0) + zip(operands, slow).filter { $1 }.map(\.0)
  }

  /// The operands that one task has to meet together. Without any positive one among them, `-due:today` says that no
  /// task of the note is due today.
  private func split(_ operands: [Query.Expression]) -> (aboutTask: [Query.Expression], others: [Query.Expression]) {
    let aboutTask = operands.filter(\.asksAboutTaskOnly)
    guard aboutTask.contains(where: { if case .not = $0 { false } else { true } }) else { return ([], operands) }
    return (aboutTask, operands.filter { !$0.asksAboutTaskOnly })
  }
}

extension Query.Expression {
  /// True when every term asks about a task, so that the whole can be asked of a single one.
  package var asksAboutTaskOnly: Bool {
    switch self {
    case .term(let term): term.predicate.asksAboutTask
    case .not(let operand): operand.asksAboutTaskOnly
    case .and(let operands), .or(let operands): !operands.isEmpty && operands.allSatisfy(\.asksAboutTaskOnly)
    }
  }
}
