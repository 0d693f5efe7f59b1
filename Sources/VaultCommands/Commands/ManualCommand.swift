import ArgumentParser
import Foundation

/// `vault manual`: used when the program is installed.
struct ManualCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Write the manual pages into a folder, by section.",
    discussion: """
      Examples:
        vault manual /usr/local/share/man
      """,
    shouldDisplay: false)

  @Argument(
    "The folder of manual pages, which holds man1, man5 and man7; made if need be.", value: "dir",
    completion: .directory)
  var folder: String

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    for page in try ManualPages.all(in: context.environment) {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(page.file)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(page.text.utf8).write(to: file)
    }
    return .success
  }
}
