import VaultCore

/// Ours and theirs made one tree, beside the files: none is touched, and nothing is committed.
struct SyncMerge {
  enum Result {
    /// `copies`: paths from the repository's root.
    case merged(tree: String, copies: [[UInt8]])
    /// `tree`: what git makes of the two.
    case open([Place], tree: String)
  }

  typealias Place = (path: [UInt8], kind: SyncOutcome.Conflict.Kind, sides: SyncOutcome.Sides?)
  private typealias Entry = (path: [UInt8], entry: GitEntry?)

  private let repository: GitRepository
  private let actions: GitActions
  private let vault: Vault
  /// True where theirs is put beside ours.
  private let copies: Bool
  private let chosen: [SyncOptions.Settled]
  /// Commits.
  private let (ours, theirs): (String, String)
  private let base: String

  /// Throws `SyncError` where the two commits have none in common.
  init(
    _ repository: GitRepository, _ actions: GitActions, _ vault: Vault, ours: String, theirs: String,
    upstream: String, _ options: SyncOptions
  ) throws {
    (self.repository, self.actions, self.vault) = (repository, actions, vault)
    (self.ours, self.theirs) = (ours, theirs)
    (copies, chosen) = (options.conflicts == .copies, options.settled)
    let (status, answer) = try repository.git.answer(["merge-base", ours, theirs], accepting: 0...1)
    guard status == 0 else { throw try repository.isShallow ? SyncError.shallow(upstream) : .unrelated(upstream) }
    base = String(decoding: answer.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  func result(in scratch: MomentaryFolder) throws -> Result {
    let (tree, conflicts) = try lookAhead()
    let ourEntries = try repository.entries(of: ours)
    let theirEntries = try repository.entries(of: theirs)
    let settings = try MergeSettings(repository.git)
    var settled: [Entry] = []
    var made: [[UInt8]] = []
    var open: [Place] = []
    var merged: [[UInt8]: GitEntry]?
    func leave(_ path: [UInt8], _ kind: SyncOutcome.Conflict.Kind, _ sides: SyncOutcome.Sides? = nil) {
      open.append((path, kind, sides))
    }
    /// Theirs beside ours, unless it lies there already.
    func copy(_ entry: GitEntry, of path: [UInt8], _ side: ConflictCopy.Side) throws {
      guard let text = try repository.texts(of: [Array(entry.object.utf8)])[0] else {
        throw GitError(.system("it lacks a version of \(NotePath(bytes: path).text)"), command: "cat-file")
      }
      let known = try merged ?? repository.entries(of: tree)
      merged = known
      let place = ConflictCopy.path(of: NotePath(bytes: path), side, holding: text) { path in
        (known[path.bytes] ?? settled.last { $0.path == path.bytes }?.entry).map { $0.object == entry.object }
      }.bytes
      settled.append((place, entry))
      made.append(place)
    }

    for (path, stages) in conflicts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard stages.all.allSatisfy(\.isBlob) else {
        leave(path, .other)
        continue
      }
      // Git gives a file another name where a folder has its own.
      if let (original, side) = original(of: path), stages.all.count == 1, ourEntries[path] ?? theirEntries[path] == nil
      {
        guard copies, let entry = stages.ours ?? stages.theirs else {
          leave(original, .other)
          continue
        }
        settled.append((path, nil))
        try copy(entry, of: original, side)
        continue
      }
      switch (stages.base, stages.ours, stages.theirs) {
      case (let base?, let ours?, let theirs?):
        let sides = SyncOutcome.Sides(base: base.object, ours: ours.object, theirs: theirs.object)
        if let object = try chosenNote(path, sides) ?? mergedNote(path, base, ours, theirs, settings) {
          settled.append((path, GitEntry(mode: ours.mode, object: object)))
        } else if copies, !isChosen(path), try !hasMarks(ours, at: path, ourEntries),
          try !hasMarks(theirs, at: path, theirEntries)
        {
          settled.append((path, ours))
          try copy(theirs, of: path, .theirs)
        } else {
          leave(path, .edited, isNote(path, base, ours, theirs) ? sides : nil)
        }
      case (nil, let ours?, let theirs?) where try isUntouchedConfiguration(path, ours):
        settled.append((path, theirs))
      case (nil, let ours?, let theirs?):
        guard copies, try !hasMarks(ours, at: path, ourEntries), try !hasMarks(theirs, at: path, theirEntries) else {
          leave(path, .added)
          continue
        }
        settled.append((path, ours))
        if theirs.object != ours.object { try copy(theirs, of: path, .theirs) }
      case (_, let ours?, nil):
        // An edit counts more than a deletion, and a name that only one side gave stays.
        guard copies, try !hasMarks(ours, at: path, ourEntries) else {
          leave(path, stages.base == nil ? .other : .deletedThere)
          continue
        }
        settled.append((path, ours))
      case (_, nil, let theirs?):
        guard copies, try !hasMarks(theirs, at: path, theirEntries) else {
          leave(path, stages.base == nil ? .other : .deletedHere)
          continue
        }
        settled.append((path, theirs))
      case (_?, nil, nil):
        // Both gave it another name.
        if copies { settled.append((path, nil)) } else { leave(path, .other) }
      case (nil, nil, nil): break
      }
    }
    try settleFrontMatter(of: tree, except: Set(conflicts.keys), settings, &settled, leave)
    if !open.isEmpty { return .open(open, tree: tree) }
    return .merged(tree: try actions.tree(tree, with: settled, in: scratch), copies: made)
  }

  // MARK: Git's merge

  private struct Stages {
    var base: GitEntry?
    var ours: GitEntry?
    var theirs: GitEntry?

    var all: [GitEntry] { [base, ours, theirs].compactMap(\.self) }
  }

  /// The tree that git makes of the two, and the versions of what is open in it.
  private func lookAhead() throws -> (tree: String, conflicts: [[UInt8]: Stages]) {
    // Drivers that are configured run; no file is touched. Some versions of git name paths from the folder in which they run.
    let root = actions.from(String(decoding: repository.workTree, as: UTF8.self))
    let (status, answer) = try root.answer(
      ["merge-tree", "--write-tree", "-z", "--no-messages", ours, theirs], .commit, accepting: 0...129)
    guard status <= 1 else {
      if status == 129 { throw SyncError.oldGit }
      throw GitError(.system("it ended with status \(status)"), command: "merge-tree")
    }
    let fields = GitFields(answer).fields
    guard let tree = fields.first else { throw GitError(.system("it answered with nothing"), command: "merge-tree") }
    var conflicts: [[UInt8]: Stages] = [:]
    for field in fields.dropFirst() {
      // `mode number stage<TAB>path`
      guard let tab = field.firstIndex(of: 0x09) else { continue }
      let words = field[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3 else { continue }
      let entry = GitEntry(mode: words[0], object: words[1])
      let path = Array(field[(tab + 1)...])
      switch words[2] {
      case "1": conflicts[path, default: Stages()].base = entry
      case "2": conflicts[path, default: Stages()].ours = entry
      default: conflicts[path, default: Stages()].theirs = entry
      }
    }
    return (String(decoding: tree, as: UTF8.self), conflicts)
  }

  /// The path of a file that git moved out of a folder's way, and whose it is: it gets the commit's number behind it.
  private func original(of path: [UInt8]) -> (path: [UInt8], side: ConflictCopy.Side)? {
    for (commit, side) in [(ours, ConflictCopy.Side.ours), (theirs, .theirs)] {
      let suffix = Array("~\(commit)".utf8)
      if path.count > suffix.count, path.suffix(suffix.count).elementsEqual(suffix) {
        return (Array(path.dropLast(suffix.count)), side)
      }
    }
    return nil
  }

  // MARK: Notes

  /// The object of a note in which nothing is open; nil for what is no note, or has something open.
  private func mergedNote(
    _ path: [UInt8], _ base: GitEntry, _ ours: GitEntry, _ theirs: GitEntry, _ settings: MergeSettings
  ) throws -> String? {
    guard isNote(path, base, ours, theirs) else { return nil }
    let texts = try repository.texts(of: [base, ours, theirs].map { Array($0.object.utf8) }).compactMap(\.self)
    // A base that a merge was open in says nothing of what either side changed.
    guard texts.count == 3, LeftConflict.all(in: texts[0], countingCode: true).isEmpty,
      !texts.contains(where: { $0.contains(0) })
    else { return nil }
    // Attributes are asked for the vault's files alone.
    let appends = try repository.path(of: path).map { try repository.appends($0) } ?? false
    let options = settings.options(appends: appends, vault.parsingOptions.statuses)
    let merged = NoteMerge.merge(base: texts[0], ours: texts[1], theirs: texts[2], options)
    return try merged.text.map { try actions.object(holding: $0) }
  }

  /// True for a note of which a text was chosen: where it is not that of these versions, it is asked for once more.
  private func isChosen(_ path: [UInt8]) -> Bool {
    guard let place = repository.path(of: path) else { return false }
    return chosen.contains { $0.path == place }
  }

  private func isNote(_ path: [UInt8], _ base: GitEntry, _ ours: GitEntry, _ theirs: GitEntry) -> Bool {
    NotePath(bytes: path).isNote && [base, ours, theirs].allSatisfy(\.isFile)
      && (ours.mode == theirs.mode || base.mode == theirs.mode)
  }

  /// What a person has chosen of just these versions; nil where there is nothing.
  private func chosenNote(_ path: [UInt8], _ sides: SyncOutcome.Sides) throws -> String? {
    guard let place = repository.path(of: path),
      let settled = chosen.last(where: { $0.path == place && $0.sides == sides })
    else { return nil }
    return try actions.object(holding: settled.text)
  }

  /// True for the file of settings as it is made where there is none: what others have set counts.
  private func isUntouchedConfiguration(_ path: [UInt8], _ entry: GitEntry) throws -> Bool {
    guard repository.path(of: path)?.text == ConfigurationFile.relativePath else { return false }
    return try repository.texts(of: [Array(entry.object.utf8)])[0] == Array(ConfigurationTemplate.text().utf8)
  }

  /// True for a version that neither side has, which git made of two files and left open.
  private func hasMarks(_ entry: GitEntry, at path: [UInt8], _ entries: [[UInt8]: GitEntry]) throws -> Bool {
    if entries[path]?.object == entry.object { return false }
    guard let text = try repository.texts(of: [Array(entry.object.utf8)])[0] else { return true }
    return !LeftConflict.all(in: text, countingCode: true).isEmpty
  }

  /// Line by line, front matter may come out with a key twice: what git has merged cleanly is looked at as well.
  private func settleFrontMatter(
    of tree: String, except open: Set<[UInt8]>, _ settings: MergeSettings, _ settled: inout [Entry],
    _ leave: ([UInt8], SyncOutcome.Conflict.Kind, SyncOutcome.Sides?) -> Void
  ) throws {
    let here = try repository.differences(from: ours, to: tree).filter { NotePath(bytes: $0.path).isNote }
    let there = Set(try repository.differences(from: theirs, to: tree).map(\.path))
    for change in here where there.contains(change.path) && !open.contains(change.path) {
      guard let mine = change.old, let made = change.new else { continue }
      let versions = try [base, theirs].map { try repository.entry(at: change.path, in: $0) }
      guard let former = versions[0], let other = versions[1] else { continue }
      let texts = try repository.texts(of: [former, mine, other, made].map { Array($0.object.utf8) }).compactMap(\.self)
      guard texts.count == 4,
        !NoteMerge.leavesFrontMatterReadable(texts[3], base: texts[0], ours: texts[1], theirs: texts[2])
      else { continue }
      let sides = SyncOutcome.Sides(base: former.object, ours: mine.object, theirs: other.object)
      guard
        let object = try chosenNote(change.path, sides) ?? mergedNote(change.path, former, mine, other, settings)
      else {
        leave(change.path, .edited, isNote(change.path, former, mine, other) ? sides : nil)
        continue
      }
      settled.append((change.path, GitEntry(mode: made.mode, object: object)))
    }
  }
}

extension GitRepository {
  /// Nil where a commit does not have the file.
  fileprivate func entry(at path: [UInt8], in commit: String) throws -> GitEntry? {
    guard let path = String(validating: path, as: UTF8.self) else { return nil }
    let answer = try git.read(["ls-tree", "-z", "--full-tree", commit, "--", path])
    guard let tab = answer.firstIndex(of: 0x09) else { return nil }
    let words = answer[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    return words.count == 3 ? GitEntry(mode: words[0], object: words[2]) : nil
  }
}
