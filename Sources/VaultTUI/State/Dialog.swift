import VaultCore

/// What stands before the screen until it is answered.
package enum Dialog: Hashable, Sendable {
  /// The keys; so many lines are scrolled away.
  case help(top: Int)
  case confirm(Confirmation)
  case prompt(Prompt)
  case choice(Choice)
  case names(NamesDialog)
  /// Something that has to be read.
  case notice(Notice)
}

/// What is only read. Scrolled by `top` lines.
package struct Notice: Hashable, Sendable {
  package var title: String
  package var lines: [DiffLine]
  package var top = 0
  /// What its text tells to do: the keys for that are taken as they are elsewhere.
  var remedies: Set<UIAction> = []

  /// `diff`: the texts that it is about.
  package init(title: String, _ text: String, diff: [DiffLine] = []) {
    self.title = title
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { DiffLine(kind: .context, text: String($0)) }
    if !diff.isEmpty { lines += [DiffLine(kind: .context, text: "")] + diff }
  }
}

/// A question that is answered by `y`.
package struct Confirmation: Hashable, Sendable {
  package var title: String
  package var change: UIChange
  /// What would be done; nil where nothing more is to be said.
  package var plan: PlannedText?
  /// How its lines are broken, by the width of the dialog.
  var wrapping: PlanWrapping?
  package var top = 0
  /// True where it has to be said twice.
  package var isGrave = false
}

/// A line that is asked for.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case taskDay([String], TaskFieldKind)
    case taskText(String)
    case taskTags([String])
    case tags([NotePath])
    case rename(NotePath)
    case renameSeveral([NotePath])
    case renameTag(String)
    case move([NotePath])
    case addTask
    case newNote(folder: String?, template: String?)
    case setting(String)
  }

  package enum Problem: Hashable, Sendable {
    case mistake(String)
    /// A day that has passed; once it was asked for, `!` says that it is meant.
    case pastDay(CivilDate, isAsked: Bool)

    package var text: String {
      switch self {
      case .mistake(let text): text
      case .pastDay(let day, let isAsked): "\(day) has passed" + (isAsked ? "; ! says that it is meant" : "")
      }
    }
  }

  package var purpose: Purpose
  package var title: String
  package var hint: String
  package var field: TextField
  /// How it is understood, as it is typed; empty for nothing to say.
  package var reading: [String] = []
  /// Why it cannot be taken as it is; Enter does nothing then.
  package var problem: Problem?
  /// The day that is understood.
  package var day: CivilDate?
  /// True once a past day was meant.
  package var isForced = false
}

/// One of several to be chosen by its digit, or by Enter.
package struct Choice: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case priority([String])
    case theme
    case sort
    case setting(String)
    case outline
  }

  package struct Option: Hashable, Sendable {
    package var title: String
    package var value: String
  }

  package var purpose: Purpose
  package var title: String
  package var options: [Option]
  package var selected: Int
}

/// Names that are looked for as one types.
package struct NamesDialog: Hashable, Sendable {
  package var field = TextField()
  package var notes: [NamedNote] = []
  package var selected = 0
  package var isWaiting = true
  /// Keys that are about the names of what was typed last, which are not there yet, and those behind them.
  package var ahead: [Key] = []

  /// True of a key that means one of the names.
  static func chooses(_ key: Key) -> Bool {
    switch key.code {
    case .enter, .up, .down: true
    case .character("p"), .character("n"): key.control
    default: false
    }
  }
}
