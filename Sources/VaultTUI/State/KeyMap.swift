import VaultCore

/// What can be done, in the order of the help.
package enum UIAction: String, CaseIterable, Sendable {
  case up, down, pageUp, pageDown, top, bottom, left, right, otherPane
  case query, previousTab, nextTab, mark, markAll, open, back
  case edit, editAtMatch, new, addTask, toggle, schedule, due, priority, tags, rename, move, pin, delete, undo, redo
  case copyPath, copyAddress, sort, theme, goTo, backlinks, mentions, outline
  case notes, tasks, agenda, folders, tagTree, trash, history, settings
  case redraw, stop, help, quit
}

extension UIAction {
  /// True of what means something only where there are rows.
  var isAboutRows: Bool {
    switch self {
    case .query, .goTo, .notes, .tasks, .agenda, .folders, .tagTree, .trash, .history, .settings, .redraw, .stop, .help,
      .quit, .new, .addTask, .back, .theme, .copyAddress, .undo, .redo:
      false
    default: true
    }
  }
}

extension UIAction {
  /// True of what does not wait for rows, since it leads away from them.
  var leadsElsewhere: Bool {
    switch self {
    case .notes, .tasks, .agenda, .folders, .tagTree, .trash, .history, .settings, .back, .quit, .stop, .redraw: true
    default: false
    }
  }
}

extension UIAction {
  /// What does here what a remedy asks for; nil where no key does.
  init?(_ remedy: Remedy.Command) {
    switch remedy {
    case .edit: self = .edit
    case .history: self = .history
    case .listNotes: self = .notes
    case .listTags: self = .tagTree
    case .listTasks: self = .tasks
    case .listTrash: self = .trash
    case .move: self = .move
    case .redo: self = .redo
    case .remove, .removeTask: self = .delete
    case .undo: self = .undo
    default: return nil
    }
  }
}

/// One row of the table of keys, from which the help, the footer, the configuration and the documentation are made.
package struct KeyBinding: Hashable, Sendable {
  package let action: UIAction
  package var keys: [Key]
  /// What it does, in a few words.
  package let help: String
  package let group: Group

  package enum Group: String, CaseIterable, Sendable {
    case move = "Move"
    case look = "Look"
    case change = "Change"
    case screens = "Screens"
    case program = "Program"
  }

  init(_ action: UIAction, _ keys: String, _ group: Group, _ help: String) {
    self.action = action
    self.keys = keys.split(separator: " ").compactMap { Key(named: String($0)) }
    (self.group, self.help) = (group, help)
  }
}

package struct KeyMap: Hashable, Sendable {
  package private(set) var bindings: [KeyBinding]
  private var actions: [Key: UIAction] = [:]

  init(_ bindings: [KeyBinding]) {
    self.bindings = bindings
    for binding in bindings { for key in binding.keys where actions[key] == nil { actions[key] = binding.action } }
  }

  package func action(for key: Key) -> UIAction? { actions[key] }

  package func keys(of action: UIAction) -> [Key] { bindings.first { $0.action == action }?.keys ?? [] }

  /// The key that is shown for an action; empty where it has none.
  package func shown(_ action: UIAction) -> String { keys(of: action).first?.name ?? "" }

  /// The standard keys with some given otherwise: `edit: "e Ctrl-E"`. The result says what cannot be understood.
  package static func standard(with own: [(name: String, text: String)]) -> (map: KeyMap, problems: [String]) {
    var bindings = standard.bindings
    var problems: [String] = []
    for (name, text) in own {
      guard let action = UIAction(rawValue: name), let place = bindings.firstIndex(where: { $0.action == action })
      else {
        problems.append("\"\(name)\" is nothing that a key does")
        continue
      }
      let words = text.split(separator: " ").map(String.init)
      let keys = words.compactMap { Key(named: $0) }
      if keys.count < words.count {
        problems.append("\"\(text)\" names no keys; write them like e, Ctrl-E, Alt-x, PgDn or F2")
        continue
      }
      // A key that is given to something new no longer does what it did.
      for other in bindings.indices { bindings[other].keys.removeAll(where: keys.contains) }
      bindings[place].keys = keys
    }
    let map = KeyMap(bindings)
    for own in own {
      guard let binding = bindings.first(where: { $0.action.rawValue == own.name }) else { continue }
      for key in binding.keys where map.action(for: key) != binding.action {
        problems.append("\(key.name) is given to two of them")
      }
    }
    guard !map.actions.values.contains(.quit) else { return (map, problems) }
    // There is always a way out.
    problems.append("quit has no key that is its own, so it keeps those that it had")
    let quit = standard.keys(of: .quit)
    for other in bindings.indices { bindings[other].keys.removeAll(where: quit.contains) }
    if let place = bindings.firstIndex(where: { $0.action == .quit }) { bindings[place].keys = quit }
    return (KeyMap(bindings), problems)
  }

  package static let standard = KeyMap([
    KeyBinding(.up, "Up k Ctrl-Up", .move, "one row up"),
    KeyBinding(.down, "Down j Ctrl-Down", .move, "one row down"),
    KeyBinding(.pageUp, "PgUp Ctrl-B", .move, "one screen up"),
    KeyBinding(.pageDown, "PgDn Ctrl-F", .move, "one screen down"),
    KeyBinding(.top, "g Home", .move, "to the first row"),
    KeyBinding(.bottom, "G End", .move, "to the last row"),
    KeyBinding(.left, "Left h", .move, "to the list; fold"),
    KeyBinding(.right, "Right l", .move, "to the note beside it; unfold"),
    KeyBinding(.otherPane, "Tab Shift-Tab", .move, "to the other pane"),
    KeyBinding(.previousTab, "[", .move, "the tab before; the link before"),
    KeyBinding(.nextTab, "]", .move, "the next tab; the next link"),
    KeyBinding(.open, "Enter", .move, "open it; follow the link"),
    KeyBinding(.back, "Backspace Esc", .move, "back to where you were"),
    KeyBinding(.query, "/", .look, "search as you type"),
    KeyBinding(.goTo, "Ctrl-P", .look, "go to a note by its name"),
    KeyBinding(.sort, "o", .look, "another order"),
    KeyBinding(.backlinks, "b", .look, "what links to the note"),
    KeyBinding(.mentions, "m", .look, "what names it without a link"),
    KeyBinding(.outline, "O", .look, "the note's headings"),
    KeyBinding(.theme, "T", .look, "other colours"),
    KeyBinding(.copyPath, "y", .look, "copy the path"),
    KeyBinding(.copyAddress, "Y", .look, "copy the address of this screen"),
    KeyBinding(.mark, "Space", .change, "mark the row, for a change of several"),
    KeyBinding(.markAll, "*", .change, "mark all that were found; none"),
    KeyBinding(.edit, "e", .change, "open the note in the editor"),
    KeyBinding(.editAtMatch, "E", .change, "the same, at the line shown"),
    KeyBinding(.new, "n", .change, "write a note"),
    KeyBinding(.addTask, "a", .change, "add a task, in quick words"),
    KeyBinding(.toggle, "x", .change, "mark a task done, or open again; in History, undo it"),
    KeyBinding(.due, "D", .change, "when it is due"),
    KeyBinding(.schedule, "s", .change, "when it is scheduled"),
    KeyBinding(.priority, "p", .change, "its priority"),
    KeyBinding(.tags, "t", .change, "add tags, or -tags to take them off"),
    KeyBinding(.rename, "r", .change, "rename; put back from the trash"),
    KeyBinding(.move, "M", .change, "move to a folder"),
    KeyBinding(.pin, "P", .change, "pin, or take the pin off"),
    KeyBinding(.delete, "d", .change, "delete: into the trash"),
    KeyBinding(.undo, "u", .change, "take the last change back"),
    KeyBinding(.redo, "U", .change, "do again what was taken back"),
    KeyBinding(.notes, "1", .screens, "notes"),
    KeyBinding(.tasks, "2", .screens, "tasks"),
    KeyBinding(.agenda, "3", .screens, "the agenda"),
    KeyBinding(.folders, "4", .screens, "folders"),
    KeyBinding(.tagTree, "5", .screens, "tags"),
    KeyBinding(.trash, "6", .screens, "what was deleted"),
    KeyBinding(.history, "7", .screens, "what was changed"),
    KeyBinding(.settings, "8", .screens, "settings"),
    KeyBinding(.help, "? F1", .program, "these keys"),
    KeyBinding(.redraw, "Ctrl-L", .program, "draw the screen anew"),
    KeyBinding(.stop, "Ctrl-Z", .program, "back to the shell for a while"),
    KeyBinding(.quit, "q Ctrl-C", .program, "leave"),
  ])
}
