import ArgumentParser
import VaultCore
import VaultInterface

/// What every command takes that lists things: at most one of the forms.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON array.")
  var json = false

  @Flag(help: "Print one JSON object a line.")
  var jsonl = false

  @Option(
    "Print each as the template says, with the fields of --json in braces.", value: "template", parsing: .unconditional)
  var format: String?

  @Flag(
    name: [.customShort("0"), .customLong("null")],
    help: "Print paths only, or names where there are none, each with a NUL after it.")
  var null = false

  @Flag(name: .shortAndLong, help: "Print how many there are, whatever the limit.")
  var count = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("Print so many at most.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    // `--count` says how many of each group there are where a command has groups, and that may be JSON.
    _ = try mode(counting: count && (json || jsonl || format != nil))
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 up, not \(limit)") }
  }

  /// `counting`: the form in which counts are printed. `calendar`: whether `--ics` was given. Throws `ValidationError`.
  ///
  /// `paths`: whether paths alone are printed, one a line.
  func mode(
    _ options: GlobalOptions? = nil, counting: Bool = false, calendar: Bool = false, paths: Bool = false
  ) throws -> OutputMode {
    do {
      return try OutputMode(
        json: json, jsonl: jsonl, format: format, paths0: null, count: count && !counting,
        quiet: options?.quiet ?? false, calendar: calendar, paths: paths)
    } catch let conflict as OutputModeConflict {
      throw ValidationError(conflict.message.commandLine)
    } catch let failure as RecordFormat.Failure {
      throw ValidationError(failure.message.commandLine)
    }
  }
}
