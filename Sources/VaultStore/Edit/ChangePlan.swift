import VaultCore
import VaultPlatform

/// What an operation is going to do, put together before the first file changes.
///
/// Texts are read as they will be after the changes planned so far; paths are those before the operation's moves.
package final class ChangePlan {
  struct PlannedText {
    /// Nil for a file that is to be made.
    var before: [UInt8]?
    var after: [UInt8]
    /// The file itself, where `path` is a symbolic link.
    var file: NotePath
    /// What made the one text of the other, where edits alone did so, none of them in what another had put in.
    var edits: [TextEdit]?
  }

  /// Answers what the plan depends on, as the notes are when it is made.
  let reader: VaultReader
  let tree: VaultTree
  /// What no command would find.
  let ignored: IgnoredPlaces
  /// Texts of editors, which the plan is made for in place of the files.
  let overlaid: OverlaidFiles
  /// The size in bytes of the largest note that is read.
  private let limit: Int
  private var texts: [NotePath: PlannedText] = [:]
  /// By the files' identity: one of several names has one text.
  private var names: [FileStamp.Identity: NotePath] = [:]
  /// Other names of the files in `texts`.
  private var otherNames: [NotePath: NotePath] = [:]
  private var textOrder: [NotePath] = []
  private var folders: [NotePath] = []
  /// The same.
  private var newFolders: Set<NotePath> = []
  private(set) var moves: [(from: NotePath, to: NotePath)] = []
  private var movedPaths: Set<NotePath> = []
  /// What goes into the trash.
  private var deleted: Set<NotePath> = []
  private var knownNames = KnownFolderNames()
  /// What a person's editor has done already, and what the history is to tell together with the steps.
  var doneByEditor: ChangeStep?
  /// What an editor left where a note is not any more, and is in the note now: that it goes is nothing to be taken back.
  var leftByEditor: NotePath?
  /// Steps that come before and after all others.
  var firstSteps: [ChangeStep] = []
  var lastSteps: [ChangeStep] = []
  /// The handles that tasks have by now, by those that they had before the operation.
  var renamedTasks: [String: String] = [:]
  /// What was named and cannot be changed, where the others are.
  var leftOut: [NotePath] = []
  /// In the order in which the command speaks of them.
  package private(set) var records: [ChangeRecord] = []
  private var recorded: Set<NotePath> = []

  init(_ reader: VaultReader) throws {
    self.reader = reader
    let root = reader.location.root
    tree = try VaultTree(root: root)
    ignored = IgnoredPlaces(tree.root, rootPath: root, reader.vault.scanOptions)
    limit = reader.configuration.maximumFileSize
    overlaid = try OverlaidFiles(reader.pipeline.overlays, in: tree)
    names = overlaid.names
  }

  /// True when nothing is to change, and nothing to be written down.
  package var isEmpty: Bool { steps.isEmpty && doneByEditor == nil }

  var steps: [ChangeStep] {
    let known = textOrder.compactMap { texts[$0] }
    return firstSteps + folders.map { .makeFolder($0) }
      + known.compactMap { text -> ChangeStep? in
        guard let before = text.before, before != text.after else { return nil }
        return .write(text.file, before: before, after: text.after)
      }
      + known.compactMap { $0.before == nil ? .create($0.file, $0.after, mode: 0o666) : nil }
      + moves.map { .move($0.from, to: $0.to) } + lastSteps
  }

  /// What takes all of it back: the steps, behind what was done before them.
  var history: [ChangeStep] {
    let steps = steps.filter { step in
      switch step {
      case .delete(let path, _, _): path != leftByEditor
      case .removeFolder(let path): leftByEditor?.isBelow(path) != true
      default: true
      }
    }
    guard let doneByEditor else { return steps }
    // One step, where the first goes on with the same text.
    if case .write(let file, let before, let now) = doneByEditor, case .write(file, now, let after)? = steps.first {
      return [.write(file, before: before, after: after)] + steps.dropFirst()
    }
    return [doneByEditor] + steps
  }

  // MARK: Texts

  /// Throws `ChangeError` for what is no file, is too large or is not UTF-8.
  package func text(_ path: NotePath) throws -> [UInt8] {
    if let known = texts[name(of: path)] { return known.after }
    if let bytes = overlaid.bytes(of: path) {
      guard bytes.count <= limit else { throw ChangeError(path, .tooLarge(size: bytes.count, limit: limit)) }
      return try remember(bytes, path, file: overlaid.file(of: path))
    }
    // What is the vault's own is itself, and no link.
    let place = try VaultFolder.holds(path) ? tree.place(path) : tree.resolvedPlace(path)
    let image = try FileImage.read(place, limit: VaultFolder.holds(path) ? VaultFolder.largestFile : limit)
    // The name by which its text is kept, or by which an editor has it.
    if let other = names[image.status.identity] {
      otherNames[path] = other
      return try text(other)
    }
    let bytes = try remember(image.bytes, path, file: place.path)
    names[image.status.identity] = path
    return bytes
  }

  private func remember(_ bytes: [UInt8], _ path: NotePath, file: NotePath) throws -> [UInt8] {
    guard String(validating: bytes, as: UTF8.self) != nil else { throw ChangeError(path, .notUTF8) }
    remember(PlannedText(before: bytes, after: bytes, file: file), path)
    return bytes
  }

  /// The name under which a file's text is kept here.
  private func name(of path: NotePath) -> NotePath { otherNames[path] ?? path }

  private func remember(_ text: PlannedText, _ path: NotePath) {
    if texts.updateValue(text, forKey: path) == nil { textOrder.append(path) }
  }

  /// Takes back what `body` has planned for the text where it fails.
  func changingAllOrNothing(_ path: NotePath, _ body: () throws -> Void) throws {
    _ = try text(path)
    let (before, recordCount) = (texts[name(of: path)], records.count)
    do { try body() } catch {
      texts[name(of: path)] = before
      for record in records[recordCount...] { recorded.remove(record.path) }
      records.removeSubrange(recordCount...)
      throw error
    }
  }

  /// Throws where a text is to change and the system would not let it be written.
  func checkWritable(_ path: NotePath) throws {
    guard let text = texts[name(of: path)], let before = text.before, before != text.after, !overlaid.holds(path) else {
      return
    }
    let place = try tree.place(text.file)
    try place.checkWritable()
    if try FileImage.status(place)?.needsWritingInPlace == true { return }
    try ChangeError.check(place.isFolderWritable, path, "written")
  }

  /// Returns true when there is, or is going to be, something of that name before the moves that may be seen.
  package func exists(_ path: NotePath) throws -> Bool {
    try texts[path] != nil || reader.isVisible(path) && (overlaid.holds(path) || tree.exists(path))
  }

  /// The result says whether anything changes.
  @discardableResult
  package func apply(_ edits: [TextEdit], to path: NotePath) throws -> Bool {
    let text = try text(path)
    let isUnchanged = texts[name(of: path)]?.before == text
    let all = isUnchanged ? edits : texts[name(of: path)]?.edits?.followed(by: edits)
    guard try replace(path, with: edits.applied(to: text)) else { return false }
    texts[name(of: path)]?.edits = all
    return true
  }

  /// By file, the edits that made a new text in one go.
  var edits: [NotePath: [TextEdit]] {
    Dictionary(texts.values.compactMap { text in text.edits.map { (text.file, $0) } }) { first, _ in first }
  }

  /// Applies to each note what was made for its text as it is now; the result names those that change. A file with
  /// several names (hard links) gets what was made for any of them once.
  package func apply(_ edits: [(path: NotePath, edits: [TextEdit])]) throws -> [NotePath] {
    var known: [NotePath: [TextEdit]] = [:]
    // What is deleted by the same change is left as it was.
    let edits = edits.filter { !isDeleted($0.path) }
    for (path, new) in edits {
      _ = try text(path)
      let others = known[name(of: path), default: []]
      known[name(of: path)] =
        others + new.filter { edit in !others.contains { $0.range == edit.range || $0.range.overlaps(edit.range) } }
    }
    var changed: Set<NotePath> = []
    for (name, edits) in known where try apply(edits, to: name) { changed.insert(name) }
    return edits.map(\.path).filter { changed.contains(name(of: $0)) }
  }

  /// The result says whether anything changes.
  @discardableResult
  package func replace(_ path: NotePath, with bytes: [UInt8]) throws -> Bool {
    let old = try text(path)
    guard old != bytes else { return false }
    try checkStays(path)
    try checkSize(path, bytes)
    texts[name(of: path)]?.after = bytes
    texts[name(of: path)]?.edits = nil
    return true
  }

  /// A new file, with the folders above it. Throws `ChangeError` where the name is taken, in whatever case, no name for a
  /// file, or ignored.
  package func create(_ path: NotePath, _ bytes: [UInt8]) throws {
    try Self.checkName(path)
    try checkPlace(path)
    if let reason = try ignored.reason(path) { throw ChangeError(path, .refused("\(reason)")) }
    try checkSize(path, bytes)
    guard texts[path] == nil else { throw ChangeError(path, .exists) }
    try checkFree(path)
    try checkStays(path.parent)
    try makeFolders(above: path, checkingNames: true)
    remember(PlannedText(before: nil, after: bytes, file: path), path)
  }

  /// A new folder, with those above it. Throws `ChangeError` as `create` does.
  func createFolder(_ path: NotePath) throws {
    try Self.checkName(path)
    try checkPlace(path)
    if let reason = try ignored.reason(path) { throw ChangeError(path, .refused("\(reason)")) }
    guard !path.isNote else { throw ChangeError(path, .refused("would be called as a note is; take another name")) }
    guard !newFolders.contains(path) else { throw ChangeError(path, .exists) }
    try checkFree(path)
    try makeFolders(above: path.appending(Array("file".utf8)), checkingNames: true)
  }

  /// Throws for a note of such a size that nobody could read it again.
  private func checkSize(_ path: NotePath, _ bytes: [UInt8]) throws {
    guard path.isNote, bytes.count > limit else { return }
    throw ChangeError(path, .tooLarge(size: bytes.count, limit: limit))
  }

  /// Throws where a name in the path is none for a file.
  static func checkName(_ path: NotePath) throws {
    guard let problem = NoteFileName.problem(inPath: path.text), problem.severity == .refused else { return }
    throw ChangeError(path, .refused("\(problem)"))
  }

  private func checkNewFolder(_ path: NotePath) throws {
    guard let problem = NoteFileName.problem(inNewFolder: path.name) else { return }
    throw ChangeError(path, .refused("\(problem)"))
  }

  /// Makes the folders that are missing above a path; the ones that are there are checked to be in the vault.
  private func makeFolders(above path: NotePath, checkingNames: Bool) throws {
    let missing = try path.ancestors.prefix { folder in
      try !newFolders.contains(folder) && tree.folderIfThere(folder, for: path) == nil
    }
    for folder in missing.reversed() {
      if checkingNames { try checkNewFolder(folder) }
      // Nothing is in one that is not there.
      if folder == missing.last { try checkFree(folder) }
      folders.append(folder)
      newFolders.insert(folder)
    }
  }

  /// Throws where something of that name, in whatever case, is there already, and does not move away: `leaving` names what
  /// is going to.
  func checkFree(_ path: NotePath, except own: NotePath? = nil, _ leaving: Set<NotePath> = []) throws {
    if leaving.contains(path) { return }
    try checkPlace(path)
    if overlaid.holds(path), path != own { throw ChangeError(path, .exists) }
    guard let folder = try tree.folderIfThere(path.parent, for: path) else { return }
    if try tree.exists(path), path != own { throw ChangeError(path, .exists) }
    for bytes in try knownNames.names(like: path.name, in: folder, path.parent) {
      let other = path.parent.appending(bytes)
      guard other != own, !leaving.contains(other) else { continue }
      guard try reader.isVisible(other) else { throw VisibleChangeError.place(path) }
      throw ChangeError(path, other == path ? .exists : .existsInOtherCase(other.name))
    }
  }

  // MARK: Places

  /// The file itself, not a link to one, and of that very name where the system does not mind the case. False for one that
  /// may not be seen.
  func isFile(_ path: NotePath) throws -> Bool {
    guard try reader.isVisible(path), let place = try tree.placeIfThere(path), try VaultTree.kind(place) == S_IFREG
    else { return false }
    return try knownNames.names(like: path.name, in: place.folder, path.parent).contains {
      String(decoding: $0, as: UTF8.self) == path.name
    }
  }

  /// A file or folder gets another place. Throws as `create` does, but says only with `orderMoves` whether the place is
  /// free, since another move may free it. `checkingName`: whether it is a person's choice, which the names in the vault's
  /// own folder are not.
  package func move(_ from: NotePath, to target: NotePath, checkingName: Bool = true) throws {
    guard from != target else { return }
    try checkMove(from, to: target, checkingName: checkingName)
    if !Trash.holds(target) { try checkStays(target.parent) }
    if movedPaths.contains(from) { throw ChangeError(from, .refused("moves already, by the same change")) }
    try makeFolders(above: target, checkingNames: checkingName)
    moves.append((from, target))
    movedPaths.insert(from)
    if Trash.holds(target) { deleted.insert(from) }
  }

  /// Throws where the same change deletes a file, or a folder that something is to lie in.
  private func checkStays(_ path: NotePath) throws {
    if isDeleted(path) { throw ChangeError(path, .refused("is deleted by the same change; change it before that")) }
  }

  private func isDeleted(_ path: NotePath) -> Bool {
    !deleted.isEmpty && (deleted.contains(path) || path.ancestors.contains(where: deleted.contains))
  }

  /// Throws what `move` would throw of what is moved, and where the system would not let it.
  func checkMove(_ from: NotePath, to target: NotePath, checkingName: Bool = true) throws {
    if checkingName { try Self.checkName(target) }
    guard let place = try tree.placeIfThere(from), let kind = try VaultTree.kind(place) else {
      guard checkingName, overlaid.holds(from) else { throw ChangeError(from, .missing) }
      throw ChangeError(from, .refused("is in an editor only, and not saved yet; save it first"))
    }
    if target.isBelow(from) {
      throw ChangeError(from, .refused("cannot be moved into itself; name a folder outside of it"))
    }
    if checkingName, from.name != target.name, kind == S_IFDIR { try checkNewFolder(target) }
    try ChangeError.check(place.isFolderWritable, from, "moved")
    // Its entry for the folder above changes.
    guard kind == S_IFDIR, from.parent != target.parent else { return }
    try ChangeError.check(faccessat(place.folder.number, place.name, W_OK, AT_EACCESS) == 0, from, "moved")
  }

  /// True for a name that a new file may have, in folders that may be new.
  static func takesName(_ path: NotePath) -> Bool {
    NoteFileName.problem(inPath: path.text)?.severity != .refused
      && path.ancestors.allSatisfy { $0.text.isEmpty || NoteFileName.problem(inNewFolder: $0.name) == nil }
  }

  /// A file goes for good, with all that it holds: where something else keeps that, as git does. Folders that are empty then
  /// go as well.
  func delete(_ path: NotePath) throws {
    let text = try text(path)
    let place = try tree.place(path)
    guard let status = try FileImage.status(place) else { throw ChangeError(path, .missing) }
    try ChangeError.check(place.isFolderWritable, path, "deleted")
    lastSteps.append(.delete(path, before: text, mode: UInt32(status.st_mode & 0o7777)))
    for folder in path.ancestors where !folder.text.isEmpty { removeFolderIfEmpty(folder) }
  }

  /// After all else, where it is empty then.
  func removeFolderIfEmpty(_ path: NotePath) {
    lastSteps.append(.removeFolder(path))
  }

  /// Puts the moves into an order in which no target is taken, through other names where they go in a circle.
  func orderMoves(id: String) throws {
    var targets: Set<String> = []
    var refused = UnchangeableNotes()
    for move in moves where !Trash.holds(move.to) {
      _ = try refused.gather {
        let isTwice = !targets.insert(LinkResolver.key(move.to.text)).inserted
        if isTwice || texts[move.to].map({ $0.before == nil }) == true { throw ChangeError(move.to, .exists) }
        try checkFree(move.to, except: move.from, movedPaths)
      }
    }
    try refused.check(.bound)
    moves = MoveOrder.ordered(moves) { from, number in
      from.parent.appending("\(TemporaryFile.prefix)\(id)-move\(number)".utf8)
    }
  }

  package func record(_ record: ChangeRecord) {
    // Several changes that are one may speak of the same file.
    let isTold = record.state == .updated && movedPaths.contains(record.path)
    guard !isTold, recorded.insert(record.path).inserted || !records.contains(record) else { return }
    if let from = record.from, recorded.contains(from) { records.removeAll { $0 == ChangeRecord(.updated, from) } }
    records.append(record)
  }

  /// Records that a file changes, unless it is spoken of already.
  func recordUpdate(_ path: NotePath) {
    if !recorded.contains(path) { record(ChangeRecord(.updated, path)) }
  }

  /// To be told once the plan is carried out, or would be.
  func notice(_ message: Message, isWarning: Bool = true) {
    reader.notice(VaultNotice(message, isWarning: isWarning))
  }
}
