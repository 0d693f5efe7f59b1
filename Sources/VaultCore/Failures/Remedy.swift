/// What a person can do about a failure. Each front end has names of its own for it; the raw values are neutral ones.
package enum Remedy: Sendable, Hashable {
  case command(Command)
  case option(Option)
  /// To give the setting of this name another value.
  case setting(String)

  package enum Command: String, Sendable, CaseIterable {
    case check = "the check"
    case edit = "an editor"
    case giveTaskID = "Edit Task"
    case history = "the history"
    case index = "Index"
    case initialize = "New Vault"
    case listNotes = "the list of notes"
    case listSettings = "the list of settings"
    case listTags = "the list of tags"
    case listTasks = "the list of tasks"
    case linksToMissing = "the list of the links to it"
    case listTrash = "the list of the trash"
    case makeDailyNote = "the note of that day"
    case move = "Move"
    case pluginQueryHelp = "the help on queries"
    case queryTasks = "[key:value]"
    case redo = "Redo"
    case remove = "Remove"
    case removeTask = "Remove Task"
    case stopWatching = "Stop Watching"
    case trustVault = "Trust Vault"
    case undo = "Undo"
    case watch = "Watch"
  }

  package enum Option: String, Sendable, CaseIterable {
    case createHeading = "that it is new"
    case exactCopies = "an export of files"
    case force = "that it is meant"
    case keepingChanged = "a partial undo"
    case importFormat = "JSON, folder or text"
    case line = "its line"
    case nested = "so"
    case queryNote = "its path"
    case skipUnchangeable = "leaving them out"
    case someWords = "a search for any of them"
    case taskNote = "the note"
    case template = "the template"
    case vaultFolder = "its folder"
    case updateBaseline = "its renewal"
    case todoTxt = "the import of todo.txt"
    case withoutNext = "without repeating"
  }

  /// For front ends that have no name of their own.
  package var name: String {
    switch self {
    case .command(let command): command.rawValue
    case .option(let option): option.rawValue
    case .setting(let name): "the setting \(name)"
    }
  }
}
