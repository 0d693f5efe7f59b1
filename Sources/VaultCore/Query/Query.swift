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
package struct QueryWarning: Hashable, Sendable {
  package var message: String
  /// UTF-8 offsets in the query's text.
  package var range: Range<Int>

  package init(_ message: String, range: Range<Int>) {
    self.message = message
    self.range = range
  }

  /// The query's line, the place underlined, and the message; safe for a terminal.
  package func rendered(query: String, width: Int = 80) -> String {
    (QueryExcerpt.lines(of: query, at: range, width: width) + [QueryExcerpt.harmless(message)])
      .joined(separator: "\n")
  }
}

// MARK: - Building

extension Query {
  /// The query with one more condition, which must hold as well.
  package func adding(_ expression: Expression) -> Query {
    var query = self
    query.root = Expression.and((root.map { [$0] } ?? []) + [expression]).normalized()
    return query
  }

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

extension Query.Expression {
  /// The same with its plain words looked for inside of words; nil where there are none, or what is asked for is more than
  /// words to be found.
  package var asSubstrings: Query.Expression? {
    let words = positiveTerms.filter { $0.predicate.plainWord != nil }
    guard !words.isEmpty, words.count == positiveTerms.count(where: \.predicate.asksForText) else { return nil }
    return mapTerms { term, isNegated in
      guard !isNegated, let match = term.predicate.plainWord else { return term }
      var term = term
      let substring = match.asSubstring
      term.predicate =
        if case .text(let field, _) = term.predicate { .text(field, substring) } else { .words(substring) }
      return term
    }
  }

  /// The same with one of its plain words being enough; nil where it has less than two, or asks for other text besides.
  package var withSomeWords: Query.Expression? {
    guard case .and(let operands) = self else { return nil }
    func isWord(_ operand: Query.Expression) -> Bool {
      if case .term(let term) = operand { term.predicate.plainWord != nil } else { false }
    }
    let words = operands.filter(isWord)
    guard words.count > 1, words.count == positiveTerms.count(where: \.predicate.asksForText) else { return nil }
    return Query.Expression.and([.or(words)] + operands.filter { !isWord($0) }).normalized()
  }
}

extension Query.Predicate {
  /// A word that is neither a phrase nor anything else of its own.
  fileprivate var plainWord: Query.TextMatch? {
    switch self {
    case .words(let match), .text(_, let match): match.kind == .word ? match : nil
    default: nil
    }
  }
}
