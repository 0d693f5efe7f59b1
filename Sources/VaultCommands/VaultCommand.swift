import ArgumentParser
import VaultInterface
import VaultPlatform
import VaultTerminal

/// `vault`
struct VaultCommand: ContextCommand {
  static let version = ProgramVersion.text

  static let configuration = CommandConfiguration(
    commandName: "vault",
    abstract: "Search, tasks and structure for a folder of Markdown notes.",
    usage: "vault <command> [<options>] [<arguments>]",
    discussion: """
      The notes stay plain files; the index that makes this fast is a cache. `vault help query` explains how to ask.
      """,
    version: version,
    subcommands: [ManualCommand.self],
    groupedSubcommands: groups)

  static var groups: [CommandGroup] {
    [
      CommandGroup(
        name: "Finding",
        subcommands: [
          SearchCommand.self, TasksCommand.self, ListCommand.self, RecentCommand.self, RandomCommand.self,
          ShowCommand.self, OpenCommand.self,
        ]),
      CommandGroup(
        name: "Looking around",
        subcommands: [
          OutlineCommand.self, TagsCommand.self, PropertiesCommand.self, AliasesCommand.self, LinksCommand.self,
          BacklinksCommand.self, OrphansCommand.self, DeadEndsCommand.self, UnlinkedCommand.self, RelatedCommand.self,
          GraphCommand.self,
          FilesCommand.self, FoldersCommand.self, AttachmentsCommand.self, WordCountCommand.self, StatsCommand.self,
          SnapshotCommand.self,
        ]),
      CommandGroup(
        name: "Writing",
        subcommands: [
          NewCommand.self, AddCommand.self, TodayCommand.self, JournalCommand.self, EditCommand.self,
          AppendCommand.self, PrependCommand.self,
        ]),
      CommandGroup(
        name: "Changing notes",
        subcommands: [
          SetCommand.self, UnsetCommand.self, GetCommand.self, TagCommand.self, PinCommand.self, UnpinCommand.self,
          FavoriteCommand.self, EnrichCommand.self,
        ]),
      CommandGroup(
        name: "Moving and deleting",
        subcommands: [
          MoveCommand.self, RenameCommand.self, HeadingCommand.self, ArchiveCommand.self, RemoveCommand.self,
          TrashCommand.self,
        ]),
      CommandGroup(name: "Taking back", subcommands: [UndoCommand.self, RedoCommand.self, HistoryCommand.self]),
      CommandGroup(
        name: "Syncing, checking, and git",
        subcommands: [
          SyncCommand.self, CheckCommand.self, ChangedCommand.self, ConflictsCommand.self, GitCommand.self,
          MergeDriverCommand.self,
        ]),
      CommandGroup(
        name: "On the whole screen, in a browser and in editors",
        subcommands: [UICommand.self, ServeCommand.self, LSPCommand.self, MCPCommand.self]),
      CommandGroup(name: "In and out", subcommands: [ImportCommand.self, ExportCommand.self]),
      CommandGroup(
        name: "The vault",
        subcommands: [
          InitCommand.self, RootCommand.self, IndexCommand.self, WatchCommand.self, DoctorCommand.self,
          ConfigCommand.self,
          CompletionCommand.self,
        ]),
    ]
  }

  static var _errorPrefix: String { "vault: error: " }

  @OptionGroup
  var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    try HelpTopic.overview(groups: Self.groups).print(to: context.printer)
    return .success
  }
}
