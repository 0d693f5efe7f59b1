import VaultCore

/// What stands before the screen until it is answered.
package enum Dialog: Hashable, Sendable {
  /// The keys; so many lines are scrolled away.
  case help(top: Int)
  case confirm(Confirmation)
  case prompt(Prompt)
  case choice(Choice)
  case names(NamesDialog)
  /// Something that has to be read; so many lines are scrolled away.
  case notice(title: String, lines: [String], top: Int)
}

/// A question that is answered by `y`.
package struct Confirmation: Hashable, Sendable {
  package var title: String
  package var change: UIChange
  /// What would be done; nil where nothing more is to be said.
  package var plan: PlannedText?
  package var top = 0
  /// True where it has to be said twice.
  package var isGrave = false
}

/// A line that is asked for.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case taskDay([String], TaskFieldKind)
    case taskTags([String])
    case tags([NotePath])
    case rename(NotePath)
    case renameSeveral([NotePath])
    case renameTag(String)
    case move([NotePath])
    case addTask(NotePath?)
    case newNote(folder: String?, template: String?)
    case setting(String)
  }

  package var purpose: Purpose
  package var title: String
  package var hint: String
  package var field: TextField
  /// How it is understood, as it is typed; empty for nothing to say.
  package var reading: [String] = []
  /// Why it cannot be taken as it is; Enter does nothing then.
  package var problem: String?
  /// True once a past day was meant.
  package var isForced = false
}

/// One of several to be chosen by its letter, or by Enter.
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
}
