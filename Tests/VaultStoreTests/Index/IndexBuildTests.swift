import Foundation
import GRDB
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct IndexBuildTests {
  private let folder: TemporaryFolder
  private let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    test = try VaultUnderTest(folder)
    for number in 0..<100 {
      try folder.write(
        "---\ntags: [t\(number % 7)]\n---\n# Note \(number)\n\nword\(number) [[\(number / 2)]]\n- [ ] task \(number)\n",
        to: "\(number % 5)/\(number).md")
    }
  }

  private func refresh(_ progress: @escaping (Int, Int) -> Void = { _, _ in }) throws -> IndexRefresh {
    let vault = try test.vault()
    let pending = PendingScan(vault.scanner)
    // As if the notes had been left alone for a while, so that their stamps are believed.
    return IndexRefresh(
      scan: try pending.wait(), checkedAt: pending.startedAt + 10_000_000_000, pipeline: vault.pipeline,
      progress: progress)
  }

  private func build(_ name: String, parsing: String? = nil) throws -> IndexBuild {
    var build = try IndexBuild(
      path: test.cache.absolute(name), root: folder.path, parsing: parsing ?? test.vault().parsingFingerprint)
    build.keepEvery = 20
    return build
  }

  /// Leaves beside `name` what a build leaves that is killed when `notes` notes have been written.
  private func kill(at notes: Int, _ name: String) throws {
    let source = test.cache.absolute("killed.sqlite.new")
    let target = test.cache.absolute(name + ".new")
    _ = try build("killed.sqlite").run(
      refresh { done, _ in
        guard done == notes else { return }
        for suffix in ["", "-journal"] where FileManager.default.fileExists(atPath: source + suffix) {
          do {
            try FileManager.default.copyItem(atPath: source + suffix, toPath: target + suffix)
          } catch {
            Issue.record(error)
          }
        }
      }, continues: false)
  }

  private func fresh() throws -> [String] {
    _ = try build("fresh.sqlite").run(refresh(), continues: false)
    return try IndexDump.lines(of: IndexDump.opened(test.cache.absolute("fresh.sqlite")))
  }

  /// How many notes a build reads that goes on.
  private func read(_ name: String, parsing: String? = nil, continues: Bool = true) throws -> Int {
    var read = 0
    _ = try build(name, parsing: parsing).run(refresh { _, total in read = total }, continues: continues)
    return read
  }

  @Test(arguments: [1, 19, 20, 21, 47, 80, 99]) func oneThatWasKilledGoesOn(_ notes: Int) throws {
    #if os(Linux)
      try kill(at: notes, "index.sqlite")
      #expect(try read("index.sqlite") == 100 - notes / 20 * 20)
      #expect(!test.cache.exists("index.sqlite.new") && !test.cache.exists("index.sqlite.new-journal"))
      #expect(try IndexDump.lines(of: IndexDump.opened(test.cache.absolute("index.sqlite"))) == fresh())
    #endif
  }

  @Test func whatHasChangedSinceIsReadAgain() throws {
    #if os(Linux)
      try kill(at: 50, "index.sqlite")
      for number in 0..<10 { try folder.write("changed\(number)\n", to: "\(number % 5)/\(number).md") }
      try folder.remove("3/13.md")
      try folder.remove("2")
      try folder.write("new\n", to: "new.md")
      _ = try read("index.sqlite")
      #expect(try IndexDump.lines(of: IndexDump.opened(test.cache.absolute("index.sqlite"))) == fresh())
    #endif
  }

  @Test func oneOfAnotherKindIsBegunAnew() throws {
    try kill(at: 50, "index.sqlite")
    #expect(try read("index.sqlite", parsing: "otherwise") == 100)
    try kill(at: 50, "index.sqlite")
    #expect(try read("index.sqlite", continues: false) == 100)
    try test.cache.write("nonsense", to: "index.sqlite.new")
    #expect(try read("index.sqlite") == 100)
    try test.cache.write("", to: "index.sqlite.new")
    #expect(try read("index.sqlite") == 100)
    #expect(try IndexDump.lines(of: IndexDump.opened(test.cache.absolute("index.sqlite"))) == fresh())
  }

  /// What was not synced is not whole once the system has gone down.
  @Test func oneFromBeforeTheSystemStartedIsBegunAnew() throws {
    try kill(at: 50, "index.sqlite")
    let index = try IndexDump.opened(test.cache.absolute("index.sqlite.new"))
    try index.queue.inDatabase { try IndexMetaReader($0).set(.boot, "another") }
    try index.queue.close()
    #expect(try read("index.sqlite") == 100)
  }

  @Test func searchesGoOnToo() throws {
    #if os(Linux)
      let name = try test.indexName()
      try test.cache.makeFolder(String(name.prefix { $0 != "/" }))
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: test.indexPath()).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try kill(at: 90, name)
      var vault = try test.vault()
      var total = 0
      vault.listener.progress = { total = $1 }
      #expect(try vault.read { try $0.search(test.query("word42")) }.total == 1)
      #expect(total == 20)
    #endif
  }
}
