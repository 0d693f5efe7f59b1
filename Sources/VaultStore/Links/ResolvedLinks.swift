import VaultCore

/// Which notes the notes of a snapshot link to. What was resolved once is remembered, so that many notes can be asked
/// about one after the other.
final class ResolvedLinks {
  private let snapshot: any VaultSnapshot
  private let resolver: LinkResolver
  private var targetsOfNote: [Int: [Int]] = [:]
  private var numbers: [NotePath: Int?] = [:]
  private var resolved: [Written: NotePath?] = [:]

  /// All that the resolver looks at: the same link leads to the same file from every note of a folder, but for a link
  /// into the note itself.
  private struct Written: Hashable {
    var target: String
    var kind: Link.Kind
    var folder: String
  }

  /// `heads`: of the notes that are known already.
  init(_ reader: VaultReader, heads: [NoteHead] = []) throws {
    snapshot = try reader.snapshot
    resolver = LinkResolver(snapshot.directory)
    numbers = Dictionary(heads.map { ($0.path, $0.id) }) { first, _ in first }
  }

  /// The numbers of the notes that a note links to, itself left out, each once, ascending.
  func targets(of note: Int, at path: NotePath) throws -> [Int] {
    if let known = targetsOfNote[note] { return known }
    var found: Set<Int> = []
    try forEachTarget(of: note, at: path) { found.insert($0) }
    let targets = found.sorted()
    targetsOfNote[note] = targets
    return targets
  }

  /// Calls `body` with each note that a note links to, itself left out, as often as it does. `isWanted` says which links
  /// are worth resolving.
  func forEachTarget(
    of note: Int, at path: NotePath, where isWanted: (Link) -> Bool = { _ in true }, _ body: (Int) -> Void
  ) throws {
    try forEachLink(of: note, at: path, where: isWanted) { _, target in body(target) }
  }

  /// The same with the links.
  func forEachLink(
    of note: Int, at path: NotePath, where isWanted: (Link) -> Bool, _ body: (Link, _ target: Int) -> Void
  ) throws {
    let folder = path.folder
    for link in try snapshot.links(of: note) where isWanted(link) {
      if let target = target(of: link, in: path, folder), target != path, let number = try number(of: target) {
        body(link, number)
      }
    }
  }

  /// The notes among these that link to another, which is left out.
  func notes(among candidates: IDSet, linkingTo target: Int) throws -> IDSet {
    var found = IDSet()
    for head in try snapshot.heads(of: candidates) where head.id != target {
      if try targets(of: head.id, at: head.path).contains(target) { found.insert(head.id) }
    }
    return found
  }

  private func target(of link: Link, in path: NotePath, _ folder: String) -> NotePath? {
    let written = Written(target: link.target, kind: link.kind, folder: folder)
    if let known = resolved[written] { return known }
    let target = resolver.resolve(target: link.target, kind: link.kind, from: path).path
    if target != path { resolved[written] = .some(target) }
    return target
  }

  /// Returns nil for a file that is no note.
  private func number(of path: NotePath) throws -> Int? {
    if let known = numbers[path] { return known }
    let number = path.isNote ? try snapshot.note(at: path) : nil
    numbers[path] = .some(number)
    return number
  }
}
