/// A query of the Obsidian plugin Tasks, in the language that its user guide describes for version 8.4.
///
/// A query is a list of instructions, one a line. All filters must hold; sorting, grouping and limits follow in that
/// order whatever the order of the lines.
package struct PluginQuery: Hashable, Sendable {
  /// A filter and the instruction that it was read from.
  package struct Filter: Hashable, Sendable {
    package var statement: Statement
    package var condition: Condition
  }

  package struct Sorter: Hashable, Sendable {
    package var statement: Statement
    package var key: SortKey
    package var isReversed: Bool
    /// For tags: which one, from 1.
    package var ordinal = 1
  }

  package struct Grouper: Hashable, Sendable {
    package var statement: Statement
    package var key: GroupKey
    package var isReversed: Bool
  }

  package var filters: [Filter] = []
  package var sorters: [Sorter] = []
  package var groupers: [Grouper] = []
  /// How many tasks are shown at most; nil for all.
  package var limit: Int?
  /// How many tasks of each group are shown at most; without groups it means nothing.
  package var groupLimit: Int?
  package var layout = Layout()
  package var explains = false
  /// Comments and what is only explained left out.
  package var layoutStatements: [Statement] = []

  /// Where an instruction came from.
  package enum Origin: Hashable, Sendable {
    case query, globalQuery, fileDefaults
    case preset(String)
  }

  /// One instruction.
  package struct Statement: Hashable, Sendable {
    /// The number of its first line, from 1; for a preset that of the line that names it.
    package var line: Int
    /// As written, with continued lines joined by blanks.
    package var source: String
    /// What is understood: placeholders expanded, inline comments taken out.
    package var text: String
    package var origin = Origin.query
  }

  /// What a list shows of a task.
  package struct Layout: Hashable, Sendable {
    package enum Element: String, Hashable, Sendable, CaseIterable {
      case id
      case dependsOn = "depends on"
      case priority
      case recurrence = "recurrence rule"
      case onCompletion = "on completion"
      case created = "created date"
      case start = "start date"
      case scheduled = "scheduled date"
      case due = "due date"
      case cancelled = "cancelled date"
      case done = "done date"
      case tags
      case backlink
      case taskCount = "task count"
      case groupCount = "group count"
      case urgency
      case tree
      // What only a window has.
      case editButton = "edit button"
      case postponeButton = "postpone button"
      case nestedBacklink = "nested backlink"
      case toolbar
    }

    /// Those that the plugin hides unless told otherwise.
    package var hidden: Set<Element> = [.urgency, .tree, .groupCount]
    /// Dates and rules as signs only.
    package var isShort = false

    package func shows(_ element: Element) -> Bool { !hidden.contains(element) }
  }
}
