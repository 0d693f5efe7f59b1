import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault init`
struct InitCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Make a folder a vault.",
    discussion: """
      Creates .vault/ with config.yaml, to be committed, and a .gitignore for the rest. Notes are not touched, and a \
      folder that is only searched needs no .vault: Obsidian's folders and `--vault DIR` do without. Where Syncthing \
      shares the folder, .stignore gets lines for what is this machine's own.

      Examples:
        vault init
        vault init ~/notes
      """)

  @Argument("The folder, made if need be; the working folder if left out.", value: "dir", completion: .directory)
  var folder: String?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let named = try options.vault.map { try context.user().path(ofVault: $0) ?? $0 }
    let folder = folder ?? named ?? "."
    try VaultFolder.makeRoot(folder)
    let location = try VaultLocation.find(
      explicit: folder, environment: nil, from: FileManager.default.currentDirectoryPath)
    let made = try VaultFolder.create(in: location.root)
    let syncthing = try SyncthingIgnore.add(in: location.root)
    if let notice = syncthing.notice { context.listener.notice(notice) }
    guard !options.quiet else { return .success }
    let root = StyledText(context.printer.painter.path(NotePath(location.root)), context.theme[.path])
    if made.isEmpty {
      let rest = syncthing == .added ? "." : "; nothing was changed."
      try context.printer.line(root + StyledText(" is a vault already" + rest))
    } else {
      try context.printer.line(StyledText("Made \(made.joined(separator: " and ")) in ") + root + StyledText("."))
      try context.printer.line("Next: `vault list`, `vault search WORDS`, `vault tasks`.", context.theme[.muted])
    }
    return .success
  }
}
