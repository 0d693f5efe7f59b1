import ArgumentParser
import Foundation
import Synchronization
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// What a command works with: the environment, the terminal and the vault, read once from the options.
final class CommandContext {
  let options: GlobalOptions
  let environment: VaultEnvironment
  /// Before the vault is opened: without the configuration's say.
  private(set) var terminal: TerminalContext
  private(set) var theme: Theme
  private var openVault: Vault?
  private var readUser: UserConfiguration?
  private var openPrinter: Printer?
  private var progress: ProgressBar?
  private let timing: PhaseTiming
  /// True when files were changed, so that whoever misses the output can be told.
  var hasChanged = false
  var changedPaths: [NotePath] = []
  private var told: Set<VaultNotice> = []
  /// The query of the command line: what is found wrong with it when it is answered is an error in its text, too.
  private var queryText = ""

  /// What is kept, in the sink of `printer` and in `capturedMessages`, instead of shown.
  enum Capture {
    case nothing, butProgress, everything
  }

  private let capturing: Capture
  /// Where messages go instead of standard error.
  private let captured: CapturedBytes?

  init(
    _ options: GlobalOptions, variables: [String: String] = ProcessInfo.processInfo.environment,
    capturing: Capture = .nothing
  ) {
    self.options = options
    self.capturing = capturing
    captured = capturing == .nothing ? nil : CapturedBytes()
    timing = options.timing ? .on() : .off
    var environment = VaultEnvironment.live
    if let today = options.today {
      environment = .fixed(today, timeZone: (variables["TZ"] ?? "").isEmpty ? .gmt : .current)
    }
    environment.workingFolder = FileManager.default.currentDirectoryPath
    environment.variables = variables
    self.environment = environment
    terminal = Self.terminal(options, .auto, variables)
    theme = Theme(options.theme ?? .grey, terminal)
  }

  private static func terminal(
    _ options: GlobalOptions, _ appearance: Appearance, _ variables: [String: String]
  ) -> TerminalContext {
    var terminal = TerminalContext.live(color: options.color, appearance: appearance, environment: variables)
    if options.ascii { terminal.unicode = false }
    return terminal
  }

  /// Runs a command and ends it with its status: `ExitCode` is thrown for all but success.
  static func run(_ options: GlobalOptions, _ body: (CommandContext) throws -> ExitStatus) throws {
    let context = CommandContext(options)
    let report = options.timing ? TimingReport() : nil
    let status = context.timing.measure(.print) { context.status(of: body) }
    context.runHook()
    if let report { context.messages(after: "").say(report.text(context.timing), endingLine: true) }
    if status != .success { throw ExitCode(status.rawValue) }
  }

  func status(of body: (CommandContext) throws -> ExitStatus) -> ExitStatus {
    do {
      let status: ExitStatus
      do {
        status = try choosing(body)
      } catch {
        // What was found before comes first.
        try openPrinter?.finish()
        throw error
      }
      progress?.finish()
      try openPrinter?.finish()
      return status
    } catch {
      progress?.finish()
      let (status, message) = ExitStatus.of(
        (error as? QueryError).map { QueryProblem(text: queryText, error: $0) } ?? error)
      let isMade = hasChanged && error is OutputFailure
      if let message { messages.error(message + (isMade ? ". The change was made all the same" : "")) }
      return status
    }
  }

  /// Runs `body`, and once more where a name in it means several notes, one of which a person picks. Nothing was printed or
  /// changed before that.
  private func choosing(_ body: (CommandContext) throws -> ExitStatus) throws -> ExitStatus {
    var named: Set<String> = []
    while true {
      do { return try body(self) } catch let error as NoteNameError {
        guard capturing == .nothing, case .ambiguous(let name, let candidates, nil) = error,
          named.insert(name).inserted, !hasChanged, openPrinter?.sink.isUsed != true,
          let path = try FullScreen.pick(from: candidates, self)
        else { throw error }
        openVault = try vault().choosing(path, for: name)
      }
    }
  }

  // MARK: The vault

  /// The vault at hand, opened at the first call.
  func vault() throws -> Vault {
    if let openVault { return openVault }
    // Before the vault is found: what is wrong with it may be why that cannot be.
    let user = try toldUser()
    let vault = try Vault(
      location: try location(), environment: environment,
      options: Vault.Options(noIndex: options.noIndex, timing: timing), user: user,
      notice: { [unowned self] in tell($0) })
    openVault = vault
    openPrinter?.paths = paths
    let configuration = vault.configuration
    terminal = Self.terminal(
      options, Appearance(rawValue: configuration.appearance.rawValue) ?? .auto, environment.variables)
    theme = Theme(colorScheme, terminal)
    return vault
  }

  /// The one that was asked for, else that of the vault once it is open.
  var colorScheme: ColorScheme { options.theme ?? openVault?.configuration.theme ?? .grey }

  /// Asks of one look at the vault, all answers being about the same moment. `body` may be called again, and only asks:
  /// what it returns is printed afterwards.
  func read<Answer>(_ body: (VaultReader) throws -> Answer) throws -> Answer {
    try vault().read(telling: listener, body)
  }

  func editor() throws -> VaultEditor { try vault().editor(telling: listener) }

  /// Prints what a reader or an editor has to tell besides its answer.
  var listener: VaultListener {
    var listener = VaultListener()
    listener.notice = { [unowned self] in tell($0) }
    listener.progress = { [unowned self] done, total in showProgress("Reading", "notes", done, total) }
    listener.changed = { [unowned self] in changedPaths += $0.flatMap { [$0.from, $0.path].compactMap(\.self) } }
    listener.changeProgress = { [unowned self] done, total in showProgress("Changing", "files", done, total) }
    return listener
  }

  /// Tells the program of the setting `hooks.after_change` what was changed. A hook that fails takes nothing back.
  private func runHook() {
    guard let vault = openVault, let hook = ChangeHook(vault) else { return }
    if let problem = hook.run(changedPaths.uniqued(by: { $0 })) { warn(problem) }
  }

  func location() throws -> VaultLocation {
    var location = try VaultLocation.find(
      explicit: options.vault, environment: environment.variables["VAULT_DIR"],
      from: FileManager.default.currentDirectoryPath, user: try user())
    if options.foreign { location.isForeign = true }
    return location
  }

  /// The user's own configuration, read at the first call.
  func user() throws -> UserConfiguration {
    if let readUser { return readUser }
    let user = try UserConfiguration.load(environment.folders)
    readUser = user
    return user
  }

  /// The user's own configuration, with what is wrong with it told.
  func toldUser() throws -> UserConfiguration {
    let user = try user()
    for problem in user.notices { tell(problem) }
    return user
  }

  private func showProgress(_ work: String, _ unit: String, _ done: Int, _ total: Int) {
    guard !options.quiet, capturing != .everything else { return }
    let bar = progress ?? ProgressBar(work, unit: unit, context: terminal)
    bar.update(done, of: total)
    if done >= total { bar.finish() }
    progress = done >= total ? nil : bar
  }

  // MARK: Telling

  /// Standard output, with a pager where it is longer than the screen.
  var printer: Printer {
    progress?.finish()
    if let openPrinter { return openPrinter }
    let pager = Pager(environment: environment.variables, disabled: options.noPager)
    let sink =
      captured == nil ? OutputSink(descriptor: STDOUT_FILENO, pager: pager, context: terminal) : OutputSink()
    let printer = Printer(context: terminal, theme: theme, sink: sink, paths: paths)
    openPrinter = printer
    return printer
  }

  /// How the vault's paths are given to other programs; nil before it is opened.
  private var paths: PathBase? {
    openVault.map {
      PathBase(
        root: $0.location.root, workingFolder: environment.workingFolder, isAbsolute: options.absolute)
    }
  }

  /// True where the paths that other programs are given are those from the root.
  var givesPathsFromRoot: Bool { paths?.isRoot == true }

  /// Standard error may be shared with other programs.
  private var messages: Messages { messages(after: "vault: ") }

  private func messages(after label: String) -> Messages {
    let captured = captured
    return Messages(context: terminal, theme: theme, program: label) { bytes in
      if let captured { return captured.append(bytes) }
      OutputSink.tell(bytes)
    }
  }

  var capturedMessages: [UInt8] { captured?.bytes ?? [] }

  func warn(_ text: String) {
    if !options.quiet { messages.warning(text) }
  }

  func warn(_ message: Message) { warn(message.commandLine) }

  func note(_ message: Message) { note(message.commandLine) }

  /// A remark on standard error: what was done on the way, what an answer leaves out.
  func note(_ text: String) {
    if !options.quiet { messages(after: "").note(text) }
  }

  /// Short and relative on a terminal, ISO elsewhere.
  func time(_ date: Date, in vault: Vault) -> String {
    ListedVault(vault).time(NoteDate(date), isRelative: terminal.outputIsTerminal)
  }

  /// A line of a conversation with the person at the terminal: a question, or what it is about.
  func say(_ text: String, endingLine: Bool = true) {
    progress?.finish()
    Messages(context: terminal, theme: theme).say(text, endingLine: endingLine)
  }

  private func tell(_ notice: VaultNotice) {
    progress?.finish()
    guard told.insert(notice).inserted else { return }
    if notice.isOfWhatWasAsked {
      messages.warning(notice.text.commandLine)
    } else if notice.isWarning {
      warn(notice.text)
    } else {
      note(notice.text)
    }
  }

  // MARK: Queries

  /// The query of a command line. Throws `QueryProblem`.
  func query(_ words: QueryWords) throws -> Query { try query(words.text) }

  func query(_ text: String) throws -> Query {
    queryText = text
    let query = try understood(text) { try QueryParser(context: $0).parse(text) }
    for warning in query.warnings {
      warn("the query may not ask what was meant\n" + warning.rendered(query: text))
    }
    return query
  }

  /// Says which names of a query that found nothing no note has, and what they may have been, or are.
  func tellUnknownNames(in query: Query) throws {
    for path in try read({ try $0.attachments(namedIn: query) }) {
      note("\(ShownName.path(path.text)) is no note; `vault backlinks` and links: find the notes that link to it.")
    }
    for sentence in try read({ try $0.unknownNames(in: query) }) { note(sentence) }
  }

  /// What `--due this-week` and the like ask. Throws `QueryProblem`.
  func predicate(_ name: QueryOperator.Name, _ value: String, option: String) throws -> Query.Predicate {
    let value = CommandLineArguments.decoded(value)
    return try understood(value, option: option) { try QueryParser(context: $0).predicate(name, value) }
  }

  /// What `--sort due,-updated` asks; none for nil. Throws `QueryProblem`.
  func sortKeys(_ value: String?) throws -> [Query.SortKey] {
    guard let value = value.map(CommandLineArguments.decoded) else { return [] }
    return try understood(value, option: "--sort") { try QueryParser(context: $0).sortKeys(value) }
  }

  /// What `read` makes of a text that is read as queries are; `option`: what it was given for, nil for a query. Throws
  /// `QueryProblem` for its `QueryError`.
  func understood<Value>(
    _ text: String, option: String? = nil, _ read: (QueryContext) throws -> Value
  ) throws -> Value {
    do {
      return try read(try vault().queryContext)
    } catch let error as QueryError {
      var error = error
      if let remedy = KnownMistakes.remedy(ofQuery: text) { error.remedy = remedy }
      throw QueryProblem(text: text, error: error, option: option)
    }
  }
}

/// What was written, from whatever thread.
private final class CapturedBytes: Sendable {
  private let content = Mutex<[UInt8]>([])

  func append(_ bytes: [UInt8]) { content.withLock { $0 += bytes } }
  var bytes: [UInt8] { content.withLock { $0 } }
}
