import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Tags that end in `/`: tags of that name, below the one without.
struct SlashTagsTests {
  private static let notes = [
    "bare.md": "#trail\n", "child.md": "#trail/x\n", "double.md": "#trail//x\n", "empty.md": "None of them, #trail0.\n",
    "listed.md": "---\ntags: [Trail/]\n---\n", "marked.md": "#/ #trail/\u{301}\n",
    "slash.md": "#trail/\n- [ ] Walk #trail/\n- [ ] Run #trail\n- [ ] Rest\n",
  ]
  private let folder: TemporaryFolder
  private let test: VaultUnderTest

  init() throws {
    folder = try TemporaryFolder()
    for (path, text) in Self.notes { try folder.write(text, to: path) }
    test = try VaultUnderTest(folder)
  }

  @Test(
    arguments: [
      ("tag:trail", ["bare.md", "child.md", "double.md", "listed.md", "marked.md", "slash.md"]),
      ("-tag:trail", ["empty.md"]),
      ("#TRAIL/", ["bare.md", "child.md", "double.md", "listed.md", "marked.md", "slash.md"]),
      ("tag:trail/*", ["child.md", "double.md", "listed.md", "marked.md", "slash.md"]),
      ("tag:trail -tag:trail/*", ["bare.md"]), ("tag:/^trail.$/i", ["empty.md", "listed.md", "slash.md"]),
    ]) func areFoundByTheNameWithout(_ query: String, _ expected: [String]) throws
  {
    #expect(try test.paths(query) == expected)
    #expect(try test.paths(query, noIndex: true) == expected)
  }

  @Test func areCountedAlike() throws {
    for noIndex in [false, true] {
      let tags = try test.vault(noIndex: noIndex).read { try $0.tags() }
      func count(_ tag: String) -> [Int]? { tags.first { $0.tag.lowercased() == tag }.map { [$0.count, $0.total] } }
      #expect(count("trail") == [2, 6], "\(tags)")
      #expect(count("trail/") == [2, 3])
      #expect(count("trail//x") == [1, 1])
      #expect(count("/") == [1, 1])
    }
  }

  @Test(arguments: [("tag:trail", 2), ("-tag:trail", 1), ("tag:trail/*", 1)])
  func areFoundInTasks(_ query: String, _ count: Int) throws {
    for noIndex in [false, true] {
      #expect(try test.vault(noIndex: noIndex).read { try $0.tasks(test.query(query), scope: .open).total } == count)
    }
  }
}
