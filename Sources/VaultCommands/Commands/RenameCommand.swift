import ArgumentParser
import VaultCore
import VaultStore

/// `vault rename`
struct RenameCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename notes where they are, one or many, with every link to them.",
    discussion: """
      One note gets the name that follows it. Of several, parts of the names change: --replace with --with, --prefix, \
      --suffix, --number, in this order. Look first with --dry-run. Extensions stay, unless the one new name has another.

      Examples:
        vault rename Bike 'Frau Schulze'
        vault rename --replace 2026- --with '' Meetings/*.md
        vault list tag:person -0 | vault rename --prefix 'P ' - --dry-run
        vault rename --number 1 Recipes/*.md
      """)

  @Option("Replace this text in the names, wherever it stands.", value: "text")
  var replace: String?

  @Option("What --replace puts there; may be empty.", value: "text")
  var with: String?

  @Option("Put this before the names.", value: "text")
  var prefix: String?

  @Option("Put this behind the names.", value: "text")
  var suffix: String?

  @Option(help: ArgumentHelp("Put a running number before the names, from this one on.", valueName: "first"))
  var number: Int?

  @OptionGroup var notes: NoteArguments
  @OptionGroup(title: "Changing") var changing: EachConfirmedArguments
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  private var isBulk: Bool { replace != nil || prefix != nil || suffix != nil || number != nil }

  func validate() throws {
    if (replace == nil) != (with == nil) { throw ValidationError("--replace and --with go together") }
    if replace?.isEmpty == true { throw ValidationError("--replace takes a text that is not empty") }
    if !isBulk, notes.notes.count != 2 {
      throw ValidationError(
        "Give a note and its new name; or for several notes --replace, --prefix, --suffix, --number")
    }
    let numbers = NamePattern.numbers
    if let number, !numbers.contains(number) {
      throw ValidationError(
        "--number takes a number from \(numbers.lowerBound) to \(numbers.upperBound), not \(number)")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let asking = changing.options(.forSeveralFiles, context) {
      "Rename \($0.movedCount)\($0.withLinks)?"
    }
    let outcome: ChangeOutcome
    if isBulk {
      let pattern = try NamePattern(
        replacing: replace, with: with ?? "", prefix: prefix ?? "", suffix: suffix ?? "", number: number)
      outcome = try context.editor().rename(try notes.names(), by: pattern, asking)
    } else {
      outcome = try context.editor().rename(
        [notes.notes[0]], title: "rename \(notes.notes[0]) to \(notes.notes[1])", asking
      ) { _, _ in notes.notes[1] }
    }
    return try ChangeReport.print(outcome, changing.change, context)
  }
}
