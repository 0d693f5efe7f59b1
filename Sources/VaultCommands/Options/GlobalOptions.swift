import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What every command takes. They may stand before the command's name as well.
struct GlobalOptions: ParsableArguments {
  @Option(
    "The vault's folder or name; else VAULT_DIR, else the nearest vault upwards.", value: "dir",
    name: [.customShort("C"), .long],
    completion: .vaults)
  var vault: String?

  /// What a process passes on to those that it starts.
  @Flag(help: ArgumentHelp("Take the vault for another user's that was not accepted.", visibility: .private))
  var foreign = false

  @Flag(help: "Give other programs (-0, --lines, --print, changes and findings in a pipe) absolute paths.")
  var absolute = false

  @Flag(help: "Answer by reading every note.")
  var noIndex = false

  @Option(
    help: ArgumentHelp("Take noon of this day for now, in UTC unless TZ is set.", valueName: "yyyy-mm-dd"),
    transform: { text in
      guard let day = CivilDate(text) else {
        throw ValidationError("\"\(text)\" is no day; write it like 2026-03-12")
      }
      return day
    })
  var today: CivilDate?

  @Option(help: ArgumentHelp("When to use colours.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(help: ArgumentHelp("The colours to use.", valueName: "name"))
  var theme: ColorScheme?

  @Flag(help: "Use signs that are ASCII only.")
  var ascii = false

  @Flag(help: "Never start a pager.")
  var noPager = false

  @Flag(help: "Say on standard error what the time went into.")
  var timing = false

  @Flag(name: .shortAndLong, help: "Print errors only, and of a list nothing: the exit status answers.")
  var quiet = false
}

extension VaultLocation {
  /// The options that name it to a process that is to treat it as this one does.
  var options: [String] { ["--vault", root] + (isForeign ? ["--foreign"] : []) }
}

// What the parser would find out by reflection, each time.
extension ColorChoice: ExpressibleByArgument {
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
  package var defaultValueDescription: String { rawValue }
}

extension ColorScheme: ExpressibleByArgument {
  package init?(argument: String) { self.init(named: argument) }
  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
  package var defaultValueDescription: String { rawValue }
}
