import GRDB
import VaultCore

/// The vault's names, looked up in the index one at a time, and all at once when there is no end to it.
///
/// The protocol has no way to fail: a damaged index shows at the next query that can say so.
final class IndexLinkDirectory: LinkDirectory {
  private let db: Database
  private lazy var notesByKey = Result { try IndexStatement(db, "SELECT path FROM note WHERE key = ?1") }
  private lazy var filesByKey = Result { try IndexStatement(db, Self.files + " WHERE key = ?1") }
  private lazy var notesByAlias = Result {
    try IndexStatement(db, "SELECT path FROM alias JOIN note ON note.id = alias.note WHERE alias.key = ?1")
  }
  private(set) var failure: (any Error)?
  /// The same few names are asked for over and over when a note with many backlinks moves.
  private var known: [String: [NotePath]] = [:]
  private var knownAliases: [String: [NotePath]] = [:]
  /// The paths of the files of a name that very many have, by their keys.
  private var knownPaths: [String: [String: [NotePath]]] = [:]
  private static let fewNamesakes = 8
  /// True when a name that is not known is none.
  private var knowsAll = false
  /// More names than this are not looked up one at a time: reading all of them takes less, then.
  private static let mostLookups = 2_000

  let findsParts: Bool
  private lazy var parts = PathParts(notePaths())

  init(_ db: Database, findsParts: Bool) {
    self.db = db
    self.findsParts = findsParts
  }

  private struct EndedError: Error {}

  /// Lets go of the connection. Nothing may be looked up any more.
  func end() {
    notesByKey = .failure(EndedError())
    filesByKey = .failure(EndedError())
    notesByAlias = .failure(EndedError())
  }

  /// The paths of the files that are no notes.
  static let files =
    "SELECT CASE length(folder.path) WHEN 0 THEN name ELSE CAST(folder.path || '/' || name AS BLOB) END FROM file "
    + "JOIN folder ON folder.id = file.folder"

  func exact(foldedPath: String) -> [NotePath] {
    let name = NotePath(foldedPath).name
    if let known = knownPaths[name] { return known[foldedPath] ?? [] }
    let namesakes = named(foldedName: name)
    if namesakes.count > Self.fewNamesakes {
      let paths = Dictionary(grouping: namesakes) { LinkResolver.key($0.text) }
      knownPaths[name] = paths
      return paths[foldedPath] ?? []
    }
    return namesakes.filter { LinkResolver.key($0.text) == foldedPath }
  }

  func named(foldedName: String) -> [NotePath] {
    if let paths = known[foldedName] { return paths }
    if !knowsAll, known.count >= Self.mostLookups { readAll() }
    if knowsAll { return known[foldedName] ?? [] }
    let stem = NotePath.stem(of: foldedName)
    let notes = paths(notesByKey, stem).filter { LinkResolver.key($0.name) == foldedName }
    let found = (notes + paths(filesByKey, foldedName)).sorted()
    known[foldedName] = found
    return found
  }

  private func readAll() {
    var all: [String: [NotePath]] = [:]
    do {
      for sql in ["SELECT path FROM note", Self.files] {
        let rows = try IndexStatement(db, sql)
        while try rows.step() {
          let path = NotePath(bytes: rows.bytes(0))
          all[LinkResolver.key(path.name), default: []].append(path)
        }
      }
    } catch {
      failure = error
    }
    for (name, paths) in all where paths.count > 1 { all[name] = paths.sorted() }
    known = all
    knowsAll = true
  }

  func aliased(foldedAlias: String) -> [NotePath] {
    if let paths = knownAliases[foldedAlias] { return paths }
    let found = paths(notesByAlias, foldedAlias).sorted()
    knownAliases[foldedAlias] = found
    return found
  }

  func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    findsParts ? parts.notes(with: part, where: isWanted) : []
  }

  private func notePaths() -> [NotePath] {
    var paths: [NotePath] = []
    do {
      let rows = try IndexStatement(db, "SELECT path FROM note")
      while try rows.step() { paths.append(NotePath(bytes: rows.bytes(0))) }
    } catch {
      failure = error
    }
    return paths
  }

  private func paths(_ statement: Result<IndexStatement, any Error>, _ key: String) -> [NotePath] {
    var paths: [NotePath] = []
    do {
      let statement = try statement.get()
      statement.bind(key)
      defer { statement.reset() }
      while try statement.step() { paths.append(NotePath(bytes: statement.bytes(0))) }
    } catch {
      failure = error
    }
    return paths
  }
}
