import ArgumentParser
import Foundation
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault merge-driver`
struct MergeDriverCommand: ContextCommand {
  static let name = "merge-driver"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Merge one note for git; git runs it.",
    discussion: """
      Git runs it as `vault git setup` arranges, with the files that it makes for a merge: %O, %A, %B, %L and %P of \
      gitattributes(5). What `git merge-file` merges stays as git has it. What it leaves open is settled by what stands \
      there: front matter by keys (of two dates of the last change the later), lists and tables by items, tasks by their \
      fields, paragraphs by sentences. No word of either side is lost: what no rule settles gets git's marks, in the style of \
      merge.conflictStyle. The second file becomes the result. No vault is needed.

      In git's configuration, merge.vault.words (true, false) also merges changes of one sentence that are six words apart; \
      merge.vault.newest names more keys of which the later of two dates counts.

      The exit status is 0 for a note that is merged, 1 for one with places that are open, and else 2 or more, with the \
      second file as it was.

      Examples:
        vault merge-driver %O %A %B %L %P
        vault merge-driver --append %O %A %B %L %P
      """)

  @Argument("The base.", value: "file", completion: .file())
  var base: String

  @Argument("Ours, which becomes the result.", value: "file", completion: .file())
  var ours: String

  @Argument("Theirs.", value: "file", completion: .file())
  var theirs: String

  @Argument(help: ArgumentHelp("How many signs a conflict's marks have.", valueName: "size"))
  var markerSize: Int = 7

  @Argument("The note's path, which nothing is read from.", value: "path")
  var path: String?

  @Flag(help: "Paragraphs that both sides put in at one place are both meant, as in journals.")
  var append = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    let request = MergeDriver.Request(
      base: base, ours: ours, theirs: theirs, markerSize: markerSize, appends: append)
    do { return try Self.status(of: request) } catch {
      throw CommandFailure(kind: .unreadable, message: Message(Self.message(error)))
    }
  }

  // MARK: As git runs it

  /// Runs the command line that git runs: no other file is read for it, as the user's configuration is for other commands, and
  /// a note's path may begin with a dash. Nil for any other.
  static func status(of words: ArraySlice<String>, telling: (String) -> Void) -> ExitStatus? {
    var words = words
    let appends = words.first == "--append"
    if appends { words.removeFirst() }
    let files = Array(words.prefix(3))
    guard words.count == 5, files.allSatisfy({ !$0.hasPrefix("-") }), let size = Int(words[words.startIndex + 3]),
      size > 0
    else { return nil }
    let request = MergeDriver.Request(
      base: files[0], ours: files[1], theirs: files[2], markerSize: size, appends: appends)
    do { return try status(of: request) } catch {
      telling(message(error))
      return .failed
    }
  }

  private static func status(of request: MergeDriver.Request) throws -> ExitStatus {
    keepFreeMemory()
    let environment = ProcessInfo.processInfo.environment
    let driver = MergeDriver(folder: FileManager.default.currentDirectoryPath, variables: environment)
    return try driver.run(request) ? .success : .nothingFound
  }

  /// Whatever failed, the status tells git that nothing was merged.
  private static func message(_ error: any Error) -> String { ExitStatus.of(error).message ?? "\(error)" }
}
