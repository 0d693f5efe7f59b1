import VaultCore

/// A folder of notes, opened: where it is, how it is configured, and what time it is there.
///
/// It holds nothing that changes, so that threads may share it. Questions are asked on a `VaultReader`, which `read` makes
/// for one consistent look at the notes; changes are made by a `VaultEditor`.
package struct Vault: Sendable {
  package struct Options: Sendable {
    /// Answer by reading every file.
    package var noIndex = false
    /// Told what the time goes into.
    package var timing = PhaseTiming.off
    /// Texts of editors, which are read in place of the files.
    var overlays: [Overlay] = []
    /// What may be seen and changed; nil for everything.
    var visible: VisibleVault?
    /// What a session knows of what is hidden.
    var knownHidden = KnownHiddenNotes()
    /// What a session keeps of the notes, and of connections to the index; nil outside of sessions.
    var kept: KeptNotes?
    var openIndexes: OpenIndexes?
    /// The watcher of this process, where there is one.
    var quietWatch: QuietWatch?
    /// Ends the work on an answer that nobody waits for any more.
    var cancellation: Cancellation?
    /// What a session lets a look rest on, and hears of it; nil outside of sessions.
    var look: SessionLook?
    /// False where nobody sees the handles of tasks, which need not be short then.
    var showsHandles = true
    /// What a person has said that a name means, where it means several notes.
    var chosen: [String: NotePath] = [:]
    /// What dates the notes in this look that have no dates of their own; nil outside of one, and where their files do.
    var dates: GitDates?

    package init(noIndex: Bool = false, timing: PhaseTiming = .off) {
      (self.noIndex, self.timing) = (noIndex, timing)
    }
  }

  /// The same vault, in which a name that means several notes means one of them.
  package func choosing(_ path: NotePath, for name: String) -> Vault {
    var vault = self
    vault.options.chosen[name] = path
    return vault
  }

  package let location: VaultLocation
  package let configuration: Configuration
  /// What would hold without the vault's own configuration: the defaults, Obsidian's settings and the user's.
  package let configurationDefaults: Configuration
  /// What a notebook of zk has besides; nil for what is none.
  package let notebook: NotebookFormat?
  /// The settings of Obsidian's plugin Tasks.
  let tasksPlugin: ObsidianSettings.TasksPlugin
  /// What is wrong in the configuration file.
  package let configurationDiagnostics: [Diagnostic]
  package private(set) var environment: VaultEnvironment
  /// The user's own configuration.
  package let user: UserConfiguration
  var options: Options
  /// Says how notes are read: an index made otherwise is of no use.
  let parsingFingerprint: String

  /// Opens the vault. `user`: the user's own configuration, if it was read already; `notice` hears what is wrong with that
  /// and with the vault's own, and whose the vault is where it is another user's.
  package init(
    location: VaultLocation, environment: VaultEnvironment, options: Options = Options(),
    user: UserConfiguration? = nil,
    notice: (VaultNotice) -> Void = { _ in }
  ) throws {
    self.location = location
    self.options = options
    let user = try user ?? UserConfiguration.load(environment.folders)
    self.user = user
    for problem in user.notices { notice(problem) }
    if location.isForeign { notice(ForeignVaultError.notice(location.root)) }
    notebook = try NotebookFiles.format(root: location.root, notice)
    tasksPlugin = try ObsidianFiles.tasksPlugin(root: location.root, notice)
    configurationDefaults = Configuration.defaults(tasksPlugin, over: user.configuration)
    let loaded = try ConfigurationFile.load(
      root: location.root, defaults: configurationDefaults, of: location.isForeign ? .stranger : .vault,
      keeping: user.firstSettings)
    configuration = loaded.configuration
    configurationDiagnostics = loaded.diagnostics
    parsingFingerprint =
      "\(IndexSchema.version) \(configuration.parsingFingerprint)\(notebook?.parsingFingerprint ?? "")"
    var environment = environment
    environment.firstWeekday = configuration.firstWeekday
    self.environment = environment
    for diagnostic in loaded.diagnostics {
      let place = diagnostic.place.map { ":\($0.line):\($0.column)" } ?? ""
      notice(VaultNotice("\(ConfigurationFile.relativePath)\(place): \(diagnostic.message)"))
    }
  }

  /// This vault as it is at another moment, with the same settings.
  func at(_ environment: VaultEnvironment) -> Vault {
    var vault = self
    vault.environment = environment
    vault.environment.firstWeekday = configuration.firstWeekday
    return vault
  }

  /// This vault for one look at its notes, from now on.
  func dated() throws -> Vault {
    guard let dates = try GitDates(self) else { return self }
    var vault = self
    vault.options.dates = dates
    return vault
  }

  package var parsingOptions: ParsingOptions {
    ParsingOptions(
      statuses: StatusRegistry(custom: configuration.taskStatuses), taskFilter: configuration.taskFilter,
      fileNameDates: configuration.fileNameDates, notebook: notebook)
  }

  var pipeline: NotePipeline {
    var pipeline = NotePipeline(
      root: location.root, options: parsingOptions, maxFileSize: configuration.maximumFileSize)
    pipeline.timing = options.timing
    pipeline.cancellation = options.cancellation
    pipeline.dates = options.dates
    for overlay in options.overlays { pipeline.overlays[overlay.path] = overlay }
    return pipeline
  }

  var scanner: Scanner {
    var scanner = Scanner(root: location.root, options: scanOptions)
    scanner.cancellation = options.cancellation
    return scanner
  }

  /// Which files are the vault's.
  var scanOptions: ScanOptions {
    ScanOptions(
      ignorePatterns: configuration.ignore, respectGitignore: configuration.respectGitignore,
      listingsPath: listingsPath)
  }

  /// What queries depend on besides their text.
  package var queryContext: QueryContext {
    QueryContext(
      today: environment.today, firstWeekday: environment.firstWeekday, saved: configuration.searches,
      statuses: parsingOptions.statuses, hasTagsOfWords: notebook != nil)
  }

  /// How new fields are written in lines that have none yet.
  package var taskFormat: TaskFieldFormat { configuration.taskFormat == .inline ? .inline : .emoji }
}

/// Something to be told to a person beside the answer.
package struct VaultNotice: Sendable, Hashable {
  /// One sentence, with the path where there is one.
  package var text: Message
  /// The text with neutral names for the remedies.
  package var message: String { text.text }
  /// True where something is not quite right.
  package var isWarning: Bool
  /// True where something that was asked for is not done, which a person hears of who wants to hear of errors only.
  package var isOfWhatWasAsked: Bool

  package init(_ text: Message, isWarning: Bool = true, isOfWhatWasAsked: Bool = false) {
    self.text = text
    self.isWarning = isWarning
    self.isOfWhatWasAsked = isOfWhatWasAsked
  }
}

/// Whom a reader or an editor tells what happens besides its answers. Called on the thread that asks.
package struct VaultListener {
  /// Hears, in a sentence each, what a person should know although the answer is good: an unreadable note, an index that
  /// had to be rebuilt.
  package var notice: (VaultNotice) -> Void = { _ in }
  /// Hears how many notes of how many have been read, when there are many to read.
  package var progress: (Int, Int) -> Void = { _, _ in }
  /// Hears how many steps of how many have been done of a change to many files.
  package var changeProgress: (Int, Int) -> Void = { _, _ in }
  /// Hears of each change that was made, with what became of which files.
  package var changed: ([ChangeRecord]) -> Void = { _ in }

  package init() {}
}
