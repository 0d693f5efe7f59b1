/// Answers a query for notes by combining the sets of notes that its terms find.
///
/// Where the sets come from (an index, or parsed notes) is the caller's business; how they combine is decided here
/// once, so that both give the same answer.
package struct QueryEvaluation {
  /// All notes.
  let universe: IDSet
  /// The notes for which one predicate holds; never asked about tasks.
  let notes: (Query.Predicate) throws -> IDSet
  /// The notes with a task for which all of it holds; the expression asks about tasks only.
  let notesWithTask: (Query.Expression) throws -> IDSet

  package init(
    universe: IDSet, notes: @escaping (Query.Predicate) throws -> IDSet,
    notesWithTask: @escaping (Query.Expression) throws -> IDSet
  ) {
    self.universe = universe
    self.notes = notes
    self.notesWithTask = notesWithTask
  }

  package func evaluate(_ expression: Query.Expression) throws -> IDSet {
    switch expression {
    case .term(let term):
      return term.predicate.asksAboutTask ? try notesWithTask(expression) : try notes(term.predicate)
    case .not(let operand):
      var result = universe
      result.subtract(try evaluate(operand))
      return result
    case .or(let operands):
      var result = IDSet()
      for operand in operands { result.formUnion(try evaluate(operand)) }
      return result
    case .and(let operands):
      var result = universe
      let (aboutTask, others) = split(operands)
      if !aboutTask.isEmpty { result.formIntersection(try notesWithTask(.and(aboutTask))) }
      for operand in others { result.formIntersection(try evaluate(operand)) }
      return result
    }
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
  /// Whether every term asks about a task, so that the whole can be asked of a single one.
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

  /// The texts whose presence makes a note a hit: those not under an odd number of negations.
  package var positiveTexts: [(field: Query.TextField?, match: Query.TextMatch)] {
    texts(negated: false)
  }

  private func texts(negated: Bool) -> [(field: Query.TextField?, match: Query.TextMatch)] {
    switch self {
    case .and(let operands), .or(let operands): operands.flatMap { $0.texts(negated: negated) }
    case .not(let operand): operand.texts(negated: !negated)
    case .term(let term):
      switch term.predicate {
      case .words(let match) where !negated: [(nil, match)]
      case .text(let field, let match) where !negated: [(field, match)]
      default: []
      }
    }
  }
}
