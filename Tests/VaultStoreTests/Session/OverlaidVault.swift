import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A vault on the disk, and texts that an editor has of some of its notes.
struct OverlaidVault {
  let folder: TemporaryFolder
  let test: VaultUnderTest
  private(set) var overlays: [Overlay] = []

  /// Seconds since 1970, long before the texts of the editor were written.
  private static let savedAt: Int64 = 1_772_000_000

  init(_ files: [String: [UInt8]], _ texts: [String: [UInt8]]) throws {
    folder = try TemporaryFolder()
    for (path, bytes) in files {
      try folder.write(bytes, to: path)
      try folder.setModificationTime(Self.savedAt * 1_000_000_000, of: path)
    }
    test = try VaultUnderTest(folder)
    for (number, (path, bytes)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
      overlays.append(
        Overlay(
          path: NotePath(path), bytes: bytes, version: number,
          modified: (Self.savedAt + 86_400 * Int64(1 + number % 20)) * 1_000))
    }
  }

  init(_ files: [String: String], _ texts: [String: String]) throws {
    try self.init(files.mapValues { Array($0.utf8) }, texts.mapValues { Array($0.utf8) })
  }

  func vault(noIndex: Bool = false) throws -> OpenVault {
    let vault = try test.vault(noIndex: noIndex)
    return OpenVault(vault: vault.vault.overlaid(by: overlays), listener: vault.listener)
  }

  /// Saves what the editor has.
  func save() throws {
    for overlay in overlays {
      try folder.write(overlay.bytes, to: overlay.path.text)
      try folder.setModificationTime(overlay.modified * 1_000_000, of: overlay.path.text)
    }
  }

  /// Queries that say something about the notes as they are saved and as the editor has them, and names from both.
  func questions(queries count: Int, names nameCount: Int, seed: UInt64) throws -> EveryAnswer {
    var notes: [(record: NoteRecord, text: String)] = []
    var handles: Set<String> = []
    for vault in [try test.vault(noIndex: true), try vault(noIndex: true)] {
      try vault.read { reader throws in
        for record in try reader.snapshot.records(of: reader.snapshot.universe.ids) {
          guard case .bytes(let bytes) = try NoteReader(reader.pipeline).read(record.path).content else { continue }
          notes.append((record, String(decoding: bytes, as: UTF8.self)))
        }
        try reader.snapshot.forEachTask(openOnly: false) { handles.insert($1.handle) }
      }
    }
    var random = SeededGenerator(seed: seed)
    var generator = try RandomQueries(notes: notes, seed: seed)
    var queries: [(text: String, query: Query)] = [("", Query())]
    for _ in 0..<count {
      let text = generator.next()
      queries.append((text, try test.query(text)))
    }
    // Words on their own, one of them misspelled.
    for text in generator.material.words.shuffled(using: &random).prefix(4).flatMap({ [$0, $0 + "q"] }) {
      queries.append((text, try test.query("\"\(text.replacing("\"", with: ""))\"")))
    }
    let names = notes.flatMap { record, _ in
      [record.path.text, record.path.stem.uppercased(), record.title] + record.aliases + [record.title + "qx"]
    }
    return EveryAnswer(
      queries: queries, names: Array(Array(Set(names)).sorted().shuffled(using: &random).prefix(nameCount)),
      handles: handles.sorted())
  }

  /// Says where the answers over the saved notes and the editor's texts differ from those after saving.
  func expectAnswersAsSaved(
    queries: Int, names: Int, seed: UInt64, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let questions = try questions(queries: queries, names: names, seed: seed)
    let overIndex = try vault().read { reader throws in
      #expect(try reader.snapshot is OverlaidSnapshot, sourceLocation: sourceLocation)
      return questions.asked(of: reader)
    }
    let overFiles = try vault(noIndex: true).read { questions.asked(of: $0) }
    try save()
    let saved = try test.vault(noIndex: true).read { reader throws in
      #expect(try reader.snapshot is FileSnapshot, sourceLocation: sourceLocation)
      return questions.asked(of: reader)
    }
    for (way, answers) in [("index", overIndex), ("files", overFiles)] {
      if let difference = EveryAnswer.difference(answers, saved) {
        Issue.record("seed \(seed), over the \(way)\n\(difference)", sourceLocation: sourceLocation)
      }
    }
    let count = saved.count { $0.lines.count > 1 }
    #expect(count > saved.count / 15, "few questions have an answer", sourceLocation: sourceLocation)
  }
}

func expectChangeError(
  _ path: NotePath, _ cause: ChangeError.Cause, sourceLocation: Testing.SourceLocation = #_sourceLocation,
  _ body: () throws -> Any
) {
  let error = #expect(throws: ChangeError.self, sourceLocation: sourceLocation) { _ = try body() }
  #expect(error?.path == path && error?.cause == cause, sourceLocation: sourceLocation)
}
