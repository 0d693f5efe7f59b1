import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTUI
import VaultTerminal

/// `vault ui`
struct UICommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "ui",
    abstract: "Search, read and change notes and tasks on the whole screen.",
    discussion: """
      Shows notes, tasks, the agenda, folders, tags, the trash, the history and settings, and answers each key at once. \
      ? shows all keys, 1 to 8 lead to the screens, / searches as you type, e opens the editor, u takes the last change \
      back, q leaves. It begins with what a query finds, or at an address: Y copies that of what is shown. Keys, mouse and \
      colours are settings (`ui.keys`, `ui.mouse`, `theme`); `vault help ui` has them.

      Examples:
        vault ui
        vault ui ferment
        vault ui 'vault://tasks?tab=high'
        vault ui --pick garden
      """)

  @OptionGroup var words: QueryWords

  @Flag(
    help: """
      Choose notes: Enter prints the paths of the marked ones, or of the one at hand, and ends. At 'vault://tasks' tasks \
      are chosen, and their handles printed.
      """)
  var pick = false

  @Flag(name: .customShort("0"), help: "End each path with NUL instead of a line's end.")
  var nul = false

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if nul, !pick { throw ValidationError("-0 is about the paths that --pick prints; give it too") }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let text = words.text
    let start: VaultURL
    if text.hasPrefix(VaultURL.scheme) {
      do { start = try VaultURL(text) } catch { throw ValidationError("\(error)") }
    } else {
      start = FullScreen.search(text)
    }
    return try FullScreen.run(context, start: start, picks: pick, separator: nul ? 0 : 0x0A)
  }
}
