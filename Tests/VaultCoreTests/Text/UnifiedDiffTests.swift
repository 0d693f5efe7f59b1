import Foundation
import Testing
import VaultCore
import VaultTestSupport

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String, _ new: String, context: Int = 3) -> String {
    String(
      decoding: UnifiedDiff(old: Array(old.utf8), new: Array(new.utf8), context: context)
        .text(old: "old", new: "new"), as: UTF8.self)
  }

  @Test func equalTextsGiveNothing() {
    #expect(diff("", "") == "")
    #expect(diff("a\n", "a\n") == "")
  }

  @Test func showsAChangeWithThreeLinesAround() {
    #expect(
      diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n")
        == "--- old\n+++ new\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n")
  }

  @Test func contextThatTouchesMakesOneHunk() {
    let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n"
    let near = "1\n2\n3\n4\nx\n6\n7\n8\n9\n10\n11\n12\ny\n"
    #expect(UnifiedDiff(old: Array(old.utf8), new: Array(near.utf8), context: 3).hunks.count == 2)
    #expect(UnifiedDiff(old: Array(old.utf8), new: Array(near.utf8), context: 4).hunks.count == 1)
    #expect(UnifiedDiff(old: Array(old.utf8), new: Array(near.utf8), context: -1).hunks.count == 2)
  }

  @Test func emptySidesAreNamedByTheLineBefore() {
    #expect(diff("", "a\n") == "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n")
    #expect(diff("a\nb\n", "") == "--- old\n+++ new\n@@ -1,2 +0,0 @@\n-a\n-b\n")
    #expect(diff("a\nb\n", "a\nx\nb\n", context: 0) == "--- old\n+++ new\n@@ -1,0 +2 @@\n+x\n")
  }

  @Test func aMissingNewlineIsSaidAfterItsLine() {
    #expect(
      diff("a\nb", "a\nb\n")
        == "--- old\n+++ new\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n")
    #expect(
      diff("a\nb", "x\nb")
        == "--- old\n+++ new\n@@ -1,2 +1,2 @@\n-a\n+x\n b\n\\ No newline at end of file\n")
  }

  @Test func carriageReturnsStay() {
    #expect(diff("a\r\nb\r\n", "a\r\nc\r\n") == "--- old\n+++ new\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n")
  }

  @Test(
    arguments: [
      ("a.md", "a.md"), ("é 日.md", "é 日.md\t"), ("a b.md", "a b.md\t"), ("a\"b\\.md", #""a\"b\\.md""#),
      ("a\tb\n.md", #""a\tb\n.md""#), ("\u{1}\u{7F}", #""\001\177""#), ("/dev/null", "/dev/null"),
    ])
  func namesAreWrittenAsGitDoes(_ name: String, _ header: String) {
    let diff = UnifiedDiff(old: [0x61], new: []).text(old: UnifiedDiff.quoted("", NotePath(name)), new: "/dev/null")
    #expect(diff.starts(with: Array("--- \(header)\n".utf8)))
  }

  @Test func aNameThatIsNotUTF8IsWrittenInNumbers() {
    let path = NotePath(bytes: Array("inv".utf8) + [0xFF] + Array(" é.md".utf8))
    #expect(UnifiedDiff.quoted("a/", path) == #""a/inv\377 \303\251.md""#)
  }

  @Test func hunksTellWhatEachLineIs() throws {
    let hunk = try #require(UnifiedDiff(old: Array("a\nb\n".utf8), new: Array("a\nc\nd".utf8)).hunks.first)
    #expect(hunk.lines.map(\.kind) == [.context, .removed, .added, .added])
    #expect(hunk.lines.map(\.endsInNewline) == [true, true, true, false])
    #expect(hunk.old == 0..<2 && hunk.new == 0..<3)
  }
}

/// The programs that people feed a diff to, as judges of it.
private struct PatchTool {
  static let hasPatch = (try? run(["patch", "--version"], in: NSTemporaryDirectory(), [])) != nil
  static let hasGit = (try? run(["git", "--version"], in: NSTemporaryDirectory(), [])) != nil

  static func run(_ command: [String], in folder: String, _ input: [UInt8]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_CEILING_DIRECTORIES": folder,
    ]
    let into = Pipe()
    process.standardInput = into
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try into.fileHandleForWriting.write(contentsOf: input)
    try into.fileHandleForWriting.close()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw CocoaError(.executableLoad)
    }
  }
}

@Suite struct UnifiedDiffAppliedTests {
  private static let lines = [
    "", "a", "b", "-", "+x", " ", "--- a", "@@ -1 +1 @@", "\\ x", "é日", "a\r", "\u{1}", "\t#",
  ]
  private static let names = ["note.md", "a b.md", "日 é.md", "q\"uote\\.md", "tab\t.md", "#1.md"]

  private func text(_ random: inout SeededGenerator) -> [UInt8] {
    let lines = (0..<random.below(30)).map { _ in random.pick(Self.lines) }
    return Array((lines.joined(separator: "\n") + (random.below(3) == 0 ? "" : "\n")).utf8)
  }

  private func changed(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    if random.below(8) == 0 { return self.text(&random) }
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    for _ in 0...random.below(4) where !lines.isEmpty {
      let place = random.below(lines.count)
      switch random.below(3) {
      case 0: lines.remove(at: place)
      case 1: lines.insert(Array(random.pick(Self.lines).utf8), at: place)
      default: lines[place] = Array(random.pick(Self.lines).utf8)
      }
    }
    return Array(lines.joined(separator: [0x0A]))
  }

  /// Many files in one diff: the programs start slowly.
  private func check(seed: Int, context: Int, _ command: [String]) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    var expected: [String: [UInt8]] = [:]
    var diff: [UInt8] = []
    for number in 0..<60 {
      let name = "\(number)" + random.pick(Self.names)
      var old = text(&random)
      if old.isEmpty { old = [0x0A] }
      var new = changed(old, &random)
      // Both programs delete a file that has become empty.
      if new.isEmpty { new = [0x61] }
      try folder.write(old, to: name)
      expected[name] = new
      diff += UnifiedDiff(old: old, new: new, context: context).text(
        old: UnifiedDiff.quoted("", NotePath(name)), new: UnifiedDiff.quoted("", NotePath(name)))
    }
    try PatchTool.run(command, in: folder.path, diff)
    for (name, bytes) in expected { #expect(try folder.bytes(of: name) == bytes, "\(name)") }
  }

  @Test(.enabled(if: PatchTool.hasPatch, "patch is not installed"), arguments: 0..<6)
  func patchAcceptsIt(_ seed: Int) throws {
    try check(seed: seed, context: 1 + seed % 4, ["patch", "-p0", "-s", "--binary", "-F0"])
  }

  @Test(.enabled(if: PatchTool.hasGit, "git is not installed"), arguments: 6..<12)
  func gitAcceptsIt(_ seed: Int) throws {
    try check(
      seed: seed, context: seed % 4,
      ["git", "apply", "-p0", "--whitespace=nowarn"] + (seed % 4 == 0 ? ["--unidiff-zero"] : []))
  }
}

extension UnifiedDiff {
  fileprivate func text(old: String, new: String) -> [UInt8] {
    printed(old: old, new: new).flatMap { $0.text + [0x0A] }
  }
}
