import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault graph`
struct GraphCommand: ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "The notes around a note, and the links among them.",
    discussion: """
      A step is a link in either direction. Without --note the graph is that of all notes. --svg draws it. On a terminal each note \
      stands below the one that leads to it, and an arrow shows which of the two links to the other; in a pipe paths \
      are printed. Where there are more notes than --limit, those nearest and with the most links are kept, and how \
      many are left out is said.

      Examples:
        vault graph --note 'Rye sourdough'
        vault graph --note Home --steps 1 --svg > home.svg
        vault graph --note Bike --json
        vault graph --svg > vault.svg
        vault graph --dot --limit 200 > vault.dot
      """)

  @Option("The note in the middle; else all notes count.", value: "note", completion: .notes)
  var note: String?

  @Option(help: ArgumentHelp("How many steps away notes may be: 1 to 4; else 2.", valueName: "number"))
  var steps: Int?

  @Flag(help: "Print a drawing as SVG.")
  var svg = false

  @Flag(help: "Print a graph for Graphviz.")
  var dot = false

  @Flag(help: "Print one JSON object.")
  var json = false

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp(
      "Keep so many notes at most; else \(drawnNotes) in a drawing, \(listedNotes) elsewhere.", valueName: "number"))
  var limit: Int?

  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  private static let drawnNotes = 60
  private static let listedNotes = 1_000
  /// A drawing of more would be none that anybody can read.
  private static let mostDrawn = 500

  func validate() throws {
    let forms = [("--svg", svg), ("--dot", dot), ("--json", json), ("--quiet", options.quiet)]
    let given = forms.filter(\.1).map(\.0)
    if given.count > 1 {
      throw ValidationError("\(given.joined(separator: " and ")) exclude each other: give one of them")
    }
    if let steps {
      if note == nil { throw ValidationError("--steps are counted from a note: give --note, too") }
      guard (1...NoteGraph.mostSteps).contains(steps) else {
        throw ValidationError("--steps takes a number from 1 to \(NoteGraph.mostSteps), not \(steps)")
      }
    }
    if let limit, limit < 1 { throw ValidationError("--limit takes a number from 1 up, not \(limit)") }
    if let limit, svg, limit > Self.mostDrawn {
      throw ValidationError("--limit takes a number up to \(Self.mostDrawn) for a drawing, not \(limit)")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let vault = try context.vault()
    let limit = limit ?? (svg ? Self.drawnNotes : Self.listedNotes)
    let graph = try context.read { reader in
      guard let note else { return try reader.graph(limit: limit) }
      return try reader.graph(around: note, steps: steps ?? 2, limit: limit)
    }
    let printer = context.printer
    // A list on a terminal says so itself, and JSON has a field for it.
    let isListed = !svg && !dot && context.terminal.outputIsTerminal
    if graph.omitted > 0, !json, !isListed { context.note(graph.remark + "; --limit keeps more.") }
    if json {
      try printer.sink.write(RecordFields.graph(in: vault).document(graph))
    } else if dot {
      try printer.block(graph.dot)
    } else if svg {
      try printer.block(String(decoding: GraphDrawing(graph).svg(.file(context.colorScheme)), as: UTF8.self))
    } else if !options.quiet {
      try print(graph, context)
    }
    return graph.nodes.isEmpty ? .nothingFound : .success
  }

  private func print(_ graph: NoteGraph, _ context: CommandContext) throws {
    if context.terminal.outputIsTerminal {
      if !graph.nodes.isEmpty { return try GraphListing.write(graph, to: context.printer) }
    } else {
      for node in graph.nodes { try context.printer.line(context.printer.givenPath(node.path)) }
    }
    if graph.nodes.isEmpty { context.note("There is no note.") }
  }
}
