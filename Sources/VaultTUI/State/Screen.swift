import VaultCore

/// The screens that a digit leads to.
package enum Screen: Int, CaseIterable, Sendable {
  case notes = 1
  case tasks, agenda, folders, tags, trash, history, settings

  package var title: String {
    switch self {
    case .notes: "Notes"
    case .tasks: "Tasks"
    case .agenda: "Agenda"
    case .folders: "Folders"
    case .tags: "Tags"
    case .trash: "Trash"
    case .history: "History"
    case .settings: "Settings"
    }
  }

  package var place: VaultURL.Place {
    switch self {
    case .notes: .notes
    case .tasks: .tasks
    case .agenda: .agenda
    case .folders: .folder(NotePath(""))
    case .tags: .tags
    case .trash: .trash
    case .history: .history
    case .settings: .settings
    }
  }

  /// Where an address is shown.
  package init(_ place: VaultURL.Place) {
    switch place {
    case .notes, .search, .note, .newNote, .today, .day, .backlinks, .tag, .graph, .select, .file, .doctor, .stats,
      .sync:
      self = .notes
    case .tasks, .task: self = .tasks
    case .agenda: self = .agenda
    case .folder(let path): self = path.text.isEmpty ? .folders : .notes
    case .tags: self = .tags
    case .trash: self = .trash
    case .history: self = .history
    case .settings: self = .settings
    }
  }
}
