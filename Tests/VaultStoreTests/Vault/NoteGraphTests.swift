import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct NoteGraphTests {
  private func texts(_ graph: NoteGraph) -> [String] {
    graph.nodes.map { "\($0.path) \($0.step.map(String.init) ?? "-") \($0.links)" }
      + graph.edges.map { "\(graph.nodes[$0.from].path) > \(graph.nodes[$0.to].path)" } + ["omitted \(graph.omitted)"]
  }

  @Test(arguments: [false, true]) func stepsGoEitherWay(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    for (path, text) in [
      "me.md": "[[me]] [[out]] [[out|again]] ![[picture.png]] [[nowhere]]\n", "in.md": "[[me]]\n",
      "out.md": "---\nup: '[[me]]'\n---\n", "far.md": "[[in]] [[out]]\n", "farther.md": "[[far]]\n", "alone.md": "",
    ] { try folder.write(text, to: path) }
    try folder.write("", to: "picture.png")
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    let one = try vault.read { try $0.graph(around: "me", steps: 1, limit: 10) }
    #expect(
      texts(one) == [
        "me.md 0 2", "in.md 1 1", "out.md 1 1", "me.md > out.md", "in.md > me.md", "out.md > me.md", "omitted 0",
      ])
    let two = try vault.read { try $0.graph(around: "me", limit: 10) }
    #expect(
      texts(two) == [
        "me.md 0 2", "in.md 1 2", "out.md 1 2", "far.md 2 2", "me.md > out.md", "in.md > me.md", "out.md > me.md",
        "far.md > in.md", "far.md > out.md", "omitted 0",
      ])
    let cut = try vault.read { try $0.graph(around: "me", steps: 4, limit: 2) }
    #expect(texts(cut) == ["me.md 0 2", "in.md 1 2", "in.md > me.md", "omitted 3"])
    let all = try vault.read { try $0.graph(limit: 10) }
    #expect(
      texts(all).prefix(6) == ["far.md - 3", "in.md - 2", "me.md - 2", "out.md - 2", "farther.md - 1", "alone.md - 0"])
    #expect(all.edges.count == 6 && all.omitted == 0)
    #expect(throws: NoteNameError.self) { try vault.read { try $0.graph(around: "nobody", limit: 10) } }
  }

  /// A note with very many neighbours is looked at in another way: each link of the vault once.
  @Test(arguments: [false, true]) func hubs(_ noIndex: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write("hub", to: "hub.md")
    for number in 0..<60 {
      try folder.write("[[hub]]\n", to: "near \(number).md")
      try folder.write("[[near \(number)]]\n", to: "far \(number).md")
    }
    try folder.write("[[near 7]] [[far 7]]\n", to: "last.md")
    let vault = try VaultUnderTest(folder).vault(noIndex: noIndex)
    let graph = try vault.read { try $0.graph(around: "hub", limit: 1_000) }
    #expect(graph.nodes.count == 122 && graph.edges.count == 122 && graph.omitted == 0)
    #expect(graph.nodes.map(\.step) == [0] + [Int?](repeating: 1, count: 60) + [Int?](repeating: 2, count: 61))
    #expect(graph.nodes[1].path.text == "near 7.md" && graph.nodes[0].links == 60)
    let cut = try vault.read { try $0.graph(around: "hub", limit: 10) }
    #expect(cut.nodes == Array(graph.nodes.prefix(10)) && cut.omitted == 112)
  }

  /// Compared with resolving every link of every note.
  @Test(arguments: [false, true]) func asResolvingAllLinksSays(_ noIndex: Bool) throws {
    var found = 0
    for seed in 0..<12 {
      let folder = try TemporaryFolder()
      let files = RandomVault(seed: UInt64(seed), risky: seed % 2 == 0).files
      // A file cannot be a folder as well.
      for (path, bytes) in files where !files.contains(where: { $0.path.text.hasPrefix(path.text + "/") }) {
        try folder.write(bytes, to: path.bytes)
      }
      try VaultUnderTest(folder).vault(noIndex: noIndex).read { reader in
        let targets = try self.targets(reader.snapshot)
        for path in targets.keys.sorted().prefix(8) {
          for steps in 1...NoteGraph.mostSteps {
            let graph = try reader.graph(
              around: try #require(VaultURL(file: path)).description, steps: steps, limit: .max)
            check(graph, targets, around: path, steps)
            found += graph.edges.count
          }
        }
        let all = try reader.graph(limit: .max)
        #expect(Set(all.nodes.map(\.path)) == Set(targets.keys))
        #expect(all.edges.count == targets.values.reduce(0) { $0 + $1.count })
      }
    }
    #expect(found > 100)
  }

  private func check(_ graph: NoteGraph, _ targets: [NotePath: Set<NotePath>], around path: NotePath, _ steps: Int) {
    var step = [path: 0]
    var ring: Set<NotePath> = [path]
    for number in 1...steps {
      var next: Set<NotePath> = []
      for (source, linked) in targets {
        for target in linked {
          if ring.contains(source) { next.insert(target) }
          if ring.contains(target) { next.insert(source) }
        }
      }
      ring = next.filter { step[$0] == nil }
      for each in ring { step[each] = number }
    }
    #expect(Dictionary(uniqueKeysWithValues: graph.nodes.map { ($0.path, $0.step) }) == step, "\(path) \(steps)")
    for (index, node) in graph.nodes.enumerated() {
      let linked = graph.edges.filter { $0.from == index }.map { graph.nodes[$0.to].path }
      #expect(Set(linked) == targets[node.path, default: []].filter { step[$0] != nil })
      let linking = targets.filter { step[$0.key] != nil && $0.value.contains(node.path) }.keys
      #expect(node.links == Set(linked).union(linking).count)
    }
  }

  /// By note: the notes that it links to, itself left out.
  private func targets(_ snapshot: any VaultSnapshot) throws -> [NotePath: Set<NotePath>] {
    let resolver = LinkResolver(snapshot.directory)
    var targets: [NotePath: Set<NotePath>] = [:]
    for head in try snapshot.heads(of: snapshot.universe) {
      let resolved = try snapshot.links(of: head.id).compactMap {
        resolver.resolve(target: $0.target, kind: $0.kind, from: head.path).path
      }
      targets[head.path] = Set(resolved.filter { $0 != head.path && $0.isNote })
    }
    return targets
  }
}
