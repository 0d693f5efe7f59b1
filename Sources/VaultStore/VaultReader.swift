import VaultCore

/// One consistent look at a vault, on which every question about it is asked: all answers are about the same moment,
/// whatever becomes of the files meanwhile.
///
/// Made by `Vault.read`, and of use only within its body.
package final class VaultReader {
  package let vault: Vault
  /// Only notes that are read for an answer tell how far they are; notices go through `notice`.
  let progress: (Int, Int) -> Void
  let journalHeads: JournalHeads
  /// Gives access to the notes; the words are those that are going to be asked about.
  private let open: ([WordPattern]) throws -> any VaultSnapshot
  private var opened: (any VaultSnapshot)?
  private var filter: (whole: VaultReader, hidden: HiddenNotes)?
  var isOpen: Bool { opened != nil }
  /// What a scan of the folders found; nil where the notes are out of reach.
  private let scan: PendingScan?
  /// What was asked of git for this look.
  var openGit: GitQuestions?
  /// True when anything was asked that takes a look at the notes.
  private(set) var needsNotes = false
  /// What a person should know beside the answers. It is told once the answers count: those to a look that turns out to
  /// be out of date are given again.
  private(set) var notices: [VaultNotice] = []

  init(
    _ vault: Vault, progress: @escaping (Int, Int) -> Void = { _, _ in }, journalHeads: JournalHeads = JournalHeads(),
    scan: PendingScan?, open: @escaping ([WordPattern]) throws -> any VaultSnapshot
  ) {
    self.vault = vault
    self.progress = progress
    self.journalHeads = journalHeads
    self.scan = scan
    self.open = open
  }

  /// What the notes say. All questions are answered from it.
  var snapshot: any VaultSnapshot {
    get throws {
      try openNotes(expecting: [])
    }
  }

  /// Says which words are going to be asked about, before anything else is asked: without an index, notes are read for
  /// them only once.
  @discardableResult
  func openNotes(expecting patterns: [WordPattern]) throws -> any VaultSnapshot {
    needsNotes = true
    if let opened { return opened }
    let snapshot =
      if let visible = vault.options.visible, visible.hidesNotes { try openVisible(visible, patterns) } else {
        try open(patterns)
      }
    opened = snapshot
    return snapshot
  }

  /// What the notes say that may be seen.
  private func openVisible(_ visible: VisibleVault, _ patterns: [WordPattern]) throws -> any VaultSnapshot {
    let hide = try visible.hidingTexts(in: vault)
    let all = try open(patterns + (hide?.patterns ?? []))
    let whole = VaultReader(vault.whole, journalHeads: journalHeads, scan: scan) { _ in all }
    let state = try all.state.map { state in
      KnownHiddenNotes.State(
        visible: visible, index: state.identity, generation: state.generation, configuration: configuration,
        overlays: vault.options.overlays, today: environment.today, timeZone: environment.timeZone)
    }
    let hidden = try vault.options.knownHidden.hidden(in: state) { try HiddenNotes(visible, hide, whole) }
    filter = (whole, hidden)
    return try hidden.isNothing ? all : all.without(hidden)
  }

  /// What may not be seen; nil where everything may.
  var hidden: HiddenNotes? {
    get throws {
      _ = try snapshot
      return filter?.hidden
    }
  }

  /// A look at all notes, for whoever has to know what a change would do to hidden ones. Nothing of it may be told.
  var whole: VaultReader {
    get throws {
      _ = try snapshot
      return filter?.whole ?? self
    }
  }

  /// True where something at that path may be told of, whether it is there or not: a note, another file, a symbolic link.
  /// Whoever opens a file by its path asks this first, and follows no symbolic link that it has not asked about as well.
  package func isVisible(_ path: NotePath) throws -> Bool {
    guard vault.options.visible?.hidesNotes == true else { return true }
    return try hidden?.hides(path) == false
  }

  /// The same for a folder.
  func isVisible(folder path: NotePath) throws -> Bool {
    guard vault.options.visible?.hidesNotes == true else { return true }
    return try hidden?.hides(folder: path) == false
  }

  /// The symbolic links in the vault's folders.
  func symbolicLinks() throws -> [NotePath] {
    needsNotes = true
    return try (scan?.links() ?? []).filter { try isVisible($0) }
  }

  /// What the scan of the folders passed over.
  func scanProblems() throws -> [ScanProblem] {
    needsNotes = true
    return try (scan?.problems() ?? []).filter { try isVisible($0.path) }
  }

  func notice(_ notice: VaultNotice) { notices.append(notice) }

  /// The civil day of a note's date in the user's zone.
  func day(of date: NoteDate) -> CivilDate { date.day(in: environment.offset) }

  // What most questions need of the vault.
  var environment: VaultEnvironment { vault.environment }
  var configuration: Configuration { vault.configuration }
  var location: VaultLocation { vault.location }
  var parsingOptions: ParsingOptions { vault.parsingOptions }
  var pipeline: NotePipeline { vault.pipeline }
  var timing: PhaseTiming { vault.options.timing }
  var cancellation: Cancellation? { vault.options.cancellation }
}
