import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// The law of what may be seen: a vault of which notes are hidden answers every question as the vault does from which they
/// are gone.
struct VisibleTruthTests {
  private static let isLong = ProcessInfo.processInfo.environment["VAULT_SOAK"] != nil
  private static let seeds = Array(0..<UInt64(isLong ? 400 : 4))

  private static let attachments = [
    "file 2.png", "a/pic.png", "B/scan.pdf", "a/b/scan.pdf", "library/book.pdf", "projects/x/plan.png", "c/pic.png",
  ]

  @Test(arguments: seeds) func hiddenNotesAreAsGoodAsGone(_ seed: UInt64) throws {
    var random = RandomNotes(seed: 90_000 + seed)
    var files: [String: [UInt8]] = Dictionary(uniqueKeysWithValues: Self.attachments.map { ($0, [1]) })
    files[".vault/config.yaml"] = seed % 4 == 1 ? Array("max_file_size: 300\n".utf8) : []
    for _ in 0..<14 + random.below(9) {
      guard let path = random.path() else { break }
      var text = random.text()
      for _ in 0..<random.below(3) {
        let name = Self.attachments[random.below(Self.attachments.count)]
        text += Array((random.below(2) == 0 ? "![[\(name)]]\n" : "see [[\(NotePath(name).name)]]\n").utf8)
      }
      files[path] = text
    }
    // A query that cannot hide is refused, and one that hides nothing or everything says little; the next one may do.
    for attempt in 0..<60 as Range<UInt64> {
      let readIn = [[], [], [], ["a"], ["a", "projects", "B"], ["a/b", "d", "library"]][random.below(6)]
      let hide = random.below(5) == 0 && !readIn.isEmpty ? nil : try query(files, seed: seed * 100 + attempt)
      let vault: FilteredVault
      do { vault = try FilteredVault(files, readIn: readIn, hide: hide) } catch is VisibleVaultError { continue }
      // One that asks for what is not there, or takes too long, is found out when it is asked.
      do {
        let shown = try vault.vault(noIndex: true).read { try $0.snapshot.noteCount }
        let all = try vault.whole(noIndex: true).read { try $0.snapshot.noteCount }
        guard shown > 0, shown < all else { continue }
      } catch is UnknownVisibilityError { continue }
      return try expectLaw(vault, seed: seed)
    }
    Issue.record("seed \(seed): no query that hides")
  }

  /// Most say something about some of the notes.
  private func query(_ files: [String: [UInt8]], seed: UInt64) throws -> String {
    var random = SeededGenerator(seed: seed)
    let plain = [
      "#work", "path:a/", "tag:x/y OR tag:only1", "word1", "word3 OR word4", "is:orphan", "has:task", "-has:link",
      "path:B/",
      "path:a/ OR path:c/", "~README", "title:Plan OR alias:nick", "[status:draft]", "is:blocked",
      "updated:<2026-01-01",
      "links:x", "/word[246]/", "has:warning", "section:(word1)",
    ]
    if random.below(2) == 0 { return random.pick(plain) }
    let whole = try FilteredVault(files)
    return try whole.whole(noIndex: true).read { reader in
      let records = try reader.snapshot.records(of: reader.snapshot.universe.ids)
      let notes = records.map { (record: $0, text: String(decoding: files[$0.path.text] ?? [], as: UTF8.self)) }
      var queries = try RandomQueries(notes: notes, seed: seed)
      return queries.next()
    }
  }

  private func expectLaw(_ vault: FilteredVault, seed: UInt64) throws {
    let whole = try vault.whole(noIndex: true)
    let reference = try HiddenReference(vault)
    let questions = try EveryAnswer(
      about: [whole], vault.test, queries: Self.isLong ? 30 : 8, names: 16, seed: seed)
    func asked(_ open: OpenVault) throws -> [EveryAnswer.Answer] {
      try open.read { questions.asked(of: $0) + [try Self.handles($0)] }
    }
    let overIndex = try asked(vault.vault())
    let overFiles = try asked(vault.vault(noIndex: true))
    // Once more, so that what is known of the state serves, and with an index that knows of changes.
    let again = try asked(vault.vault())

    try reference.remove(from: vault.folder)
    let plain = try asked(vault.whole(noIndex: true))
    let hint =
      "seed \(seed), read in \(vault.visible.readIn), hide \(vault.visible.hide ?? "nothing"): "
      + "hidden \(reference.notes.map(\.text).sorted()) \(reference.files.map(\.text).sorted())"
    for (way, answers) in [("index", overIndex), ("files", overFiles), ("index once more", again)] {
      if let difference = EveryAnswer.difference(answers, plain) {
        Issue.record("\(hint), over the \(way)\n\(difference)")
      }
    }
  }

  /// As much as is shown of each handle.
  private static func handles(_ reader: VaultReader) throws -> EveryAnswer.Answer {
    let tasks = try reader.tasks(Query(), scope: .all).tasks
    return ("handles", tasks.map { "\($0.task.path):\($0.task.line) \($0.shortHandle)" }.sorted())
  }
}

/// What is hidden, found out the long way.
private struct HiddenReference {
  private(set) var notes: Set<NotePath> = []
  private(set) var files: Set<NotePath> = []

  init(_ vault: FilteredVault) throws {
    let visible = vault.visible
    func isOutside(_ path: NotePath) -> Bool {
      !visible.readIn.isEmpty && !visible.readIn.contains { path.isBelow($0) }
    }
    func targets(of note: NotePath, _ reader: VaultReader) throws -> [NotePath] {
      try reader.links(of: [note], reader).compactMap(\.resolved).filter { !$0.isNote }
    }
    var found: Set<NotePath> = []
    var namedByHidden: Set<NotePath> = []
    let (all, others) = try vault.whole(noIndex: true).read { reader in
      if let hide = visible.hide {
        let query = try vault.test.query(hide)
        var asked = query
        asked.limit = nil
        found = Set(try reader.list(asked).records.map(\.path))
        let isOfPaths = query.terms.allSatisfy {
          switch $0.predicate {
          case .named(.path, _), .named(.file, _): true
          default: false
          }
        }
        if !isOfPaths { found.formUnion(try reader.snapshot.unread() + reader.snapshot.partlyRead()) }
        for note in found { namedByHidden.formUnion(try targets(of: note, reader)) }
      }
      return (Set(try reader.list(Query()).records.map(\.path)), Set(try reader.attachments()))
    }
    notes = found.union(all.filter(isOutside))
    files = others.filter(isOutside)
    guard visible.hide != nil else { return }

    // A copy without the hidden notes tells what the others lead to.
    let copy = try TemporaryFolder()
    for path in all.union(others).subtracting(notes).subtracting(files) {
      try copy.write(vault.folder.bytes(of: path.text), to: path.text)
    }
    try copy.write(vault.folder.bytes(of: ".vault/config.yaml"), to: ".vault/config.yaml")
    let named = try VaultUnderTest(copy).vault(noIndex: true).read { reader in
      Set(try all.subtracting(notes).flatMap { try targets(of: $0, reader) })
    }
    for file in others.subtracting(files).subtracting(named) {
      let isAmongHidden = (file.ancestors + [NotePath("")]).contains { folder in
        let below = all.filter { !isOutside($0) && (folder.text.isEmpty || $0.isBelow(folder)) }
        return !below.isEmpty && below.isSubset(of: notes)
      }
      if isAmongHidden || namedByHidden.contains(file) { files.insert(file) }
    }
  }

  func remove(from folder: TemporaryFolder) throws {
    for path in notes.union(files) { try folder.remove(path.text) }
  }
}

extension VaultReader {
  /// The links of notes by path, but for external ones.
  fileprivate func links(of paths: [NotePath], _ reader: VaultReader) throws -> [NoteLink] {
    try links(of: IDSet(paths.compactMap { try snapshot.note(at: $0) })) { _ in true }
  }
}
