import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct ScannerTests {
  @Test func findsNotesAndNamesOtherFiles() throws {
    let folder = try TemporaryFolder()
    for path in [
      "a.md", "b.MARKDOWN", "c.txt", "Folder/d.Md", "Folder/image.png", "Folder/Inner/e.md", "md", "x.mdx",
      ".hidden.md", ".obsidian/f.md", "Folder/.trash/g.md", "node_modules/p/readme.md", "Folder/node_modules/h.md",
      "note.md/inside.md", "Empty/.keep",
    ] {
      try folder.write("text", to: path)
    }
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["Folder/Inner/e.md", "Folder/d.Md", "a.md", "b.MARKDOWN", "note.md/inside.md"])
    #expect(tree.files == ["Folder/image.png", "c.txt", "md", "x.mdx"])
    #expect(tree.folders == ["", "Empty", "Folder", "Folder/Inner", "note.md"])
    #expect(tree.problems.isEmpty)
    #expect(tree.result.noteCount == 5)
  }

  @Test func stampsAreTheFileSystems() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "a/x.md")
    try folder.setModificationTime(1_700_000_000_123_456_789, of: "a/x.md")
    let scanned = try #require(try ScannedTree(folder).folder("a"))
    let note = try #require(scanned.notes.first)
    var status = stat()
    #expect(stat(folder.absolute("a/x.md"), &status) == 0)
    #expect(note.stamp == FileStamp(status))
    #expect(note.stamp.size == 5)
    #expect(note.stamp.mtimeNS / 1_000 == 1_700_000_000_123_456)
    #expect(scanned.stamps.newest == note.stamp.ctimeNS)
    #expect(!scanned.isConclusive(asOf: note.stamp.ctimeNS + 1_999_999_999))
    #expect(scanned.isConclusive(asOf: note.stamp.ctimeNS + 2_000_000_000))
    #expect(!scanned.isConclusive(asOf: note.stamp.ctimeNS - 3_000_000_000))
  }

  @Test func aFolderWithoutNotesIsSettled() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "x.png")
    let root = try #require(try ScannedTree(folder).folder(""))
    #expect(root.stamps.newest == .min)
    #expect(root.isConclusive(asOf: 0))
  }

  @Test func namesOfEveryKind() throws {
    let folder = try TemporaryFolder()
    let nfc: [UInt8] = Array("\u{E9}.md".utf8)
    let nfd: [UInt8] = Array("e\u{301}.md".utf8)
    var names: [[UInt8]] = [
      Array("line\nbreak.md".utf8), Array("tab\t\u{1B}[31m.md".utf8), Array("日本語 🎉.md".utf8),
      Array(" .md".utf8), Array("-rf.md".utf8), Array("a\\b*?\".md".utf8),
      Array(repeating: UInt8(ascii: "n"), count: 252) + Array(".md".utf8),
    ]
    #if canImport(Darwin)
      names += [nfc]
    #else
      names += [nfc, nfd, [0xFF, 0xFE] + Array(".md".utf8), [0xC3] + Array("/\u{E9}.md".utf8)]
    #endif
    for name in names { try folder.write([1], to: name) }
    let result = try ScannedTree(folder).result
    let found = result.folders.flatMap { folder in folder.notes.map { folder.pathBytes(of: $0.name) } }
    #expect(Set(found) == Set(names))
    #expect(
      Set(result.folders.flatMap { folder in folder.notes.map { folder.path(of: $0.name) } }).count == names.count)
    _ = nfd
  }

  @Test(arguments: [1, 2, 7])
  func threadsDoNotChangeTheResult(threads: Int) throws {
    let folder = try TemporaryFolder()
    var expected: [String] = []
    for k in 0..<300 {
      let path = k % 3 == 0 ? "flat/note \(k).md" : "f\(k % 40)/g\(k % 7)/note \(k).md"
      try folder.write(String(repeating: "x", count: k), to: path)
      expected.append(path)
    }
    let options = ScanOptions(threads: threads)
    let result = try Scanner(root: folder.path, options: options, notesAtOnce: 16).scan()
    let reference = try Scanner(root: folder.path, options: ScanOptions(threads: 1)).scan()
    #expect(result.folders.map(\.pathBytes) == reference.folders.map(\.pathBytes))
    #expect(result.folders.map(\.fingerprint) == reference.folders.map(\.fingerprint))
    #expect(result.folders.map(\.stamps.newest) == reference.folders.map(\.stamps.newest))
    let found = result.folders.flatMap { folder in folder.notes.map { folder.path(of: $0.name).text } }
    #expect(found.sorted() == expected.sorted())
    let sizes = result.folders.flatMap { $0.notes.map(\.stamp.size) }
    #expect(sizes.sorted() == (0..<300).map(Int64.init))
  }

  @Test func foldersAreSortedByBytes() throws {
    let folder = try TemporaryFolder()
    for path in ["b", "a/z", "a!", "a", "é", "Z", "a/a/a"] { try folder.makeFolder(path) }
    let tree = try ScannedTree(folder)
    #expect(tree.folders == ["", "Z", "a", "a!", "a/a", "a/a/a", "a/z", "b", "é"])
    for (place, scanned) in tree.result.folders.enumerated() {
      #expect(tree.result.index(ofFolder: scanned.pathBytes) == place)
    }
    #expect(tree.result.index(ofFolder: "a/b".utf8) == nil)
  }

  @Test func deepTreesBeyondTheLongestPath() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "d", count: 40)
    let deep = Array(repeating: name, count: 300).joined(separator: "/")
    try folder.write("deep", to: deep + "/x.md")
    try folder.write(Array(repeating: "s", count: 2_100).joined(separator: "/") + "/y.md", to: "near.md")
    let tree = try ScannedTree(folder)
    #expect(deep.utf8.count > 4_096)
    #expect(tree.notes == [deep + "/x.md", "near.md"])
    #expect(tree.problems.isEmpty)
  }

  @Test func whatLiesTooDeepIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: Array(repeating: "s", count: 2_060).joined(separator: "/") + "/y.md")
    let tree = try ScannedTree(folder)
    #expect(tree.notes.isEmpty)
    #expect(tree.result.problems.map(\.kind) == [.tooDeep])
    #expect(tree.folders.count == 2_049)
  }

  @Test func aFIFOIsNoNote() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "a.md")
    try folder.makeFIFO("pipe.md")
    try folder.makeFIFO("pipe")
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["a.md"])
    #expect(tree.files.isEmpty)
    #expect(tree.problems == ["not-regular pipe.md"])
  }

  @Test(.enabled(if: getuid() != 0, "root can read everything"))
  func unreadableFoldersAreReportedAndTheRestIsRead() throws {
    let folder = try TemporaryFolder()
    for path in ["a.md", "closed/b.md", "listed/c.md", "open/d.md"] { try folder.write("x", to: path) }
    try folder.setMode(0, of: "closed")
    try folder.setMode(0o444, of: "listed")
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["a.md", "open/d.md"])
    #expect(tree.problems == ["unreadable-folder closed", "unreadable-folder listed"])
    #expect(tree.result.problems.allSatisfy { $0.message.contains("chmod") })
  }

  @Test func aMissingRootIsAnError() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ScanError.self) { try Scanner(root: folder.absolute("none")).scan() }
    #expect(error?.description.contains(folder.absolute("none")) == true)
  }

  @Test func configuredPatternsComeBeforeIgnoreFiles() throws {
    let folder = try TemporaryFolder()
    for path in ["Archive/a.md", "x.draft.md", "keep.log", "b.log", "Inner/Archive/c.md", "Inner/d.md"] {
      try folder.write("x", to: path)
    }
    try folder.write("*.log\nInner/\n", to: ".gitignore")
    let options = ScanOptions(ignorePatterns: ["/Archive/", "*.draft.md", "!keep.log"], threads: 2)
    let tree = try ScannedTree(folder, options)
    #expect(tree.notes.isEmpty)
    #expect(tree.files == ["keep.log"])

    let all = try ScannedTree(folder, ScanOptions(respectGitignore: false, threads: 2))
    #expect(all.notes.count == 4)
    #expect(all.files == ["b.log", "keep.log"])
  }

  @Test func aRootThatItsRepositoryIgnoresIsReadInFull() throws {
    let folder = try TemporaryFolder()
    try folder.write("ref: refs/heads/main", to: ".git/HEAD")
    try folder.write("*\n", to: ".gitignore")
    try folder.write("x", to: "notes/a.md")
    try folder.write("x", to: "notes/b.md")
    try folder.write("b.md", to: "notes/.gitignore")
    #expect(try ScannedTree(folder, at: "notes").notes == ["a.md"])
    try folder.write("*.md\n", to: ".gitignore")
    #expect(try ScannedTree(folder, at: "notes").notes.isEmpty)
  }

  @Test func linkedWorkTreesUseTheirRepositorysExcludes() throws {
    let folder = try TemporaryFolder()
    try folder.write("gitdir: ../main/.git/worktrees/w\n", to: "w/.git")
    try folder.write("ref: refs/heads/w", to: "main/.git/worktrees/w/HEAD")
    try folder.write("ref: refs/heads/main", to: "main/.git/HEAD")
    try folder.write("../..\n", to: "main/.git/worktrees/w/commondir")
    try folder.write("private.md\n", to: "main/.git/info/exclude")
    try folder.write("x", to: "w/private.md")
    try folder.write("x", to: "w/a.md")
    #expect(try ScannedTree(folder, at: "w").notes == ["a.md"])
  }

  @Test func anIgnoreFileThatIsALinkIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.write("*", to: "elsewhere.txt")
    try folder.link(".gitignore", to: "elsewhere.txt")
    try folder.write("x", to: "a.md")
    let tree = try ScannedTree(folder)
    #expect(tree.notes == ["a.md"])
    #expect(tree.problems == ["unreadable-ignore-file .gitignore"])
  }

  @Test(arguments: ["a.md", "a.MD", "a.Markdown", "md", ".md", "a.mdx", "a.markdow", "", "a.md ", "é.mD", "xmd"])
  func noteNamesAreTheCores(name: String) {
    let bytes = Array(name.utf8)
    #expect(bytes.withUnsafeBytes { FolderEntry.isNoteName($0) } == NotePath.isNoteName(bytes))
  }

  @Test func kindsCanBeAskedForOneByOne() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "file")
    try folder.makeFolder("folder")
    try folder.link("link", to: "file")
    try folder.makeFIFO("pipe")
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    func kind(_ name: String) -> FolderEntry.Kind {
      (Array(name.utf8) + [0]).withUnsafeBytes { FolderEntry.kind(ofEntryNamed: $0[...], in: descriptor) }
    }
    #expect(kind("file") == .file)
    #expect(kind("folder") == .folder)
    #expect(kind("link") == .link)
    #expect(kind("pipe") == .other)
    #expect(kind("none") == .unknown)
  }
}
