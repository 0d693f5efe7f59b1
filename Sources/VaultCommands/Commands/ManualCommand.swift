import ArgumentParser
import Foundation

/// `vault manual`: used when the program is installed.
struct ManualCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the manual pages into a folder.",
    discussion: """
      Examples:
        vault manual /usr/local/share/man/man1
      """,
    shouldDisplay: false)

  @Argument("The folder; made if need be.", value: "dir", completion: .directory)
  var folder: String

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in _: CommandContext) throws -> ExitStatus {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for page in try ManualPages.all() {
      try Data(page.text.utf8).write(to: URL(fileURLWithPath: folder + "/" + page.name))
    }
    return .success
  }
}
