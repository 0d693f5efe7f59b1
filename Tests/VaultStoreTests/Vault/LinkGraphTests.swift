import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// What links to what, compared with resolving every link of every note.
@Suite struct LinkGraphTests {
  /// By note: the notes that it links to, itself left out.
  private func graph(_ snapshot: any VaultSnapshot) throws -> [NotePath: Set<NotePath>] {
    let resolver = LinkResolver(snapshot.directory)
    var graph: [NotePath: Set<NotePath>] = [:]
    for head in try snapshot.heads(of: snapshot.universe) {
      let targets = try snapshot.links(of: head.id).compactMap {
        resolver.resolve(target: $0.target, kind: $0.kind, from: head.path).path
      }
      graph[head.path] = Set(targets.filter { $0 != head.path && $0.isNote })
    }
    return graph
  }

  private func check(_ reader: VaultReader) throws -> Int {
    let snapshot = try reader.snapshot
    func paths(_ notes: IDSet) throws -> Set<NotePath> { Set(try snapshot.heads(of: notes).map(\.path)) }
    let graph = try graph(snapshot)
    let linked = graph.values.reduce(into: Set<NotePath>()) { $0.formUnion($1) }
    #expect(try paths(reader.orphans()) == Set(graph.keys).subtracting(linked))
    for (path, targets) in graph {
      let id = try #require(try snapshot.note(at: path))
      #expect(try paths(reader.notes(linkedFrom: path, id)) == targets, "from \(path)")
      let sources = Set(graph.filter { $0.value.contains(path) }.keys)
      #expect(try paths(reader.notes(linkingTo: path, id)) == sources, "to \(path)")
    }
    return linked.count
  }

  @Test(arguments: [false, true], [false, true])
  func asResolvingAllLinksSays(_ noIndex: Bool, _ isNotebook: Bool) throws {
    var linked = 0
    for seed in 0..<25 {
      let folder = try TemporaryFolder()
      let files = RandomVault(seed: UInt64(seed), risky: seed % 2 == 0).files
      // A file cannot be a folder as well.
      for (path, bytes) in files where !files.contains(where: { $0.path.text.hasPrefix(path.text + "/") }) {
        try folder.write(bytes, to: path.bytes)
      }
      if isNotebook { try folder.makeFolder(".zk") }
      let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
      linked += try vault.read { try check($0) }
    }
    #expect(linked > 100)
  }

  /// Links of notes that changed are not counted any more.
  @Test func deadNotesLinkNowhere() throws {
    let folder = try TemporaryFolder()
    let test = try VaultUnderTest(folder)
    for name in ["a", "b", "c", "d", "e", "f"] { try folder.write("[[a]] [[b]]\n", to: "\(name).md") }
    try folder.write("---\naliases: [nick]\n---\n", to: "named.md")
    try folder.write("[[nick]] ![[picture.png]]\n", to: "naming.md")
    let vault = try test.vault()
    #expect(
      try vault.read { try $0.orphans(Query()) }.records.map(\.path.text).sorted() == [
        "c.md", "d.md", "e.md", "f.md", "naming.md",
      ])
    try folder.write("[[#own]] nothing\n", to: "a.md")
    try folder.write("nothing\n", to: "naming.md")
    for name in ["c", "d", "e"] { try folder.write("[[a]]\n", to: "\(name).md") }
    try folder.remove("f.md")
    let orphans = try vault.read { try $0.orphans(Query()) }.records.map(\.path.text).sorted()
    #expect(
      orphans == ["b.md", "c.md", "d.md", "e.md", "named.md", "naming.md"], "what b links to itself does not count")
    #expect(try vault.read { try $0.orphans(try test.query("nothing")) }.records.map(\.path.text) == ["naming.md"])
    #expect(try vault.read { try $0.orphans(Query(), limit: 2) }.total == 6)
  }

  @Test(arguments: [false, true]) func linksOfANote(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "---\nup: '[[b]]'\n---\n[[b#x|text]] <https://a.b> ![[p.png]]\n[[nowhere]] [t](sub/c.md)\n\n[[#own]]\n",
      to: "a.md")
    try folder.write("# B\n[[a]] [[nowhere else]]\n", to: "b.md")
    try folder.write("", to: "sub/c.md")
    try folder.write("", to: "p.png")
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    let links = try vault.read { try $0.links(of: "a") }
    #expect(
      links.map { "\($0.link.location.line) \($0.link.kind) \($0.link.target) \($0.resolved?.text ?? "-")" } == [
        "2 property b b.md", "4 wiki b#x b.md", "4 autolink https://a.b -", "4 embed p.png p.png", "5 wiki nowhere -",
        "5 markdown sub/c.md sub/c.md", "7 wiki #own a.md",
      ])
    #expect(links.filter(\.isDangling).map(\.link.target) == ["b#x", "nowhere", "#own"])
    let dangling = try vault.read { try $0.danglingLinks() }
    #expect(dangling.map(\.link.target) == ["b#x", "nowhere", "#own", "nowhere else"])
    #expect(dangling.map(\.title) == ["a", "a", "a", "B"])
    #expect(throws: NoteNameError.self) { try vault.read { try $0.links(of: "nobody") } }
  }
}
