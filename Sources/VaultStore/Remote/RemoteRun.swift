import Foundation
import VaultCore
import VaultPlatform

/// One round with a server of notes: ask for all that it has, bring in what is new there, send what is new here. What was done
/// stays done however it ends, and the next round goes on.
final class RemoteRun {
  let editor: VaultEditor
  let settings: RemoteSettings
  let remote: any RemoteNotes
  let options: RemoteOptions
  let state: SyncState
  var listing = RemoteListing()
  var outcome: RemoteOutcome
  /// Notes that have met with a refusal in this round, by id or path.
  var passedOver: Set<String> = []
  /// How often a server without states has given back something else than what was sent, by id.
  var returned: [String: Int] = [:]
  /// Ids that the server has been asked about, and does not have.
  private var confirmed: Set<String> = []
  private var query = Query()
  let tree: VaultTree
  /// What the vault has, as it was seen last.
  private(set) var locals: [NotePath: SyncPlan.Local] = [:]
  private(set) var created: [NotePath: NoteDate] = [:]
  /// The hashes of what travels of notes, by those of their files and their titles, which may be their names.
  private var fieldsOfFiles: [[UInt8]: [UInt8]] = [:]
  /// True for a server that counts milliseconds.
  private(set) lazy var countsMilliseconds = RemoteNote.countsMilliseconds(listing.notes.values)

  /// What is done leads to more: what was merged is sent, what another client has changed meanwhile is merged.
  private static let passes = 20

  init(
    _ editor: VaultEditor, _ settings: RemoteSettings, _ remote: any RemoteNotes, _ options: RemoteOptions,
    _ outcome: RemoteOutcome
  ) throws {
    if editor.vault.options.visible != nil { throw RemoteError.hides }
    (self.editor, self.settings, self.remote, self.options) = (editor, settings, remote, options)
    self.outcome = outcome
    do { query = try QueryParser(context: editor.vault.queryContext).parse(settings.query) } catch {
      throw RemoteError.query(settings.name, Message(error.message))
    }
    if !options.dryRun { try editor.makeOwnFolder() }
    tree = try VaultTree(root: editor.location.root)
    state = try SyncState(settings, tree, editor.environment.folders, makes: !options.dryRun)
    self.outcome.synced = state.synced
    if state.isForeign {
      editor.listener.notice(
        VaultNotice(
          "\(SyncState.folder)/\(settings.name): was not written by you here, or for another address, so it is not read: "
            + "notes that are equal are taken for one, and of others both are kept"))
    }
  }

  func run() throws {
    listing = try remote.list()
    outcome.oddities = listing.oddities
    // First, since it takes back what a change that was killed has left half done.
    try survey()
    try settle()
    var isDone = false
    for _ in 0..<Self.passes where !isDone {
      let plan = try plan()
      outcome.paused = plan.paused.sorted()
      if plan.deletesMany, !options.deletesMany {
        outcome.deletions = plan.deletions
        return
      }
      if !options.dryRun {
        let paths = Dictionary(plan.notes.map { ($0.id, $0) }) { first, _ in first }
        for id in state.notes.keys where paths[id] == nil { try state.remove(id) }
        for note in plan.notes { try state.update(note) }
      }
      let steps = plan.steps.filter { !passedOver.contains($0.name) }
      let coming = steps.filter(\.isHere)
      do {
        if !coming.isEmpty { try bringIn(coming) }
      } catch is NotesChanged { continue }
      if options.dryRun {
        try tellSending(steps)
        return
      }
      isDone = steps.isEmpty
      if coming.isEmpty { try send(steps) }
    }
    try state.save(inStepAt: isDone && outcome.refused.isEmpty && outcome.leftOut.isEmpty ? milliseconds : nil)
    outcome.synced = state.synced
    if !isDone { throw RemoteError.restless }
  }

  private var milliseconds: Int64 { Int64(editor.environment.now.timeIntervalSince1970 * 1_000) }

  // MARK: What is there

  /// Every note of the vault, and whether the server is to have it.
  func survey() throws {
    tree.forgetFolders()
    (locals, created) = ([:], [:])
    let (records, meant) = try editor.read { reader in
      (try reader.list(Query()).records, Set(try reader.list(query).records.map(\.path)))
    }
    for record in records where record.path.undecodable == nil {
      locals[record.path] = SyncPlan.Local(
        path: record.path, noteID: record.id, file: record.hash.isEmpty ? nil : record.hash,
        isMeant: meant.contains(record.path), title: record.title)
      created[record.path] = record.created
    }
    // What is ignored by now is no note any more, and has not been deleted.
    for note in state.notes.values where locals[note.path] == nil {
      guard try isThere(note.path) else { continue }
      locals[note.path] = SyncPlan.Local(path: note.path, noteID: nil, file: nil, isMeant: false, title: "")
    }
  }

  /// True where a folder has a file of just that name.
  private func isThere(_ path: NotePath) throws -> Bool {
    do {
      guard try tree.exists(path) else { return false }
      return try tree.names(in: path.parent).contains { $0.elementsEqual(path.nameBytes) }
    } catch let error as ChangeError {
      if error.isOfTheDisk { throw error }
      // Nothing is known of what is in a folder that cannot be read.
      return true
    }
  }

  /// What travels of notes that the server is not known to have, where it has some that are not known here.
  private func readUnknown() throws {
    guard listing.notes.keys.contains(where: { state.notes[$0] == nil }) else { return }
    for (path, local) in locals where local.isMeant && local.file != nil && state.note(at: path) == nil {
      guard let file = local.file else { continue }
      let key = file + local.title.utf8
      if fieldsOfFiles[key] == nil, let text = try text(path) { fieldsOfFiles[key] = fields(text, path).hash }
      locals[path]?.fields = fieldsOfFiles[key]
    }
  }

  private func plan() throws -> SyncPlan {
    try survey()
    for local in locals.values where local.file == nil && local.isMeant {
      leaveOut(local.path, "it cannot be read, or is larger than max_file_size")
    }
    try readUnknown()
    // What is equal to a note that the list lacks is taken for it only where the server does not have that any more.
    let unknown = Set(listing.notes.values.lazy.filter { self.state.notes[$0.id] == nil }.map(\.hash))
    for note in state.notes.values where listing.notes[note.id] == nil && unknown.contains(note.there) {
      _ = try isMissing(note)
    }
    while true {
      let plan = SyncPlan(Array(state.notes.values), Array(locals.values), listing)
      if plan.deletesMany, !options.deletesMany { return plan }
      var isAsDescribed = true
      for case (let note?, true) in plan.steps.map({ ($0.note, $0.isOfMissing) }) where try !isMissing(note) {
        isAsDescribed = false
      }
      if isAsDescribed { return plan }
    }
  }

  /// Asks the server once for a note that its list lacks, since a list may have been cut, or gone through while it changed. False
  /// where the note is there, and listed from now on.
  private func isMissing(_ note: SyncedNote) throws -> Bool {
    guard confirmed.insert(note.id).inserted else { return true }
    do {
      guard let found = try remote.note(note.id) else { return true }
      listing.set(found)
      return false
    } catch RemoteRefusal.refused(let status, let reason) {
      confirmed.remove(note.id)
      refuse(note.path, status, reason)
      passedOver.insert(note.path.text)
      return true
    }
  }

  func leaveOut(_ path: NotePath?, _ reason: String) {
    let trouble = RemoteOutcome.Trouble(path: path, reason: reason)
    if !outcome.leftOut.contains(trouble) { outcome.leftOut.append(trouble) }
  }

  func refuse(_ path: NotePath?, _ status: Int, _ reason: String) {
    let words = reason.last == "." ? String(reason.dropLast()) : reason
    refuse(path, "the server answers \(status)\(words.isEmpty ? "" : ": \(words)")")
  }

  func refuse(_ path: NotePath?, _ reason: String) {
    let trouble = RemoteOutcome.Trouble(path: path, reason: reason)
    if !outcome.refused.contains(trouble) { outcome.refused.append(trouble) }
  }

  /// The text of a note as it is now; nil where it is gone. What cannot be read is told, and passed over.
  func text(_ path: NotePath) throws -> [UInt8]? {
    do {
      let bytes = try FileImage.read(tree.resolvedPlace(path), limit: editor.configuration.maximumFileSize).bytes
      guard String(validating: bytes, as: UTF8.self) != nil else { throw ChangeError(path, .notUTF8) }
      return bytes
    } catch let error as ChangeError {
      if error.isOfTheDisk { throw error }
      if error.cause != .missing {
        leaveOut(path, error.reason)
        passedOver.insert(path.text)
      }
      return nil
    }
  }

  func fields(_ text: [UInt8], _ path: NotePath) -> SharedFields {
    SharedFields(of: text, path: path, editor.parsingOptions)
  }

  /// A note is no longer what the plan was made for.
  struct NotesChanged: Error {}
}

extension SyncPlan.Step {
  /// True for what changes notes here.
  var isHere: Bool {
    switch self {
    case .merge, .pair, .makeHere, .comeBack, .deleteHere: true
    case .send, .makeThere, .makeAgain, .deleteThere: false
    }
  }

  /// True where the server's list lacks a note that it had.
  var isOfMissing: Bool {
    switch self {
    case .deleteHere, .makeAgain: true
    default: false
    }
  }

  var note: SyncedNote? {
    switch self {
    case .merge(let note), .send(let note), .comeBack(let note), .makeAgain(let note), .deleteHere(let note),
      .deleteThere(let note):
      note
    case .pair, .makeHere, .makeThere: nil
    }
  }

  /// What a note is passed over by.
  var name: String {
    switch self {
    case .makeHere(let id): id
    case .pair(_, let path), .makeThere(let path): path.text
    default: note?.path.text ?? ""
    }
  }
}

extension VaultEditor {
  /// Brings a vault in step with a server of notes. `outcome` tells what was done, also where an error is thrown: `RemoteError`,
  /// or what a change of notes throws.
  package func sync(
    with settings: RemoteSettings, _ remote: any RemoteNotes, _ options: RemoteOptions, _ outcome: inout RemoteOutcome
  ) throws {
    if !options.dryRun { try vault.checkChangeable() }
    outcome.remote = settings.name
    let run = try RemoteRun(self, settings, remote, options, outcome)
    defer {
      outcome = run.outcome
      outcome.received = outcome.received.uniqued(by: \.path)
      outcome.sent = outcome.sent.uniqued(by: \.path)
    }
    do { try run.run() } catch {
      // What went wrong is told; how much waits is said where the vault can still be asked.
      run.outcome.waiting = (try? run.waiting()) ?? 0
      throw error
    }
    run.outcome.waiting = try run.waiting()
  }

  /// What waits here, without asking the server.
  package func waiting(for settings: RemoteSettings) throws -> RemoteOutcome {
    struct Nobody: RemoteNotes {
      func list() throws -> RemoteListing { RemoteListing() }
      func note(_ id: String) throws -> RemoteNote? { nil }
      func make(_ note: JSONValue, key: String) throws -> RemoteNote? { nil }
      func replace(_ id: String, with note: JSONValue, ifIn tag: String?) throws -> RemoteNote? { nil }
      func delete(_ id: String, ifIn tag: String?) throws {}
    }
    var options = RemoteOptions()
    options.dryRun = true
    var outcome = RemoteOutcome()
    outcome.remote = settings.name
    let run = try RemoteRun(self, settings, Nobody(), options, outcome)
    run.outcome.waiting = try run.waiting()
    run.outcome.synced = run.state.synced
    return run.outcome
  }
}
