/// A query asked of tasks, one at a time.
///
/// Words mean the task's own description; `created:`, `category:` and `#tag` its own fields (the category inherited);
/// every other note operator its note.
package struct TaskQuery {
  private let root: Query.Expression?
  private let today: CivilDate
  private let blockers: Set<String>
  /// The notes for which a predicate about notes holds.
  private var notes: [Query.Predicate: IDSet] = [:]
  /// By predicate, what a description has to hold; nil for what holds nothing that can be searched for.
  private var texts: [Query.Predicate: TextFormula] = [:]
  private var finder = TextFinder()
  /// Why a regular expression could not be tried to the end.
  package private(set) var problem: PatternProblem?

  /// - Parameters:
  ///   - blockers: The ids of all tasks that are not done.
  ///   - notes: Answers a predicate about notes; asked once for each that the query has.
  package init(
    _ root: Query.Expression?, today: CivilDate, blockers: Set<String>,
    notes: (Query.Term) throws -> IDSet
  ) rethrows {
    self.root = root
    self.today = today
    self.blockers = blockers
    var scanner = WordScanner()
    for term in root?.terms ?? [] {
      let predicate = term.predicate
      switch predicate {
      case .words: texts[predicate] = TextFormula(.term(term), &scanner)
      case .taskText(_, let expression?): texts[predicate] = TextFormula(ofTask: expression, &scanner)
      default:
        if Self.isAboutNote(predicate), self.notes[predicate] == nil { self.notes[predicate] = try notes(term) }
      }
    }
  }

  private static func isAboutNote(_ predicate: Query.Predicate) -> Bool {
    switch predicate {
    case .words, .taskText, .tag, .tagLike, .named(.category, _), .created, .taskDate, .priority, .status, .isTask:
      false
    case .has(let presence), .lacks(let presence):
      !presence.isTaskField && presence != .tag && presence != .category && presence != .task
    default: true
    }
  }

  package mutating func matches(_ task: TaskItem, note: Int) -> Bool {
    guard let root else { return true }
    return root.holds { holds($0.predicate, task, note) }
  }

  private mutating func holds(_ predicate: Query.Predicate, _ task: TaskItem, _ note: Int) -> Bool {
    switch predicate {
    case .words: return holds(texts[predicate], task)
    case .taskText(let scope, let expression):
      guard scope == .any || task.status.type.isOpen == (scope == .todo) else { return false }
      return expression == nil || holds(texts[predicate], task)
    case .tagLike(let pattern): return task.tags.contains { isMet(by: $0, .expression(pattern)) }
    case .tag(let name, let childrenOnly):
      let name = LinkResolver.key(name)
      return task.tags.contains {
        NotePredicate.tag(LinkResolver.key($0), isIn: name, childrenOnly: childrenOnly)
      }
    case .named(.category, let match): return isMet(by: task.category, match)
    case .created(let range): return task.dates[day: .created].map(range.contains) ?? false
    case .taskDate(let field, let range): return task.dates[day: field].map(range.contains) ?? false
    case .priority(let comparison, let priority): return comparison.holds(task.priority, priority)
    case .status(let word): return task.status.isCalled(word)
    case .isTask(let flag): return holds(flag, task)
    case .has(.tag): return !task.tags.isEmpty
    case .lacks(.tag): return task.tags.isEmpty
    case .has(.task), .has(.category): return true
    case .lacks(.task), .lacks(.category): return false
    case .has(let presence) where presence.isTaskField: return has(presence, task)
    case .lacks(let presence) where presence.isTaskField: return !has(presence, task)
    default: return notes[predicate]?.contains(note) ?? false
    }
  }

  private mutating func isMet(by name: String, _ match: Query.NameMatch) -> Bool {
    tried { finder throws(PatternProblem) in try NotePredicate.equals(name, match, &finder) }
  }

  private mutating func holds(_ formula: TextFormula?, _ task: TaskItem) -> Bool {
    guard let formula else { return false }
    return tried { finder throws(PatternProblem) in try finder.finds(formula, in: task.description) }
  }

  /// What the test says; false from the first problem on.
  private mutating func tried(_ test: (inout TextFinder) throws(PatternProblem) -> Bool) -> Bool {
    guard problem == nil else { return false }
    do throws(PatternProblem) {
      return try test(&finder)
    } catch {
      problem = error
      return false
    }
  }

  private func holds(_ flag: Query.TaskFlag, _ task: TaskItem) -> Bool {
    switch flag {
    case .todo: task.status.type.isOpen
    case .done: !task.status.type.isOpen
    case .inProgress, .onHold, .cancelled: task.status.type == flag.statusType
    case .overdue: task.isOverdue(on: today)
    case .blocked: task.isBlocked(by: blockers)
    case .recurring: task.recurrence != nil
    }
  }

  private func has(_ presence: Query.Presence, _ task: TaskItem) -> Bool {
    presence.taskField.map { task.values[$0] != nil } ?? false
  }
}

extension TaskItem {
  /// Returns true when it waits for a task that is not done. `blockers`: the ids of all such tasks.
  package func isBlocked(by blockers: Set<String>) -> Bool {
    status.type.isOpen && dependsOn.contains { blockers.contains($0) }
  }
}
