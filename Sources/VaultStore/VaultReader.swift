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
  var isOpen: Bool { opened != nil }
  /// What a scan of the folders found; nil where the notes are out of reach.
  private let scan: PendingScan?
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
    let snapshot = try open(patterns)
    opened = snapshot
    return snapshot
  }

  /// All symbolic links in the vault's folders.
  func symbolicLinks() throws -> [NotePath] {
    needsNotes = true
    return try scan?.links() ?? []
  }

  /// What the scan of the folders passed over.
  func scanProblems() throws -> [ScanProblem] {
    needsNotes = true
    return try scan?.problems() ?? []
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
