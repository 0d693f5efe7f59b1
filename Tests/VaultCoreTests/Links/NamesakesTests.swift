import Testing
import VaultTestSupport

@testable import VaultCore

/// Of a name that many files have, what is found is what looking at each of them finds.
@Suite struct NamesakesTests {
  private static let folders = [
    "", "a", "b", "ab", "A b", "É", "a/b", "b/a", "a/b/a", "c/a/b", "É/a", "x/É", "a/c/É/a/b",
  ]

  @Test func foldersThatEndSo() {
    let paths = Self.folders.map { NotePath($0.isEmpty ? "Same.md" : $0 + "/Same.md") }
    let namesakes = Namesakes(paths)
    for suffix in ["/a", "/b", "/ab", "/a b", "/é", "/a/b", "/b/a", "/c/a/b", "/é/a", "/d", "/a/b/a/b", "/"] {
      let expected = paths.filter { ("/" + LinkResolver.key($0.folder)).hasSuffix(suffix) }
      #expect(Set(namesakes.inFolders(endingWith: suffix)) == Set(expected), "\(suffix)")
    }
  }

  /// The same files, and so many others of the name that they are remembered, in folders that no link names.
  @Test func linksLeadWhereTheyDoAmongFew() {
    var random = SeededGenerator(seed: 11)
    let others = (0..<20).map { NotePath("zz/yy/xx/ww/vv/\($0)/Same.md") }
    for round in 0..<300 {
      let paths = Self.folders.shuffled(using: &random).prefix(Int.random(in: 1...6, using: &random)).map {
        NotePath($0.isEmpty ? "Same.md" : $0 + "/Same.md")
      }
      let few = LinkResolver(InMemoryLinkDirectory(paths: paths))
      let many = LinkResolver(InMemoryLinkDirectory(paths: paths + others))
      for _ in 0..<20 {
        let target =
          random.pick(["", "./", "../", "/", "../../"]) + random.pick(Self.folders) + random.pick(["/", "", "/./"])
          + random.pick(["Same", "same.md", "SAME"])
        let note = NotePath(random.pick(Self.folders) + "/From.md")
        let (one, two) = (
          few.resolve(target: target, kind: .wiki, from: note), many.resolve(target: target, kind: .wiki, from: note)
        )
        // Where none of the few is meant, one of the others may be, by the name alone.
        if one.path == nil, two.path.map(others.contains) ?? false { continue }
        #expect(one.path == two.path, "round \(round): \(target) from \(note)")
        #expect(two.candidates.filter { !others.contains($0) } == one.candidates, "\(target) from \(note)")
      }
    }
  }
}
