/// Terms of one AND group that nothing can meet together.
enum QueryContradiction {
  /// One warning for each AND group at most, placed at the later of the two terms.
  static func warnings(in expression: Query.Expression) -> [QueryWarning] {
    switch expression {
    case .term: []
    case .not(let operand): warnings(in: operand)
    case .or(let operands): operands.flatMap { warnings(in: $0) }
    case .and(let operands):
      (first(in: operands).map { [$0] } ?? []) + operands.flatMap { warnings(in: $0) }
    }
  }

  private static func first(in operands: [Query.Expression]) -> QueryWarning? {
    var asked: Set<Query.Predicate> = []
    var refused: Set<Query.Predicate> = []
    var dates: [Query.Predicate: DateRange] = [:]
    var priorities = TaskPriority.allCases
    for operand in operands {
      switch operand {
      case .term(let term):
        let predicate = term.predicate
        if refused.contains(predicate) || opposites(of: predicate).contains(where: asked.contains) {
          return warning(term)
        }
        asked.insert(predicate)
        if let (kind, range) = dated(predicate) {
          if let other = dates[kind], other.isDisjoint(with: range) { return warning(term) }
          dates[kind] = range
        }
        if case .priority(let comparison, let asked) = predicate {
          priorities.removeAll { !comparison.holds($0, asked) }
          if priorities.isEmpty { return warning(term) }
        }
      case .not(.term(let term)):
        if asked.contains(term.predicate) { return warning(term) }
        refused.insert(term.predicate)
      default: break
      }
    }
    return nil
  }

  private static func warning(_ term: Query.Term) -> QueryWarning {
    QueryWarning("This contradicts another term: together they find nothing.", at: term.range ?? 0..<0)
  }

  private static func opposites(of predicate: Query.Predicate) -> [Query.Predicate] {
    switch predicate {
    case .isTask(let flag): Query.TaskFlag.allCases.filter { flag.excludes($0) }.map { .isTask($0) }
    case .has(let presence): [.lacks(presence)]
    case .lacks(let presence): [.has(presence)]
    default: []
    }
  }

  /// The same key for every range of one date.
  private static func dated(_ predicate: Query.Predicate) -> (Query.Predicate, DateRange)? {
    let any = DateRange(lower: nil, upper: nil)
    switch predicate {
    case .created(let range): return (.created(any), range)
    case .referenced(let range): return (.referenced(any), range)
    case .updated(let range): return (.updated(any), range)
    case .taskDate(let field, let range): return (.taskDate(field, any), range)
    default: return nil
    }
  }
}

extension Query.TaskFlag {
  /// Returns true when no task has both.
  fileprivate func excludes(_ other: Self) -> Bool {
    if let type = statusType, let other = other.statusType { return type != other }
    return isOpen.map { open in other.isOpen.map { $0 != open } ?? false } ?? false
  }

  /// What it says of whether a task is open; nil where it says nothing.
  private var isOpen: Bool? {
    switch self {
    case .todo, .overdue, .inProgress, .onHold: true
    case .done, .cancelled: false
    case .blocked, .recurring: nil
    }
  }
}

extension Query.Expression {
  /// True when an AND group in it holds terms that nothing can meet together.
  package var contradictsItself: Bool { !QueryContradiction.warnings(in: self).isEmpty }
}
