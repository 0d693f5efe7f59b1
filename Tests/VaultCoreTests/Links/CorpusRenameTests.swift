import Foundation
import Testing
import VaultTestSupport

@testable import VaultCore

/// Notes of real vaults renamed and moved in memory, one at a time, with every link of the vault checked. Skipped where
/// there are none.
@Suite struct CorpusRenameTests {
  private static let vaults = ["obsidian-hub", "kepano-obsidian", "obsidian-tasks-demo"].compactMap {
    RepositoryPlaces.corpusVault($0)
  }
  private static let runs = ProcessInfo.processInfo.environment["VAULT_SOAK"] == nil ? 4 : 200

  @Test(arguments: vaults) func everyLinkFollows(_ vault: String) throws {
    let folder = URL(fileURLWithPath: vault)
    let loaded = try LoadedVault(folder)
    var random = SeededGenerator(seed: 11)
    var changed = 0
    for _ in 0..<Self.runs {
      let path = random.pick(loaded.notes).path
      let name = random.pick(["New name \(random.below(100))", "\u{6F22}\u{5B57}", "it's (new)", path.stem])
      let place = random.pick([path.folder, path.folder, "", "Moved", "a b/c"])
      let new = NotePath((place.isEmpty ? "" : place + "/") + name + ".md")
      guard new != path, loaded.directory.exact(foldedPath: LinkResolver.key(new.text)).isEmpty else { continue }
      changed += try loaded.check([path: new])
    }
    #expect(changed > 0 || loaded.notes.count < 200)
  }

  @Test(arguments: vaults) func wholeFoldersMove(_ vault: String) throws {
    let loaded = try LoadedVault(URL(fileURLWithPath: vault))
    var random = SeededGenerator(seed: 12)
    for _ in 0..<(Self.runs / 4) {
      let folder = random.pick(loaded.notes).path.folder
      guard !folder.isEmpty else { continue }
      var moves: [NotePath: NotePath] = [:]
      for path in loaded.paths where path.text.hasPrefix(folder + "/") {
        moves[path] = NotePath("Moved here" + path.text.dropFirst(folder.count))
      }
      _ = try loaded.check(moves)
    }
  }
}

/// A vault read once, for many moves.
private final class LoadedVault {
  let notes: [(path: NotePath, bytes: [UInt8], note: Note)]
  let paths: [NotePath]
  let directory: InMemoryLinkDirectory
  private let aliases: [(alias: String, path: NotePath)]
  /// What each note's links lead to, parallel to `notes` and their links.
  private let targets: [[NotePath?]]
  private var parser = NoteParser()

  init(_ folder: URL) throws {
    var parser = NoteParser()
    notes = try Corpus.notes(in: folder).map { path in
      let bytes = try Corpus.read(path, in: folder).bytes
      return (
        NotePath(path), bytes,
        bytes.withUnsafeBufferPointer { parser.parse($0, path: NotePath(path), modified: 0).note }
      )
    }
    paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".git/") }
      .filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: folder.path + "/" + path, isDirectory: &isFolder)
          && !isFolder.boolValue
      }.map { NotePath($0) }.sorted()
    aliases = notes.flatMap { note in note.note.aliases.map { ($0, note.path) } }
    directory = InMemoryLinkDirectory(paths: paths, aliases: aliases)
    let resolver = LinkResolver(directory)
    targets = notes.map { note in
      note.note.links.map { resolver.resolve(target: $0.target, kind: $0.kind, from: note.path).path }
    }
  }

  /// How many links changed. Records an issue for each that leads elsewhere.
  func check(_ moves: [NotePath: NotePath]) throws -> Int {
    let moved = InMemoryLinkDirectory(
      paths: paths.map { moves[$0] ?? $0 }, aliases: aliases.map { ($0.alias, moves[$0.path] ?? $0.path) })
    let new = LinkResolver(moved)
    let rewriter = LinkRewriter(
      before: directory, after: MovedLinkDirectory(before: directory, moves: moves), moves: moves)
    var changed = 0
    for ((path, bytes, note), targets) in zip(notes, targets) {
      let edits = try rewriter.edits(for: note, in: bytes)
      changed += edits.count
      let source = moves[path] ?? path
      var links = note.links
      if !edits.isEmpty {
        let text = try edits.applied(to: bytes)
        links = text.withUnsafeBufferPointer { parser.parse($0, path: source, modified: 0).note.links }
        #expect(links.count == note.links.count, "\(path)")
      }
      for (index, (a, b)) in zip(note.links, links).enumerated() where !a.isExternal {
        guard let was = targets[index] else {
          #expect(a.target.utf8.elementsEqual(b.target.utf8), "\(path)")
          continue
        }
        let now = new.resolve(target: b.target, kind: b.kind, from: source).path
        #expect(now == moves[was] ?? was, "\(path): \(a.target) is now \(b.target)")
      }
    }
    return changed
  }
}
