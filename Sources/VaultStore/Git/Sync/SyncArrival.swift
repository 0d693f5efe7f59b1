import VaultCore
import VaultPlatform

/// A merged commit, of which the files are to become what it has: notes as every change of notes is made, all other files by
/// git, which overwrites none that has changes.
struct SyncArrival {
  /// Why the merge has to be made anew: a note is no longer what was committed.
  struct NotesChanged: Error {}

  private let repository: GitRepository
  private let actions: GitActions
  private let editor: VaultEditor
  /// Commits.
  private let (head, merged): (String, String)
  private let differences: [GitDifference]
  private let notes: [(path: NotePath, change: GitDifference)]
  /// The texts before and after, as files have them; nil for none.
  private let (old, new): ([[UInt8]?], [[UInt8]?])

  init(
    _ repository: GitRepository, _ actions: GitActions, _ editor: VaultEditor, from head: String, to merged: String
  ) throws {
    (self.repository, self.actions, self.editor) = (repository, actions, editor)
    (self.head, self.merged) = (head, merged)
    differences = try repository.differences(from: head, to: merged)
    let candidates = try Self.notes(among: differences, repository, editor, in: merged)
    let texts = (
      try Self.texts(of: candidates, \.old, repository, actions),
      try Self.texts(of: candidates, \.new, repository, actions)
    )
    let limit = editor.configuration.maximumFileSize
    func isChangeable(_ text: [UInt8]?) -> Bool {
      text.map { $0.count <= limit && String(validating: $0, as: UTF8.self) != nil } ?? true
    }
    let chosen = candidates.indices.filter { isChangeable(texts.0[$0]) && isChangeable(texts.1[$0]) }
    notes = chosen.map { candidates[$0] }
    (old, new) = (chosen.map { texts.0[$0] }, chosen.map { texts.1[$0] })
  }

  /// The notes that come over.
  var notePaths: Set<NotePath> { Set(notes.map(\.path)) }

  /// What comes over in the vault, by path.
  var changes: [GitChange] {
    differences.compactMap { change in
      repository.path(of: change.path).map {
        GitChange(kind: change.old == nil ? .added : change.new == nil ? .deleted : .modified, path: $0)
      }
    }
  }

  /// The name by which the history tells whether the notes have come over.
  static func request(_ commit: String) -> String { "sync:\(commit)" }

  // MARK: Which files are notes

  /// Those that a vault can change: regular files with proper names that git does not keep out of the work tree.
  private static func notes(
    among changes: [GitDifference], _ repository: GitRepository, _ editor: VaultEditor, in merged: String
  ) throws -> [(path: NotePath, change: GitDifference)] {
    let candidates = changes.compactMap { change -> (path: NotePath, change: GitDifference)? in
      let entries = [change.old, change.new].compactMap(\.self)
      guard let path = repository.path(of: change.path), path.isNote, path.undecodable == nil,
        entries.allSatisfy(\.isFile), Set(entries.map(\.mode)).count == 1,
        // A new file gets the mode that new notes have.
        change.old != nil || change.new?.mode == "100644", ChangePlan.takesName(path)
      else { return nil }
      return (path, change)
    }
    // Filters and line ends may be others then, and git alone reads them from the commit that arrives.
    let changesAttributes = changes.contains { NotePath(bytes: $0.path).name == GitSetup.attributesName }
    if candidates.isEmpty || changesAttributes { return [] }
    let ignored = IgnoredPlaces(
      try VaultTree(root: editor.location.root).root, rootPath: editor.location.root, editor.vault.scanOptions)
    let leftOut = try sparse(repository)
    // Where a file takes a folder's place, or two names differ in case alone, git knows what the system can do.
    var (folders, count): (Set<[UInt8]>, [String: Int]) = ([], [:])
    for change in changes {
      var path = change.path[...]
      while let slash = path.lastIndex(of: 0x2F) {
        path = path[..<slash]
        guard folders.insert(Array(path)).inserted else { break }
      }
    }
    for path in try repository.entries(of: merged).keys {
      count[LinkResolver.key(NotePath(bytes: path).text), default: 0] += 1
    }
    let changed = Set(changes.map(\.path))
    return try candidates.filter { path, change in
      try !folders.contains(change.path)
        && !NotePath(bytes: change.path).ancestors.contains(where: { changed.contains($0.bytes) })
        && !leftOut.contains(change.path) && ignored.reason(path) == nil
        && count[LinkResolver.key(NotePath(bytes: change.path).text), default: 0] <= 1
    }
  }

  /// The files that a sparse work tree does not have.
  private static func sparse(_ repository: GitRepository) throws -> Set<[UInt8]> {
    let fields = GitFields(try repository.git.read(["ls-files", "-t", "-z", "--full-name"])).fields
    return Set(fields.filter { $0.first == UInt8(ascii: "S") }.map { Array($0.dropFirst(2)) })
  }

  // MARK: Coming over

  /// Throws `SyncError.inTheWay` before anything has changed. `trial`: what would have been committed before, where nothing is
  /// to change at all.
  func checkOtherFiles(in scratch: MomentaryFolder, trial: [GitChange]? = nil) throws {
    try checkUnknownFiles()
    // Git tells only then what has changed from what was only touched.
    func refresh(_ actions: GitActions) throws {
      _ = try actions.answer(["update-index", "-q", "--refresh"], accepting: 0...1)
    }
    if trial == nil { try refresh(actions) }
    let copy = scratch.place(of: "index")
    if let bytes = try AtomicFile.read(repository.folder + "/index", limit: .max) {
      try AtomicFile.replace(copy, bytes, mode: 0o600, isLasting: false)
    }
    let own = actions.with(index: copy)
    if let trial {
      try SyncCommit.add(trial, to: own)
      try refresh(own)
    }
    try takeOver(own, in: scratch, "-n")
  }

  /// False where a note is still, or again, what it was before: a person may have put it back since.
  func isThere() throws -> Bool {
    let tree = try VaultTree(root: editor.location.root)
    return try notes.indices.allSatisfy { index in
      guard let place = try tree.placeIfThere(notes[index].path) else { return new[index] == nil }
      let now = try FileImage.readIfThere(place)?.bytes
      return now != old[index] || old[index] == new[index]
    }
  }

  /// Git overwrites files that it ignores.
  private func checkUnknownFiles() throws {
    let brought = Set(notes.map(\.change.path))
    let arriving = differences.filter { $0.old == nil && $0.new != nil && !brought.contains($0.path) }.map(\.path)
    if arriving.isEmpty { return }
    try Self.check(arriving, areNotAmongFilesUnknownTo: Array(repository.entries(of: head).keys), repository)
  }

  /// Throws `SyncError.inTheWay` where a file is there that git does not know. Paths from the repository's root.
  static func check(
    _ arriving: [[UInt8]], areNotAmongFilesUnknownTo known: [[UInt8]], _ repository: GitRepository
  ) throws {
    let keys = Set(known.map { LinkResolver.key(NotePath(bytes: $0).text) })
    let tree = try VaultTree(root: String(decoding: repository.workTree, as: UTF8.self))
    for path in arriving.map({ NotePath(bytes: $0) }) {
      // The place itself, and what lies where a folder would be.
      for place in [path] + path.ancestors where !keys.contains(LinkResolver.key(place.text)) {
        guard let found = try tree.placeIfThere(place), let kind = try VaultTree.kind(found) else { continue }
        if kind != S_IFDIR { throw SyncError.inTheWay("\(place) is there, and git does not know it") }
        guard place == path else { break }
        for file in try tree.files(at: place).map(\.path) where !keys.contains(LinkResolver.key(file.text)) {
          throw SyncError.inTheWay("\(file) is there, and git does not know it")
        }
      }
    }
  }

  /// Makes the notes what the commit has, in one change. Throws `NotesChanged` where one of them is not what `head` has, as
  /// when an editor has just saved it: that must be committed first.
  func bringNotes() throws {
    if notes.isEmpty { return }
    var options = ChangeOptions()
    options.request = Self.request(merged)
    // A name may change in case alone.
    let gone = Dictionary(
      notes.indices.filter { notes[$0].change.new == nil }.map { (LinkResolver.key(notes[$0].path.text), $0) }
    ) { first, _ in first }
    do { try change(options, gone) } catch is FileChangedError { throw NotesChanged() }
  }

  /// `gone`: the numbers of the notes that are deleted, by the keys of their names.
  private func change(_ options: ChangeOptions, _ gone: [String: Int]) throws {
    _ = try editor.change("sync", options) { plan in
      var moved: Set<Int> = []
      for (index, note) in notes.enumerated() {
        guard let text = new[index] else { continue }
        if note.change.old != nil {
          try check(note, old[index], plan)
          if try plan.replace(note.path, with: text) { plan.record(ChangeRecord(.updated, note.path)) }
        } else if let former = gone[LinkResolver.key(note.path.text)] {
          try check(notes[former], old[former], plan)
          try plan.move(notes[former].path, to: note.path)
          _ = try plan.replace(notes[former].path, with: text)
          plan.record(ChangeRecord(.updated, note.path, from: notes[former].path))
          moved.insert(former)
        } else {
          try plan.create(note.path, text)
          plan.record(ChangeRecord(.created, note.path))
        }
      }
      for (index, note) in notes.enumerated() where note.change.new == nil && !moved.contains(index) {
        try check(note, old[index], plan)
        try plan.delete(note.path)
        plan.record(ChangeRecord(.deleted, note.path))
      }
    }
  }

  /// The texts as files have them, for what has an entry on that side.
  private static func texts(
    of notes: [(path: NotePath, change: GitDifference)], _ side: KeyPath<GitDifference, GitEntry?>,
    _ repository: GitRepository, _ actions: GitActions
  ) throws -> [[UInt8]?] {
    let known = notes.indices.filter { notes[$0].change[keyPath: side] != nil }
    let files = known.map { (notes[$0].path, notes[$0].change[keyPath: side]?.object ?? "") }
    var texts = [[UInt8]?](repeating: nil, count: notes.count)
    for (index, text) in zip(known, try repository.texts(ofFiles: files, actions)) {
      guard let text else {
        throw GitError(.system("it lacks a version of \(notes[index].path)"), command: "cat-file")
      }
      texts[index] = text
    }
    return texts
  }

  private func check(_ note: (path: NotePath, change: GitDifference), _ text: [UInt8]?, _ plan: ChangePlan) throws {
    let now: [UInt8]
    do { now = try plan.text(note.path) } catch let error as ChangeError where error.cause == .missing {
      throw NotesChanged()
    }
    if now == text { return }
    // The same for git, as with other line ends than it would write here.
    let object = try actions.line(
      ["hash-object", "--stdin", "--path", note.path.text], input: now)
    guard object == note.change.old?.object else { throw NotesChanged() }
  }

  /// The branch and all other files follow, once the notes are there. `branch`: as `refs/heads/main`.
  func finish(_ branch: String) throws {
    try takeOver(actions, in: MomentaryFolder(variables: editor.environment.variables))
    try actions.run(["update-ref", "-m", "vault sync: merge", branch, merged, head])
    // Git need not read again then what has just been written.
    _ = try actions.answer(["update-index", "-q", "--refresh"], accepting: 0...1)
  }

  /// Makes the index what the commit has, and all files but the notes. `options`: of `read-tree`.
  private func takeOver(_ actions: GitActions, in scratch: MomentaryFolder, _ options: String...) throws {
    let entries = notes.map { ($0.change.path, $0.change.new) }
    // As if the notes had been committed before: git looks at none of their files then.
    let before = try actions.tree(head, with: entries, in: scratch)
    do {
      try actions.enter(entries)
      // It tells how far it is.
      try actions.run(["read-tree", "-v", "-m", "-u"] + options + [before, merged], .files)
    } catch let error as GitError {
      throw error.inTheWay.map { SyncError.inTheWay($0) } ?? error
    }
  }
}
