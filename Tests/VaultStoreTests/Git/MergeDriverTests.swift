import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite(.enabled(if: InstalledTool.git.isInstalled || InstalledTool.areAllInstalled, "git is not installed"))
struct MergeDriverTests {
  private let repository: TestRepository

  init() throws { repository = try TestRepository() }

  private enum Result: Equatable {
    case merged(String)
    case open(String)
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: repository.path + "/" + name))
  }

  private func driver(
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], markerSize: Int = 7, appends: Bool = false
  ) throws -> (isMerged: Bool, bytes: [UInt8]) {
    for (name, bytes) in [("base", base), ("ours", ours), ("theirs", theirs)] { try write(bytes, to: name) }
    let isMerged = try MergeDriver(folder: repository.path, variables: repository.variables).run(
      MergeDriver.Request(base: "base", ours: "ours", theirs: "theirs", markerSize: markerSize, appends: appends))
    let leftovers = try FileManager.default.contentsOfDirectory(atPath: repository.path)
    #expect(leftovers.sorted() == [".git", "base", "ours", "theirs"])
    return (isMerged, Array(try Data(contentsOf: URL(fileURLWithPath: repository.path + "/ours"))))
  }

  private func merge(
    _ base: String, _ ours: String, _ theirs: String, markerSize: Int = 7, appends: Bool = false
  ) throws -> Result {
    let (isMerged, bytes) = try driver(
      Array(base.utf8), Array(ours.utf8), Array(theirs.utf8), markerSize: markerSize, appends: appends)
    let text = String(decoding: bytes, as: UTF8.self)
    return isMerged ? .merged(text) : .open(text)
  }

  /// What git alone makes of the same texts.
  private func git(_ base: String, _ ours: String, _ theirs: String) throws -> Result {
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] { try write(Array(text.utf8), to: name) }
    let call = ["merge-file", "-p", "-L", "ours", "-L", "base", "-L", "theirs", "ours", "base", "theirs"]
    let (status, text) = try GitProcess(folder: repository.path, variables: repository.variables).answer(
      call, accepting: 0...127)
    let result = String(decoding: text, as: UTF8.self)
    return status == 0 ? .merged(result) : .open(result)
  }

  // MARK: Git's own answers

  @Test func whereGitIsCleanItsBytesStay() throws {
    // The rules would put both items behind each other; git takes neighbouring lines for one place only if they touch.
    let texts = ("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n")
    #expect(try merge(texts.0, texts.1, texts.2) == .merged("A\nb\nc\nD\n"))
    #expect(try merge("a\n", "a\n", "b\n") == .merged("b\n"))
    #expect(try merge("a\n", "b\n", "a\n") == .merged("b\n"))
    #expect(try merge("a\n", "b\n", "b\n") == .merged("b\n"))
  }

  @Test func whatNoRuleSettlesIsGitsAnswerInThePersonsStyle() throws {
    let texts = ("a\nb\nc\n", "a\nx\n1\nc\n", "a\nx\n2\nc\n")
    #expect(try merge(texts.0, texts.1, texts.2) == git(texts.0, texts.1, texts.2))
    for style in ["diff3", "zdiff3", "merge"] {
      try repository.git("config", "merge.conflictStyle", style)
      let answer = try git(texts.0, texts.1, texts.2)
      #expect(try merge(texts.0, texts.1, texts.2) == answer)
      guard case .open(let text) = answer else { continue }
      #expect(text.contains("|||||||") == (style != "merge"))
    }
  }

  @Test func openPlacesBesideSettledOnesAreMarkedInThePersonsStyle() throws {
    let base = "- [ ] one long task\n\nText.\n"
    let (ours, theirs) = ("- [x] one long task\n\nOurs.\n", "- [ ] one long task #tag\n\nTheirs.\n")
    let settled = "- [x] one long task #tag\n\n"
    #expect(
      try merge(base, ours, theirs, markerSize: 9)
        == .open(settled + "<<<<<<<<< ours\nOurs.\n=========\nTheirs.\n>>>>>>>>> theirs\n"))
    for style in ["diff3", "zdiff3"] {
      try repository.git("config", "merge.conflictStyle", style)
      #expect(
        try merge(base, ours, theirs)
          == .open(settled + "<<<<<<< ours\nOurs.\n||||||| base\nText.\n=======\nTheirs.\n>>>>>>> theirs\n"))
    }
  }

  @Test func brokenFrontMatterIsMergedByKeys() throws {
    // Each side puts in the same key at another place, which is clean to git.
    let base = "---\na: 1\nb: 2\nc: 3\nd: 4\n---\nText\n"
    let ours = "---\ntags: [x]\na: 1\nb: 2\nc: 3\nd: 4\n---\nText\n"
    let theirs = "---\na: 1\nb: 2\nc: 3\nd: 4\ntags: [y]\n---\nText\n"
    guard case .merged(let text) = try git(base, ours, theirs) else {
      Issue.record("git leaves it open")
      return
    }
    #expect(text.components(separatedBy: "tags:").count == 3)
    #expect(try merge(base, ours, theirs) == .merged("---\ntags: [x, y]\na: 1\nb: 2\nc: 3\nd: 4\n---\nText\n"))
  }

  // MARK: Two machines

  @Test func twoMachinesHaveNoConflicts() throws {
    let base =
      "---\ntitle: Log\nupdated: 2026-03-01T08:00:00\n---\n\n- [ ] one\n- [ ] two\n- [ ] three\n\n## List\n\n- a\n"
    func changed(_ time: String, _ task: String, _ item: String) -> String {
      base.replacing("08:00:00", with: time).replacing("[ ] \(task)", with: "[x] \(task)") + "- \(item)\n"
    }
    #expect(
      try merge(base, changed("09:00:00", "one", "b"), changed("10:00:00", "two", "c"))
        == .merged(
          "---\ntitle: Log\nupdated: 2026-03-01T10:00:00\n---\n\n- [x] one\n- [x] two\n- [ ] three\n\n## List\n\n"
            + "- a\n- b\n- c\n"))
  }

  @Test func settings() throws {
    let base = "---\nreviewed: 2026-01-01\n---\n\none two three four five six seven eight nine ten\n"
    let ours = base.replacing("2026-01-01", with: "2026-01-03").replacing("one", with: "1")
    let theirs = base.replacing("2026-01-01", with: "2026-01-02").replacing("ten", with: "10")
    guard case .open = try merge(base, ours, theirs) else {
      Issue.record("nothing was open")
      return
    }
    try repository.git("config", "merge.vault.newest", "seen, reviewed")
    try repository.git("config", "merge.vault.words", "true")
    #expect(
      try merge(base, ours, theirs)
        == .merged("---\nreviewed: 2026-01-03\n---\n\n1 two three four five six seven eight nine 10\n"))
  }

  @Test func paragraphsOfJournalsAreBothKept() throws {
    let texts = ("# Log\n\n", "# Log\n\nOurs.\n", "# Log\n\nTheirs.\n")
    guard case .open = try merge(texts.0, texts.1, texts.2) else {
      Issue.record("nothing was open")
      return
    }
    #expect(try merge(texts.0, texts.1, texts.2, appends: true) == .merged("# Log\n\nOurs.\n\nTheirs.\n"))
  }

  // MARK: Odd texts

  @Test func endingsAndMarksOfOneSide() throws {
    #expect(try merge("a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\nB\nc\n") == .merged("a\r\nB\r\nc\r\n"))
    #expect(try merge("a\nb\nc\n", "\u{FEFF}a\nb\nc\n", "A\nb\nc\n") == .merged("\u{FEFF}A\nb\nc\n"))
    #expect(try merge("a\nb\nc", "a\nb\nc\n", "a\nb\nc\n\nd") == .merged("a\nb\nc\n\nd\n"))
    #expect(try merge("- a", "- a\n- b", "- a\n- c") == .merged("- a\n- b\n- c"))
  }

  @Test func binaryTextsStayOurs() throws {
    let (isMerged, bytes) = try driver([0x61, 0, 0x0A], [0x62, 0, 0x0A], [0x63, 0, 0x0A])
    #expect(!isMerged && bytes == [0x62, 0, 0x0A])
  }

  @Test func textsThatAreNoUTF8AreGitsMatter() throws {
    let (isMerged, bytes) = try driver(
      [0xFF, 0x0A], Array("- a\n".utf8) + [0xFF, 0x0A], Array("- b\n".utf8) + [0xFF, 0x0A])
    #expect(!isMerged)
    #expect(bytes.starts(with: "<<<<<<< ours\n- a\n".utf8))
  }

  @Test func textsOverTheLimitAreGitsMatter() throws {
    let long = Array(repeating: UInt8(0x61), count: 1 << 10) + [0x0A]
    let base = Array(repeatElement(long, count: (16 << 10) + 16).joined())
    let (isMerged, bytes) = try driver(base, Array("- a\n".utf8) + base, base + Array("b\n".utf8))
    #expect(isMerged && bytes == Array("- a\n".utf8) + base + Array("b\n".utf8))
    #expect(try !driver(base, base + Array("- a\n".utf8), base + Array("- b\n".utf8)).isMerged)
  }

  @Test func aHundredThousandLinesAlike() throws {
    let lines = String(repeating: "- x\n", count: 100_000)
    let result = try merge(lines, lines + "- ours\n", "- theirs\n" + lines)
    #expect(result == .merged("- theirs\n" + lines + "- ours\n"))
    #expect(try merge(lines, lines + "- a\n", lines + "- b\n") == .merged(lines + "- a\n- b\n"))
  }

  @Test(arguments: [7, 8, 20, 100])
  func textsWithMarksInThem(_ count: Int) throws {
    let line = { (sign: String) in String(repeating: sign, count: count) + "\n" }
    // Each by itself is text, as the line below a heading is.
    let base = "Title\n" + line("=") + "\n" + line("|") + "\n- a\n"
    #expect(
      try merge(base, base + "- b\n", base + "- c\n") == .merged(base + "- b\n- c\n"))
    // All of them are a conflict that somebody left, in which no rule settles anything.
    let nested = line("<") + "x\n" + line("=") + "y\n" + line(">") + "- a\n"
    let (ours, theirs) = (nested + "- b\n", nested + "- c\n")
    #expect(try merge(nested, ours, theirs) == git(nested, ours, theirs))
  }

  @Test func oddPathsAndFilesThatAreNotThere() throws {
    let driver = MergeDriver(folder: repository.path, variables: repository.variables)
    try write([], to: "base")
    #expect(throws: MergeDriverError(missingFile: "no such file")) {
      try driver.run(MergeDriver.Request(base: "base", ours: "no such file", theirs: "base", markerSize: 7))
    }
    let name = "odd name\n'\"$(touch x) é"
    try write(Array("- a\n".utf8), to: name + "o")
    try write(Array("- a\n- b\n".utf8), to: name + "a")
    try write(Array("- a\n- c\n".utf8), to: name + "b")
    #expect(
      try driver.run(
        MergeDriver.Request(base: name + "o", ours: name + "a", theirs: name + "b", markerSize: 7)))
    #expect(try repository.text(of: name + "a") == "- a\n- b\n- c\n")
  }

  // MARK: Front matter

  private func frontMatter(_ base: String, _ ours: String, _ theirs: String) throws -> Result {
    func text(_ yaml: String) -> String { "---\n" + yaml + "---\nText\n" }
    return try merge(text(base), text(ours), text(theirs))
  }

  private func isOpen(_ result: Result, with parts: String...) -> Bool {
    guard case .open(let text) = result, text.contains("<<<<<<< ours\n") else { return false }
    return parts.allSatisfy(text.contains)
  }

  @Test func frontMatterThatIsLeftOpen() throws {
    #expect(isOpen(try frontMatter("a: 1\n", "a: 2\na: 2\n", "a: 3\na: 3\n"), with: "a: 2\na: 2\n", "a: 3\na: 3\n"))
    #expect(isOpen(try frontMatter("x: &a 1\n", "x: &a 2\ny: *a\n", "x: &a 3\nz: *a\n"), with: "y: *a", "z: *a"))
    #expect(
      isOpen(
        try frontMatter("t: |\n  one\n", "t: |\n  one\n  ours\n", "t: |\n  one\n  theirs\n"), with: "  ours", "  theirs"
      ))
    #expect(isOpen(try merge("---\na: 1\n", "---\na: 2\n", "---\na: 3\n"), with: "a: 2", "a: 3"))
  }

  @Test func frontMatterThatIsSettled() throws {
    #expect(
      try frontMatter("a: 1\n", "# ours\na: 1\nb: 1\n", "a: 1\nc: 1\n")
        == .merged("---\n# ours\na: 1\nb: 1\nc: 1\n---\nText\n"))
    #expect(
      try frontMatter("tags: [a]\n", "tags:\n  - a\n  - b\n", "tags: [a, c]\n")
        == .merged("---\ntags:\n  - a\n  - b\n  - c\n---\nText\n"))
  }
}
