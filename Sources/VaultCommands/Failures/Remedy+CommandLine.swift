import VaultCore

extension Message {
  /// With commands and options in place of the remedies.
  var commandLine: String { text(naming: \.commandLine) }
}

extension Remedy {
  /// As a person types it.
  var commandLine: String {
    switch self {
    case .command(let command): "`vault \(command.words)`"
    case .option(.vaultFolder): "`--vault DIR`"
    case .option(let option): option.words
    case .setting(let name):
      "`vault config set \(ConfigurationKey.named(name)?.power == .personal ? "--user " : "")\(name) …`"
    }
  }
}

extension Remedy.Command {
  fileprivate var words: String {
    switch self {
    case .check: "doctor"
    case .edit: "edit"
    case .giveTaskID: "tasks edit TASK --id ID"
    case .history: "history"
    case .index: "index"
    case .initialize: "init"
    case .listNotes: "list"
    case .listSettings: "config list"
    case .listTags: "tags"
    case .listTasks: "tasks"
    case .linksToMissing: "links --to NAME"
    case .listTrash: "trash list"
    case .makeDailyNote: "journal DAY"
    case .move: "mv"
    case .pluginQueryHelp: "help tasks-query"
    case .queryTasks: "tasks '[key:value]'"
    case .redo: "redo"
    case .remove: "rm"
    case .removeTask: "tasks rm"
    case .stopWatching: "watch --stop"
    case .trustVault: "config trust"
    case .undo: "undo"
    case .watch: "watch"
    }
  }
}

extension Remedy.Option {
  fileprivate var words: String {
    switch self {
    case .createHeading: "--create"
    case .exactCopies: "--md DIR"
    case .force: "--force"
    case .importFormat: "--format json, --format folder or --format text"
    case .keepingChanged: "--keep-changed"
    case .updateBaseline: "--update-baseline"
    case .line: "--line"
    case .nested: "--nested"
    case .queryNote: "--for"
    case .skipUnchangeable: "--skip-unchangeable"
    case .someWords: "--any"
    case .taskNote: "--note"
    case .template: "--format"
    case .todoTxt: "--todotxt"
    case .vaultFolder: "--vault"
    case .withoutNext: "--no-repeat"
    }
  }
}
