extension Query {
  /// What a term asks. The texts are as written: whoever answers folds case and accents.
  package enum Predicate: Hashable, Sendable {
    /// Title, aliases, headings, tags or body.
    case words(TextMatch)
    case text(TextField, TextMatch)
    /// A part of the relative path with its extension, in any case.
    case path(String)
    /// A part of the name with its extension, in any case.
    case file(String)
    /// Without `#`; the tag and those below it, or only those below it.
    case tag(String, childrenOnly: Bool)
    /// The whole category, in any case.
    case category(String)
    /// The whole source, in any case.
    case source(String)
    /// The note's day; where tasks are asked for, that of their ➕.
    case created(DateRange)
    case updated(DateRange)
    case taskDate(TaskDateField, DateRange)
    case priority(Comparison, TaskPriority)
    case isNote(NoteFlag)
    case isTask(TaskFlag)
    case has(Presence)
    /// Not the same as a negated `has` where notes are asked for: some task of the note lacks it.
    case lacks(Presence)

    /// Whether it asks about a task: in a search for notes, all of these in one AND group must hold for the same one.
    package var asksAboutTask: Bool {
      switch self {
      case .taskDate, .priority, .isTask: true
      case .has(let presence), .lacks(let presence): presence.isTaskField
      default: false
      }
    }
  }

  /// Words to be found in a text.
  package struct TextMatch: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// All words of the text as words or, from three letters, as the beginning of words.
      case word
      /// The words of the text one after the other.
      case phrase
      /// The text is the beginning of a word, however short; written `word*`, kept without the `*`.
      case prefix
    }

    package var text: String
    package var kind: Kind

    package init(_ text: String, _ kind: Kind = .word) {
      self.text = text
      self.kind = kind
    }
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case title, heading, alias
    /// The body alone.
    case content
  }

  package enum TaskDateField: String, Hashable, Sendable, CaseIterable {
    case due, scheduled, start, done, cancelled
  }

  package enum NoteFlag: String, Hashable, Sendable, CaseIterable {
    case pinned, favorite
    /// Nothing but blanks in the body.
    case empty
  }

  package enum TaskFlag: String, Hashable, Sendable, CaseIterable {
    /// Todo, in progress or on hold.
    case todo
    /// Done, cancelled and non-task.
    case done
    case overdue, blocked, recurring
  }

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case task, tag, link, alias, warning
    /// An embed of or link to a file that is no note.
    case attachment
    case category, source
    case due, scheduled, start, created, done, cancelled, priority, recurrence, id

    /// Whether it is a field of a task's line; an impossible date is there.
    package var isTaskField: Bool {
      switch self {
      case .due, .scheduled, .start, .created, .done, .cancelled, .priority, .recurrence, .id: true
      case .task, .tag, .link, .alias, .warning, .attachment, .category, .source: false
      }
    }
  }

  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case greaterOrEqual = ">="
    case greater = ">"

    package func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
      switch self {
      case .less: a < b
      case .lessOrEqual: a <= b
      case .equal: a == b
      case .greaterOrEqual: a >= b
      case .greater: a > b
      }
    }
  }

  package enum SortField: String, Hashable, Sendable, CaseIterable {
    case relevance, title, path, created, updated, category, source
    case due, scheduled, start, done, cancelled, priority, urgency, status

    /// Whether the greatest comes first unless reversed: the best match, the highest priority and urgency.
    package var greatestFirst: Bool { self == .relevance || self == .priority || self == .urgency }
  }

  package struct SortKey: Hashable, Sendable {
    package var field: SortField
    /// Written `sort:-field`: the field's usual order turned round.
    package var isReversed: Bool

    package init(_ field: SortField, isReversed: Bool = false) {
      self.field = field
      self.isReversed = isReversed
    }

    package var isDescending: Bool { field.greatestFirst != isReversed }
  }
}
