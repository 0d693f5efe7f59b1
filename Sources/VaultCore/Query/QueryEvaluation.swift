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

  /// The same without the terms that `isVoid` names; nil when nothing is left.
  package func pruned(_ isVoid: (Query.Predicate) -> Bool) -> Query.Expression? {
    switch self {
    case .term(let term): return isVoid(term.predicate) ? nil : self
    case .not(let operand): return operand.pruned(isVoid).map { .not($0) }
    case .and(let operands):
      let left = operands.compactMap { $0.pruned(isVoid) }
      return left.isEmpty && !operands.isEmpty ? nil : .and(left)
    case .or(let operands):
      let left = operands.compactMap { $0.pruned(isVoid) }
      return left.isEmpty && !operands.isEmpty ? nil : .or(left)
    }
  }

  /// The terms whose holding makes a note a hit: those not under an odd number of negations.
  package var positiveTerms: [Query.Term] { terms(negated: false) }

  private func terms(negated: Bool) -> [Query.Term] {
    switch self {
    case .and(let operands), .or(let operands): operands.flatMap { $0.terms(negated: negated) }
    case .not(let operand): operand.terms(negated: !negated)
    case .term(let term): negated ? [] : [term]
    }
  }
}
