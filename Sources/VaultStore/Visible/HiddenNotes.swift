import Foundation
import Synchronization
import VaultCore

/// The notes and other files of one state of a vault that may not be seen.
struct HiddenNotes: Sendable {
  /// By their numbers in a look at all notes of that state.
  private(set) var ids = IDSet()
  private(set) var notes: Set<NotePath> = []
  /// Files that are no notes.
  private(set) var files: Set<NotePath> = []
  /// The length of the notes' bodies.
  private(set) var bodyBytes = 0
  private let visible: VisibleVault
  /// The folders whose notes are all hidden, those of the folders in them included; the root's path is empty.
  private var folders: Set<NotePath> = []
  /// The files in them that show all the same.
  private var shownFiles: Set<NotePath> = []

  /// True where every note and file shows.
  var isNothing: Bool { notes.isEmpty && files.isEmpty && folders.isEmpty }

  /// True for the path of a hidden note or file, and for what is neither and lies where nothing shows.
  func hides(_ path: NotePath) -> Bool {
    !visible.reads(path) || Self.isOfPrograms(path) || notes.contains(path) || files.contains(path)
      || isInHiddenFolder(path) && !shownFiles.contains(path)
  }

  /// The same for a folder, which shows for the files in it.
  func hides(folder path: NotePath) -> Bool {
    let isAbove = visible.readIn.contains { $0.isBelow(path) }
    return !isAbove && !visible.reads(path) || Self.isOfPrograms(path)
      || isInHiddenFolder(path) && !shownFiles.contains { $0.isBelow(path) }
  }

  /// True for what lies in a folder of programs, such as the trash. Templates are people's.
  private static func isOfPrograms(_ path: NotePath) -> Bool {
    path.isHidden && !path.isBelow(NotePath(VaultReader.ownTemplates))
  }

  /// How many hidden notes and files lie at a path or below it.
  func count(at path: NotePath) -> Int { notes.union(files).count { $0 == path || $0.isBelow(path) } }

  private func isInHiddenFolder(_ path: NotePath) -> Bool {
    guard !folders.isEmpty else { return false }
    return folders.contains(NotePath("")) || folders.contains(path) || path.ancestors.contains(where: folders.contains)
  }

  // MARK: Finding them

  /// `reader`: a look at all notes. Throws `UnknownVisibilityError` where the query cannot be asked.
  init(_ visible: VisibleVault, _ hide: QueryTexts?, _ reader: VaultReader) throws {
    self.visible = visible
    let snapshot = try reader.snapshot
    if hide == nil, visible.readIn.isEmpty, visible.leftOut.isEmpty, try reader.symbolicLinks().isEmpty { return }
    let heads = try snapshot.heads(of: snapshot.universe)
    let found = try hide.map { try Self.notes(hiddenBy: $0, reader) } ?? IDSet()
    for head in heads where found.contains(head.id) || !visible.reads(head.path) {
      ids.insert(head.id)
      notes.insert(head.path)
      bodyBytes += head.bodyBytes
    }
    let others = try snapshot.files()
    files = Set(others.filter { !visible.reads($0) })
    if hide != nil {
      findFolders(heads)
      try findFiles(others, heads, found, snapshot)
    }
    try followLinks(heads, reader)
  }

  private mutating func findFiles(
    _ others: [NotePath], _ heads: [NoteHead], _ found: IDSet, _ snapshot: any VaultSnapshot
  ) throws {
    let (named, namedByHidden) = try Self.names(others, in: heads, found, snapshot, without: notes.union(files))
    for file in others where visible.reads(file) {
      let isInHiddenFolder = isInHiddenFolder(file)
      if named.contains(file) {
        if isInHiddenFolder { shownFiles.insert(file) }
      } else if isInHiddenFolder || namedByHidden.contains(file) {
        files.insert(file)
      }
    }
  }

  /// Hides each symbolic link that leads to something hidden: it would show what that holds.
  private mutating func followLinks(_ heads: [NoteHead], _ reader: VaultReader) throws {
    let links = try reader.symbolicLinks().filter { !hides($0) }
    guard !links.isEmpty else { return }
    let tree = try VaultTree(root: reader.location.root)
    let linked = Set(
      try links.filter { link in
        do { return hides(try tree.resolvedPlace(link).path) } catch let error as ChangeError {
          // One that leads nowhere just now may lead anywhere in a moment.
          try ShortageError.check("what may be seen cannot be told", error)
          return true
        }
      })
    files.formUnion(try reader.snapshot.files().filter(linked.contains))
    shownFiles.subtract(linked)
    for head in heads where linked.contains(head.path) {
      ids.insert(head.id)
      notes.insert(head.path)
      bodyBytes += head.bodyBytes
    }
  }

  private static func notes(hiddenBy hide: QueryTexts, _ reader: VaultReader) throws -> IDSet {
    var found: IDSet
    do { found = try reader.select(hide).notes } catch let error as QueryError {
      throw UnknownVisibilityError(reason: error.description)
    }
    let asksOnlyForPaths = hide.root?.terms.allSatisfy { term in
      if case .named(.path, _) = term.predicate {
        true
      } else if case .named(.file, _) = term.predicate {
        true
      } else {
        false
      }
    }
    if asksOnlyForPaths != true {
      let snapshot = try reader.snapshot
      for path in try snapshot.unread() + snapshot.partlyRead() {
        if let id = try snapshot.note(at: path) { found.insert(id) }
      }
    }
    return found
  }

  private mutating func findFolders(_ heads: [NoteHead]) {
    func folders(of path: NotePath) -> [NotePath] { path.ancestors + [NotePath("")] }
    var shown: Set<NotePath> = []
    for head in heads where !ids.contains(head.id) {
      // Those above one that is known are known.
      for folder in folders(of: head.path) { guard shown.insert(folder).inserted else { break } }
    }
    for head in heads where ids.contains(head.id) && visible.reads(head.path) {
      for folder in folders(of: head.path) {
        guard !shown.contains(folder), self.folders.insert(folder).inserted else { break }
      }
    }
  }

  /// The files that visible notes lead to, when the hidden ones are not there, and those that the notes that were `found`
  /// lead to as all is.
  private static func names(
    _ files: [NotePath], in heads: [NoteHead], _ found: IDSet, _ snapshot: any VaultSnapshot,
    without hidden: Set<NotePath>
  ) throws -> (byVisible: Set<NotePath>, byHidden: Set<NotePath>) {
    let keys = Set(files.flatMap { LinkKey.all(to: $0, aliases: []) }.map(LinkKey.number))
    var linking = IDSet()
    try snapshot.forEachLinkKey { key, note in
      if keys.contains(key) { linking.insert(note) }
    }
    let all = LinkResolver(snapshot.directory)
    let rest = LinkResolver(RemainingLinkDirectory(before: snapshot.directory, without: hidden))
    var (byVisible, byHidden): (Set<NotePath>, Set<NotePath>) = ([], [])
    for head in heads where linking.contains(head.id) {
      let isFound = found.contains(head.id)
      guard isFound || !hidden.contains(head.path) else { continue }
      for link in try snapshot.links(of: head.id) {
        let resolver = isFound ? all : rest
        guard let file = resolver.resolve(target: link.target, kind: link.kind, from: head.path).path, !file.isNote
        else {
          continue
        }
        if isFound { byHidden.insert(file) } else { byVisible.insert(file) }
      }
    }
    return (byVisible, byHidden)
  }
}

/// What is hidden in the state of a vault that was asked about last, so that not every question has to find it out.
final class KnownHiddenNotes: Sendable {
  /// All that it depends on.
  struct State: Equatable {
    var visible: VisibleVault
    var index: Int64
    var generation: Int64
    var configuration: Configuration
    var overlays: [Overlay]
    var today: CivilDate
    var timeZone: TimeZone
  }

  private let known = Mutex<(state: State, hidden: HiddenNotes)?>(nil)

  /// `state`: nil where nothing tells one from another.
  func hidden(in state: State?, _ find: () throws -> HiddenNotes) throws -> HiddenNotes {
    if let state, let known = known.withLock({ $0 }), known.state == state { return known.hidden }
    let hidden = try find()
    if let state { known.withLock { $0 = (state, hidden) } }
    return hidden
  }
}
