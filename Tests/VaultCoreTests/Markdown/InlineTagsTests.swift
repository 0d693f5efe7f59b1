import Testing
import VaultTestSupport

@testable import VaultCore

/// Where tags begin and end in the text, as Obsidian reads them.
@Suite struct InlineTagsTests {
  private func check(_ source: String, _ tags: [String]) {
    #expect(ReadNote(source).note.tagOccurrences.map(\.tag) == tags, "\(source.debugDescription)")
    // What is drawn as a tag is one in the index, and the other way round.
    let drawn = Array(source.utf8).withUnsafeBufferPointer { bytes in
      InlineTree(bytes, 0..<bytes.count).nodes.compactMap { node in
        if case .tag = node.kind { bytes.text(node.range.lowerBound + 1..<node.range.upperBound) } else { nil }
      }
    }
    #expect(drawn == tags, "drawn: \(source.debugDescription)")
  }

  @Test(
    arguments: [
      ("|#a|", ["a"]), ("x |#a|#b| y", ["a", "b"]), ("\\|#a", ["a"]), ("#a#b", ["a", "b"]),
      ("#a#b#c d", ["a", "b", "c"]),
      ("#a/#b", ["a/", "b"]), ("#a##b", ["a"]), ("##a#b", []), ("#1#b", []), ("x#a#b", []), ("snake_#a", ["a"]),
      ("x_#a", ["a"]), ("\\[\\[#A", ["A"]), ("\\]#a", ["a"]), ("\\\\[#a", []), ("[#a", []), ("]#a", []), ("\\#a", []),
      ("(#a", []), ("\"#a", []), (".#a", []), ("$#a", []), ("\u{2014}#a", []), ("é#a", []), ("**#a**", []),
      ("*#a*", []),
      ("* #a*", ["a"]), ("~~#a~~", []), ("==#a==", []), ("-#a", []), ("/#a", []), (",#a", []), ("\u{3000}#a", ["a"]),
      ("[#a](b)", []), ("[x #a](b)", ["a"]), ("[x #a y](b#c) #d", ["a", "d"]), ("[[b|x #a]]", []), ("[[b]]#a", []),
      ("`x`#a", []), ("#a:b", ["a"]), ("#a]", ["a"]), ("#a\u{2026}", ["a"]), ("#a\u{2E00}", ["a"]),
      ("#a\u{301}", ["a\u{301}"]),
    ] as [(String, [String])])
  func beginnings(_ source: String, _ tags: [String]) { check(source, tags) }

  @Test(
    arguments: [
      ("_#a_", ["a"]), ("__#a__", ["a"]), ("___#a___", ["a"]), ("_x #a_", ["a"]), ("_x #a_ #b_", ["a", "b_"]),
      ("#a_", ["a_"]), ("#a_b_", ["a_b_"]), ("_#a_b_", ["a_b"]), ("_#a", ["a"]), ("_#a_b", ["a_b"]), ("_#a__", ["a"]),
      ("__#a_", ["a"]), ("*x_ #a_*", ["a_"]), ("_x *y #a_ z*", ["a"]), ("_x\n#a_", ["a"]), ("_#1_", []),
      ("_#1a_", ["1a"]),
      ("#_", ["_"]), ("_ #a_", ["a_"]), ("\\_x #a_", ["a_"]), ("`_` #a_", ["a_"]), ("_x [y #a_ z](u)", ["a_"]),
      ("_[y #a](u)_", ["a"]), ("_#a_#b_", ["a", "b_"]), ("_#a_, _#b_", ["a", "b"]), ("_#a/b_", ["a/b"]),
    ] as [(String, [String])])
  func closingMarks(_ source: String, _ tags: [String]) { check(source, tags) }

  @Test(
    arguments: [
      ("$x #a y$", []), ("$x$ #a $y$", ["a"]), ("$5 #a $6", ["a"]), ("$5 #a 6$", []), ("$5 and #a 6$7", ["a"]),
      ("`$` #a $", ["a"]), ("`$` #a x$", ["a"]), ("$ x #a$", ["a"]), ("$x #a $ y", ["a"]), ("\\$x #a$", ["a"]),
      ("$x #a\\$", ["a"]), ("$x #a\\\\$", []), ("$x #a\ny$", ["a"]), ("$$x #a$$", []), ("$$\nx #a\n#b\n$$ #c", ["c"]),
      ("$$ #a", ["a"]), ("$$$$ #a", ["a"]), ("a$$ #b $$c", []), ("$$ #a $ #b $$ #c", ["c"]), ("$x $y #a$ #b", ["b"]),
      ("$x #a$ and $y #b$ #c", ["c"]), ("$x$#a", []), ("$x `y$ #a `", []), ("[[$x]] #a [[y$]]", ["a"]),
      ("$x $1 #a y$1 z$ #b", ["b"]),
    ] as [(String, [String])])
  func math(_ source: String, _ tags: [String]) { check(source, tags) }

  @Test func tagsOfTasks() {
    func tags(_ text: String) -> [String] { ReadNote("- [ ] " + text + "\n").note.tasks.first?.tags ?? [] }
    #expect(tags("_#a_ #b#c $x #d$ |#e|") == ["a", "b", "c", "e"])
    #expect(tags("snake_#a \\#b #a") == ["a"])
  }

  @Test(
    arguments: [
      ("- [ ] a #x#y", "x", "- [ ] a #y"), ("- [ ] a #x#y b", "y", "- [ ] a #x b"),
      ("- [ ] |#x| #x", "y", "- [ ] |#x| #x"),
    ])
  func tagsOfTasksGo(_ line: String, _ tag: String, _ expected: String) throws {
    let note = TaskNote(Array(line.utf8), path: NotePath("x.md"), options: ParsingOptions())
    var editor = TaskLineEditor(try #require(note.tasks.first), in: note, format: .emoji)
    editor.remove(tag: tag)
    let after = try editor.edits.applied(to: note.bytes)
    #expect(String(decoding: after, as: UTF8.self) == expected)
    let read = TaskNote(after, path: note.path, options: ParsingOptions())
    #expect(editor.problem(in: try #require(read.tasks.first)) == nil)
  }

  /// Each takes a moment; what looks at bytes again and again takes minutes.
  @Test(arguments: [
    "$a ", "$a $$ ", "$$a ", "\\\\$a", "$1 $x\n", "#a_ ", "_#a_ ", "_#a", "#a#", "|#_", "$`", "[$x](#a_ ",
  ])
  func craftedTextTakesLinearTime(_ piece: String) {
    let text = String(repeating: piece, count: 20_000)
    #expect(ReadNote(text).note.bodyRange.count == text.utf8.count)
  }

  @Test func aTagThatWouldEndEmphasis() throws {
    let read = ReadNote("_x #a y_ and _#a_")
    #expect(throws: TagRenameError.closesEmphasis(line: 1)) {
      try TagRename.edits(in: read.note, bytes: read.bytes, from: "a", to: "b_")
    }
    let plain = ReadNote("#a x")
    let edits = try TagRename.edits(in: plain.note, bytes: plain.bytes, from: "a", to: "b_")
    #expect(String(decoding: try edits.applied(to: plain.bytes), as: UTF8.self) == "#b_ x")
  }
}
