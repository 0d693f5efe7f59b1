extension Query {
  /// What a term asks. The texts are as written: whoever answers folds case and accents.
  package indirect enum Predicate: Hashable, Sendable {
    /// Title, file name, aliases, headings, tags, texts of properties or body.
    case words(TextMatch)
    case text(TextField, TextMatch)
    /// Letters that a word in a name or a tag begins with: a word of which little has been typed, which no query can be
    /// written for.
    case begunName(String)
    case named(NameField, NameMatch)
    /// Without `#`; the tag and those below it, or only those below it.
    case tag(String, childrenOnly: Bool)
    case tagLike(JavaScriptPattern)
    /// A test of a property in the front matter.
    case property(PropertyTest)
    /// One line, block or section of the body for which the expression holds, whose terms are all `words`.
    case within(TextUnit, Expression)
    /// A task for whose description the expression holds, whose terms are all `words`; nil for any.
    case taskText(TaskTextScope, Expression?)
    /// What the note of that name has to do with it.
    case link(LinkRelation, String)
    /// What git knows of the note's file.
    case git(GitTest)
    /// An assistant, or another app, was shown it last on one of these days.
    case referenced(DateRange)
    /// The note's day; where tasks are asked for, that of their ➕.
    case created(DateRange)
    case updated(DateRange)
    case taskDate(TaskFieldKind, DateRange)
    case priority(Comparison, TaskPriority)
    /// The name of the status or its type, in any case, or its symbol.
    case status(String)
    case isNote(NoteFlag)
    case isTask(TaskFlag)
    case has(Presence)
    /// Not the same as a negated `has` where notes are asked for: some task of the note lacks it.
    case lacks(Presence)

    /// True when it asks about a task: in a search for notes, all of these in one AND group must hold for the same one.
    package var asksAboutTask: Bool {
      switch self {
      case .taskDate, .priority, .status, .isTask, .taskText: true
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
      /// The text stands anywhere in a line, in words or across them.
      case substring
      /// Matches within one line.
      case expression(JavaScriptPattern)
    }

    /// The regular expression as it is written.
    package var text: String
    package var kind: Kind
    /// True when case and accents have to be those written. A regular expression says so itself.
    package var matchesCase: Bool

    package init(_ text: String, _ kind: Kind = .word, matchesCase: Bool = false) {
      self.text = text
      self.kind = kind
      self.matchesCase = matchesCase
    }

    package init(_ pattern: JavaScriptPattern) {
      self.init(pattern.text, .expression(pattern))
    }
  }

  package enum NameField: String, Hashable, Sendable, CaseIterable {
    /// A part of the relative path, or of the name, with its extension.
    case path, file
    /// The whole of it.
    case category, source
  }

  /// What a name, or a part of it, has to be.
  package enum NameMatch: Hashable, Sendable {
    /// In any case.
    case text(String)
    case expression(JavaScriptPattern)
  }

  /// A part of a note's body in which several words have to stand together.
  package enum TextUnit: String, Hashable, Sendable, CaseIterable {
    case line
    /// Lines without a blank one between them; a heading and each list item are blocks of their own.
    case block
    /// From one heading to the next of any level, its heading included; or what stands before the first.
    case section
  }

  package enum TaskTextScope: String, Hashable, Sendable, CaseIterable {
    case any = "task"
    /// Todo, in progress or on hold.
    case todo = "task-todo"
    /// Done, cancelled and non-task.
    case done = "task-done"
  }

  package enum LinkRelation: String, Hashable, Sendable, CaseIterable {
    /// It links to the named note.
    case links
    /// The named note links to it.
    case linkedBy = "linked-by"
    /// It names the note in words that are no link.
    case mentions
  }

  /// What a version history is asked about a file.
  package enum GitTest: Hashable, Sendable {
    case state(GitState)
    /// It has changed since that revision or day.
    case since(String)
    /// It was last committed on one of these days.
    case committed(DateRange)
    /// Somebody whose name or address holds the text, in any case, has committed it.
    case author(String)
  }

  package enum GitState: String, Hashable, Sendable, CaseIterable {
    /// Not as it was last committed, staged or not.
    case modified
    case staged, untracked, conflicted
  }

  package enum TextField: String, Hashable, Sendable, CaseIterable {
    case title, heading, alias
    /// The body alone.
    case content
  }

  package enum NoteFlag: String, Hashable, Sendable, CaseIterable {
    case pinned, favorite
    /// No other note links to it.
    case orphan
    /// Nothing but blanks in the body.
    case empty
    /// A copy that a program made where two machines had changed a note.
    case conflict
  }

  package enum TaskFlag: String, Hashable, Sendable, CaseIterable {
    /// Todo, in progress or on hold.
    case todo
    /// Done, cancelled and non-task.
    case done
    case inProgress = "in-progress"
    case onHold = "on-hold"
    case cancelled, overdue, blocked, recurring

    /// The type that a task's status has then; nil where it takes more or less than that.
    var statusType: StatusType? {
      switch self {
      case .inProgress: .inProgress
      case .onHold: .onHold
      case .cancelled: .cancelled
      case .todo, .done, .overdue, .blocked, .recurring: nil
      }
    }
  }

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case task, tag, link, alias, warning
    /// An embed of or link to a file that is no note.
    case attachment
    case category, source
    case due, scheduled, start, created, done, cancelled, priority, recurrence, id

    /// The field of a task's line that it is. An impossible date is there.
    package var taskField: TaskFieldKind? {
      // Notes have categories, too.
      self == .category ? nil : TaskFieldKind(rawValue: rawValue)
    }
    package var isTaskField: Bool { taskField != nil }
  }

  package enum Comparison: String, Hashable, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case equal = "="
    case greaterOrEqual = ">="
    case greater = ">"

    /// The sign that a text begins with: of two such signs the longer one.
    static func leading(_ text: some Sequence<UInt8>) -> Comparison? {
      [.lessOrEqual, .greaterOrEqual, .less, .greater, .equal].first { text.starts(with: $0.rawValue.utf8) }
    }

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
    case relevance, title, path, created, updated, referenced, category, source, words
    case due, scheduled, start, done, cancelled, priority, urgency, status

    /// True when the greatest comes first unless reversed: the best match, the highest priority and urgency, the longest
    /// note.
    package var greatestFirst: Bool { [.relevance, .priority, .urgency, .words].contains(self) }
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

extension CaseIterable where Self: RawRepresentable<String> {
  /// The one of that name, in any case of ASCII letters.
  static func named(_ name: String) -> Self? { allCases.first { $0.rawValue.caseInsensitiveEquals(name) } }
}
