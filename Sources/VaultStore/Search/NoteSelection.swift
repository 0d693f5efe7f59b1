import VaultCore

/// The notes that a query selects, and how they were found.
package struct NoteSelection {
  var notes = IDSet()
  /// The notes that each pattern occurs in, among all.
  var byPattern: [WordPattern: IDSet] = [:]
  /// The notes that each check was found in, among those that it was asked of, and how often.
  var byCheck: [TextCheck: [Int: PatternCounts]] = [:]
  /// Those of `notes` that have all words of the query; nil where all of them do.
  var complete: IDSet?
  /// The plain words, as written, of which not all are needed.
  var words: [(text: String, pattern: WordPattern)] = []
  /// What was asked, in that order.
  var steps: [SearchExplanation.Step] = []

  /// What a term is made into.
  package enum Lookup: Sendable {
    /// A query of the full-text index.
    case words(WordPattern)
    /// Notes that may hold it are read.
    case check(IndexRequirement)
    /// What is known of each note.
    case metadata
    case links
  }
}

extension VaultReader {
  /// The texts of a query; says which of them can find nothing.
  func texts(of query: Query) -> QueryTexts {
    let texts = QueryTexts(query.root)
    for text in texts.unsearchable {
      notice(
        VaultNotice(
          "\"\(text)\" holds no letter, digit or symbol that is indexed, and is left out of the query; in quotes it is"
            + " looked for as it is"))
    }
    return texts
  }

  /// The notes that a query selects. Throws `QueryError` for a regular expression that takes too long and for the name of
  /// no note.
  func select(_ texts: QueryTexts) throws -> NoteSelection {
    let snapshot = try openNotes(expecting: texts.rankingPatterns)
    let universe = try snapshot.universe
    var selection = NoteSelection()
    try snapshot.prepare(texts.patterns)
    if texts.patterns.count == 1, texts.positivePatterns == texts.patterns { snapshot.willRank(by: texts.patterns[0]) }
    let reading = CheckedNotes(texts, self)
    guard let root = texts.root else {
      selection.notes = universe
      return selection
    }
    let evaluation = QueryEvaluation(
      universe: universe, isSlow: { texts[$0].isCheck || $0.readsNotes },
      notes: { term, candidates in
        try self.notes(for: term, among: candidates, texts, reading, &selection)
      },
      notesWithTask: { try self.notes(withTask: $0) })
    selection.notes = try evaluation.evaluate(root)
    return selection
  }

  func notes(
    for term: Query.Term, among candidates: IDSet, _ texts: QueryTexts, _ reading: CheckedNotes,
    _ selection: inout NoteSelection
  ) throws -> IDSet {
    try cancellation?.check()
    var step = SearchExplanation.Step(
      term: term, lookup: .metadata, candidates: candidates.count, read: nil, found: 0)
    let found: IDSet
    switch texts[term.predicate] {
    case .words(let pattern):
      found = try selection.byPattern[pattern] ?? snapshot.notes(with: pattern)
      selection.byPattern[pattern] = found
      step.lookup = .words(pattern)
    case .check(let check):
      let (counts, read) = try reading.notes(passing: check, among: candidates, for: term)
      selection.byCheck[check, default: [:]].merge(counts) { first, _ in first }
      found = IDSet(counts.keys)
      step.read = read
      step.lookup = .check(check.requirement)
    case nil:
      found = try notes(where: term)
      switch term.predicate {
      case .link, .isNote(.orphan): step.lookup = .links
      default: break
      }
    }
    step.found = found.count
    selection.steps.append(step)
    return found
  }

  /// What needs neither words nor tasks.
  func notes(where term: Query.Term) throws -> IDSet {
    do {
      switch term.predicate {
      case .isNote(.orphan): return try orphans()
      case .git(let test): return try gitQuestions().notes(where: test)
      case .referenced(let range): return try notes(referencedOn: range)
      case .begunName(let letters):
        let places = try places(begunBy: letters)
        return IDSet(places.indices.filter { places[$0] > 0 })
      case .link(let relation, let name):
        if relation == .links {
          let (path, id) = try linkTarget(name)
          return try id.map { try notes(linkingTo: path, $0) } ?? notes(linkingToAttachment: path)
        }
        let (path, id) = try find(name)
        return try relation == .linkedBy ? notes(linkedFrom: path, id) : notes(mentioning: path, id)
      default: return try snapshot.notes(where: term.predicate, dayOf: day)
      }
    } catch let problem as PatternProblem {
      throw QueryError(problem, of: term)
    } catch let error as any Failure where error is NoteNameError || error is GitError {
      guard let range = term.range else { throw error }
      throw QueryError(error.description, at: range)
    }
  }

  private func notes(withTask expression: Query.Expression) throws -> IDSet {
    var query = try taskQuery(expression)
    var found = IDSet()
    try snapshot.forEachTask(openOnly: false) { note, task in
      if !found.contains(note), query.matches(task, note: note) { found.insert(note) }
    }
    try query.check(expression)
    return found
  }
}

extension QueryError {
  init(_ problem: PatternProblem, of term: Query.Term) {
    self.init(problem.message, at: term.range ?? 0..<0, remedy: problem.remedy)
  }

  /// Tells of the first regular expression of a query, where it is not known which one took too long.
  init(_ problem: PatternProblem, ofFirstIn expression: Query.Expression?) {
    self.init(
      problem, of: expression?.terms.first { $0.predicate.holdsExpression } ?? Query.Term(.words(.init(""))))
  }
}

extension QueryTexts.Test? {
  fileprivate var isCheck: Bool {
    if case .check = self { true } else { false }
  }
}

extension Query.Predicate {
  /// True when other notes have to be read or looked at to answer it.
  fileprivate var readsNotes: Bool {
    switch self {
    case .link(.mentions, _), .isNote(.orphan): true
    default: false
    }
  }
}

extension TaskQuery {
  /// Throws what a regular expression could not be tried to the end for.
  func check(_ expression: Query.Expression?) throws(QueryError) {
    guard let problem else { return }
    throw QueryError(problem, ofFirstIn: expression)
  }
}

extension Query.Predicate {
  fileprivate var holdsExpression: Bool {
    switch self {
    case .words(let match): if case .expression = match.kind { true } else { false }
    case .taskText(_, let expression?): expression.terms.contains { $0.predicate.holdsExpression }
    case .tagLike, .named(.category, .expression): true
    default: false
    }
  }
}
