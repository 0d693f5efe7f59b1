import ArgumentParser
import VaultCore

/// What every command takes. They may stand before the command's name as well.
struct GlobalOptions: ParsableArguments {
  @Option(
    name: [.customShort("C"), .long],
    help: ArgumentHelp(
      "The vault's folder.", discussion: "Else VAULT_DIR, else the nearest folder upwards that is a vault.",
      valueName: "dir"),
    completion: .directory)
  var vault: String?

  @Flag(help: "Answer by reading every note.")
  var noIndex = false

  @Option(
    help: ArgumentHelp(
      "Take this day for today.", discussion: "Noon of it, in UTC unless TZ is set.", valueName: "yyyy-mm-dd"),
    transform: { text in
      guard let day = CivilDate(text) else {
        throw ValidationError("\"\(text)\" is no day; write it like 2026-03-12.")
      }
      return day
    })
  var today: CivilDate?

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "Colour theme: \(ColorScheme.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"))
  var theme: ColorScheme?

  @Flag(help: "Print signs that are ASCII.")
  var ascii = false

  @Flag(help: "Never start a pager.")
  var noPager = false

  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Print no warnings, progress or summary.",
      discussion: "Commands that list print nothing; their exit status answers."))
  var quiet = false
}

extension ColorChoice: ExpressibleByArgument {}
extension ColorScheme: ExpressibleByArgument {}
