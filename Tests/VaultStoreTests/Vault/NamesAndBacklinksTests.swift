import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct NamesAndBacklinksTests {
  private func vault(_ notes: [String: String], _ body: (VaultUnderTest) throws -> Void) throws {
    let folder = try TemporaryFolder()
    for (path, text) in notes { try folder.write(text, to: path) }
    try body(VaultUnderTest(folder))
  }

  @Test(arguments: [false, true]) func resolving(_ noIndex: Bool) throws {
    try vault([
      "a/Plan.md": "---\nid: p-1\naliases: [the plan]\n---\n", "b/Plan.md": "# Another title\n",
      "c/Überblick.md": "", "d.markdown": "---\ntitle: One of its kind\n---\n", "e/Only here.md": "",
      "e/d.e.md": "", "f/twice.md": "---\ntitle: Same\n---\n", "g/twice too.md": "---\ntitle: same\n---\n",
      "h/pic.png": "",
    ]) { test in
      let vault = try test.vault(noIndex: noIndex)
      for (name, path) in [
        ("a/Plan.md", "a/Plan.md"), ("a/Plan", "a/Plan.md"), ("./a/plan", "a/Plan.md"), ("A/PLAN.MD", "a/Plan.md"),
        ("\(test.root)/a/Plan.md", "a/Plan.md"), ("the Plan", "a/Plan.md"), ("p-1", "a/Plan.md"),
        ("another title", "b/Plan.md"), ("überblick", "c/Überblick.md"), ("u\u{308}berblick", "c/Überblick.md"),
        ("d", "d.markdown"), ("one of its kind", "d.markdown"), ("only here", "e/Only here.md"),
        ("d.e", "e/d.e.md"), ("d.markdown", "d.markdown"),
      ] {
        #expect(try vault.read { VaultAnswers.resolved($0, name) } == path, "\(name)")
      }
      for (name, candidates) in [("plan", ["a/Plan.md", "b/Plan.md"]), ("SAME", ["f/twice.md", "g/twice too.md"])] {
        do throws(any Error) {
          Issue.record("\(name) is \(try vault.read { try $0.resolve(name) })")
        } catch NoteNameError.ambiguous(_, let found, _) {
          #expect(found.map(\.text) == candidates)
        } catch {
          Issue.record(error)
        }
      }
      for (name, nearest) in [("Onyl here", "e/Only here.md"), ("xyzzy", nil), ("", nil)] as [(String, String?)] {
        do throws(any Error) {
          Issue.record("\(name) is \(try vault.read { try $0.resolve(name) })")
        } catch NoteNameError.notFound(_, let found, let other) {
          #expect(found.first?.text == nearest, "\(name)")
          #expect(other == nil, "\(name)")
        } catch {
          Issue.record(error)
        }
      }
      for (name, expected) in [
        ("e/", .folder(NotePath("e"), notes: 2)), ("c", .folder(NotePath("c"), notes: 1)),
        ("h/pic.png", .file(NotePath("h/pic.png"))), ("pic.PNG", .file(NotePath("h/pic.png"))),
      ] as [(String, NoteNameError.Other)] {
        do throws(any Error) {
          Issue.record("\(name) is \(try vault.read { try $0.resolve(name) })")
        } catch NoteNameError.notFound(_, _, let other) {
          #expect(other == expected, "\(name)")
        } catch {
          Issue.record(error)
        }
      }
    }
  }

  /// Every link that `LinkResolver` leads to a note is one of its backlinks, and no other.
  @Test(arguments: [false, true]) func backlinksAreWhatResolvesTo(_ noIndex: Bool) throws {
    let names = ["Plan", "a b", "x.md", "100%25", "100%", "it's", "漢字", "U\u{308}ber", "p.q"]
    var notes: [String: String] = [:]
    for (number, name) in names.enumerated() {
      notes["\(["", "sub/", "deep/er/"][number % 3])\(name).md"] =
        "---\naliases: [alias \(number), al/ias\(number), al\(number).md]\n---\n"
    }
    var text = ""
    for (number, name) in names.enumerated() {
      for folder in ["", "sub/", "../", "deep/er/", "er/"] {
        text +=
          "[[\(folder)\(name)]] [[\(folder)\(name).md|x]] [[\(folder)\(name.uppercased())#h]] ![[\(folder)\(name)]]\n"
        text +=
          "[t](<\(folder)\(name).md>) [t](\(folder)\(name.replacing(" ", with: "%20"))) ![t](<\(folder)\(name)>)\n"
      }
      text +=
        "[[alias \(number)]] [[al/ias\(number)]] [[AL\(number).md]] [t](al%2Fias\(number).md) [t](alias%20\(number))\n"
    }
    notes["links.md"] = text
    notes["sub/more links.md"] = text
    try vault(notes) { test in
      let vault = try test.vault(noIndex: noIndex)
      try vault.read { reader in
        let snapshot = try reader.snapshot
        let resolver = LinkResolver(snapshot.directory)
        var expected: [NotePath: [String]] = [:]
        for head in try snapshot.heads(of: snapshot.universe).sorted(by: { $0.path < $1.path }) {
          for link in try snapshot.links(of: head.id) {
            guard let path = resolver.resolve(target: link.target, kind: link.kind, from: head.path).path,
              path != head.path
            else { continue }
            expected[path, default: []].append("\(head.path) \(link.location)")
          }
        }
        #expect(expected.values.reduce(0) { $0 + $1.count } > 200)
        for path in notes.keys.map({ NotePath($0) }) {
          let found = try reader.backlinks(to: path.text).links.map { "\($0.source) \($0.link.location)" }
          #expect(found == expected[path] ?? [], "\(path)")
        }
      }
    }
  }

  /// So many notes of one name that they are looked up otherwise.
  @Test func manyNotesOfOneName() throws {
    let folders = (0..<30).map { "f\($0 % 5)/g\($0)" }
    var notes: [String: String] = ["Same.md": "[[f1/g1/Same]]\n", "other.md": "[[Same]] [[g7/same]] [[f9/Same]]\n"]
    for (number, folder) in folders.enumerated() {
      let next = folders[(number + 1) % folders.count]
      notes[folder + "/Same.md"] = "[[Same]] [[\(next)/Same]] [x](../g\(number + 5)/Same.md) [[g\(number)/SAME]]\n"
    }
    try vault(notes) { test in
      let read = try test.vault(noIndex: true)
      try test.vault().read { indexed in
        try read.read { files in
          for path in notes.keys.sorted() {
            let backlinks = try indexed.backlinks(to: path).links
            #expect(try backlinks == files.backlinks(to: path).links, "\(path)")
            #expect(try indexed.links(of: path) == files.links(of: path), "\(path)")
            let related = try indexed.related(to: path).notes
            #expect(try related.map(\.record.path) == files.related(to: path).notes.map(\.record.path), "\(path)")
            if path.hasPrefix("f") { #expect(!backlinks.isEmpty && !related.isEmpty, "\(path)") }
          }
          #expect(try indexed.danglingLinks().contains { $0.link.target == "f9/Same" })
          #expect(try indexed.danglingLinks() == files.danglingLinks())
        }
      }
    }
  }

  /// Longer than what people ask, shorter than what is refused.
  @Test func longQueries() throws {
    try vault(["a.md": "alpha beta\n", "b.md": "gamma\n"]) { test in
      let words = (0..<1_200).map { "w\($0)" }
      for text in [
        "(" + words.joined(separator: " OR ") + " OR alpha)", words.joined(separator: " "),
        "\"" + words.joined(separator: " ") + "\"", "alpha " + words.map { "-\($0)" }.joined(separator: " "),
      ] {
        let query = String(text.utf8.prefix(9_990)) ?? text
        let found = try test.paths(query)
        #expect(try found == test.paths(query, noIndex: true))
        #expect(test.notices.all.isEmpty, "\(test.notices.all)")
        test.notices.clear()
      }
    }
  }
}
