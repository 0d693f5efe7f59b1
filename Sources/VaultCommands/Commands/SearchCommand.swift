import ArgumentParser
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// `vault search`
struct SearchCommand: QueryCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find notes, the best first, with the lines that match.",
    discussion: """
      Words match in any order, without regard to case and accents.
      `vault help query` lists the operators.
      On a terminal the first \(defaultLimit) notes are shown; where fewer have all words, those
      that have some of them come behind; and a word that no note has is taken
      for one that is spelled nearly like it. In a pipe all notes that have all
      words are printed. Words that no note has are looked for inside of others.
      Whatever is shown beyond what was asked for is said.

      Examples:
        vault search salt road
        vault search '"second proof"' tag:baking
        vault search 'draft OR idea' NOT path:archive/ updated:this-month
        vault search '/salt\\s+road/i' --context 2
        vault search '[status:"in progress"] task-todo:chapter'
        vault search chapter --excerpts 1 --limit 5
        vault search glossary --format '{path}:{score}'
        vault search sourdough --lines > quickfix.txt
        vault search how do I feed the starter --any --limit 5 --json
        vault search tag:later -0 | xargs -0r ls -l
        vault search salt road --explain
      """
  ).withoutScripts

  static let defaultLimit = SearchBreadth.pageLength
  static let explainedNotes = 10

  static let optionalValues = ["--explain": "\(explainedNotes)"]

  @OptionGroup var words: QueryWords

  @Flag(help: "Show only notes that have all words, on a terminal too.")
  var all = false

  @Flag(help: "Show all notes that have some of the words' weight, not only those that have all.")
  var any = false

  @Flag(help: "Take no word for another one that is spelled like it.")
  var exact = false

  @Option(help: ArgumentHelp("Show so many lines of each note at most; 0 for none.", valueName: "number"))
  var excerpts: Int?

  @Option(help: ArgumentHelp("Show so many lines around each that matches.", valueName: "number"))
  var context = 0

  @Flag(help: "Print each line that matches: path:line:column: text. The column counts bytes, from 1.")
  var lines = false

  @Flag(name: [.customShort("l"), .long], help: "Print the paths of the notes alone, one a line.")
  var paths = false

  @Option("The order: relevance, title, path, created, updated, …; -key reverses.", value: "keys")
  var sort: String?

  @Option(
    help: ArgumentHelp(
      "Print how the query was understood and answered, and what each of the first \(explainedNotes) notes has its place for; --explain=3 for the first three.",
      valueName: "number"))
  var explain: Int?

  @OptionGroup var reference: ReferenceOption

  @Flag(name: .shortAndLong, help: "Search as you type; the notes chosen are printed.")
  var interactive = false

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func validate() throws {
    if let excerpts, excerpts < 0 { throw ValidationError("--excerpts takes a number from 0 up, not \(excerpts)") }
    guard (0...1_000).contains(context) else {
      throw ValidationError("--context takes a number from 0 to 1000, not \(context)")
    }
    if all, any { throw ValidationError("--all and --any exclude each other: give one of them") }
    if lines, paths { throw ValidationError("--lines and -l exclude each other: give one of them") }
    if lines, context > 0 { throw ValidationError("--lines prints a line a match; leave out --context") }
    let mode = try output.mode(options, paths: paths)
    if explain != nil || interactive, mode != .text, mode != .quiet {
      throw ValidationError(
        "\(explain != nil ? "--explain" : "-i") has a form of its own; leave out the other output options")
    }
    if let explain, explain < 1 { throw ValidationError("--explain takes a number from 1 up, not \(explain)") }
    if interactive, any || all || exact {
      throw ValidationError("-i asks anew at each key; leave out --any, --all and --exact")
    }
    if explain != nil, lines || interactive {
      throw ValidationError("--explain prints no hits; leave out --lines and -i")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    if interactive { return try InteractiveSearch.run(words.text, context, limit: output.limit) }
    let search = try Search(
      command: self, context: context, vault: context.vault(), mode: output.mode(options, paths: paths),
      query: context.query(words))
    return lines ? try search.printLines() : try search.printNotes()
  }
}

/// One run of `vault search`.
private struct Search {
  let command: SearchCommand
  let context: CommandContext
  let vault: Vault
  let mode: OutputMode
  let query: Query

  func printNotes() throws -> ExitStatus {
    let list = try ListOutput(mode, fields: .searchHit(in: vault)) { $0.record.path }
    let isScreen = isScreen && query.limit == nil
    let result =
      try mode.needsRecords
      ? search(
        limit: command.output.limit ?? (isScreen ? max(SearchCommand.defaultLimit, command.explain ?? 0) : nil),
        lines: mode.needsMatches && command.explain == nil ? command.excerpts ?? 3 : 0) : nil
    let (total, widening) =
      try result.map { ($0.total, $0.widening) }
      ?? context.read { try $0.searchCount(query, options: options(limit: nil, lines: 0)) }
    try list.write(result?.hits ?? [], total: total, to: context.printer) {
      guard let result else { return }
      if let explanation = result.explanation {
        return try ExplanationListing.write(explanation, query, to: context.printer)
      }
      try SearchListing.write(result, to: context.printer, ListedVault(vault))
    }
    try command.reference.keep(result?.hits.map(\.record.path) ?? [], context)
    makeIndex(after: result)
    return try tell(total: total, widening, result)
  }

  func printLines() throws -> ExitStatus {
    let list = try ListOutput(mode, fields: LineHit.fields(in: vault)) { $0.path }
    let result = try search(limit: command.output.limit, lines: command.excerpts)
    let hits = result.hits.flatMap(LineHit.all)
    try list.write(hits, total: hits.count, to: context.printer) {
      for hit in hits { try context.printer.line(hit.styled(context.printer)) }
    }
    try command.reference.keep(result.hits.map(\.record.path), context)
    makeIndex(after: result)
    return try tell(total: result.total, result.widening, result)
  }

  private func search(limit: Int?, lines: Int?) throws -> SearchResult {
    let result = try vault.search(query, options: options(limit: limit, lines: lines), telling: context.listener)
    for respelling in result.respellings { context.note(respelling.remark) }
    return result
  }

  private var isScreen: Bool { mode == .text && context.terminal.outputIsTerminal }

  private func options(limit: Int?, lines: Int?) throws -> SearchOptions {
    let breadth: SearchBreadth =
      command.any
      ? .any : .all(orSomeBelow: isScreen && !command.all && !command.lines ? SearchCommand.defaultLimit : nil)
    return try SearchOptions(
      breadth: breadth, respells: isScreen && !command.exact, limit: limit, linesPerHit: lines,
      sort: context.sortKeys(command.sort), context: command.context, explains: command.explain,
      suggests: mode == .text, needsOnlyPaths: mode.needsOnlyPaths, mayPrecedeIndex: command.explain == nil)
  }

  /// What took an answer from the files is spared the next one.
  private func makeIndex(after result: SearchResult?) {
    guard result?.precedesIndex == true, !vault.isIndexBeingMade else { return }
    do {
      _ = try BackgroundProcess.start(
        vault.location.options + ["index", "--quiet"], environment: context.environment.variables,
        log: "/dev/null")
    } catch {
      // The answer is good without it.
      return
    }
    context.note(
      "There is no index yet; it is being made in the background, and may bring some notes into another order.")
  }

  private func tell(total: Int, _ widening: SearchWidening?, _ result: SearchResult?) throws -> ExitStatus {
    if let widening { context.note(widening.remark) }
    guard total == 0 else { return .success }
    if mode == .text {
      if let result { context.note(result.remarkOnNothing) }
      try context.tellUnknownNames(in: query)
      if let question = result?.suggestions.question(for: command.words.text) { context.note(question) }
    }
    return .nothingFound
  }
}
