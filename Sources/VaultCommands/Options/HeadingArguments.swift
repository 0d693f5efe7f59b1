import ArgumentParser
import VaultCore

/// The section of a note that a command writes into, for every command that writes below a heading.
struct HeadingArguments: ParsableArguments {
  @Option(
    "Below this heading; Above#Heading names one of several.", value: "heading",
    name: [.customLong("under"), .customLong("heading")])
  var under: String?

  @Option(
    help: ArgumentHelp("With --under: the heading's line, where several headings are alike.", valueName: "number"))
  var line: Int?

  @Flag(help: "With --under: make the heading at the end of the note where it is missing.")
  var create = false

  func validate() throws {
    if create, under == nil { throw ValidationError("--create goes with --under") }
    if line != nil, under == nil || create {
      throw ValidationError("--line goes with --under, and not with --create")
    }
  }

  /// Nil where no heading was named.
  var section: SectionChoice? { under.map { SectionChoice($0, line: line, creates: create) } }
}
