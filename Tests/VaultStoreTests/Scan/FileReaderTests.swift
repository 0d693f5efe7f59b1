import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultStore

@Suite struct FileReaderTests {
  private func read(
    _ path: String, in folder: TemporaryFolder, root: String = "", isLink: Bool = false, limit: Int = 1 << 20
  ) throws -> FileContent {
    try FileReader(root: folder.absolute(root)).read(NotePath(path), isLink: isLink, limit: limit)
  }

  @Test(arguments: [0, 1, 4_095, 4_096, 70_000])
  func readsEveryByte(size: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write(bytes, to: "a/b/x.md")
    let content = try read("a/b/x.md", in: folder, limit: size)
    #expect(content.bytes == bytes)
    #expect(content.stamp.size == Int64(size))
    #expect(content.stamp == (try ScannedTree(folder).folder("a/b")?.notes.first?.stamp))
  }

  @Test func oneReaderReadsManyFolders() throws {
    let folder = try TemporaryFolder()
    let paths = ["x.md", "a/x.md", "a/y.md", "a/b/x.md", "c/x.md", "a/z.md"]
    for path in paths { try folder.write(path, to: path) }
    let reader = try FileReader(root: folder.path)
    for path in paths {
      #expect(try reader.read(NotePath(path), limit: 100).bytes == Array(path.utf8))
    }
  }

  /// Whatever folders are open from the files before, each file is its own.
  @Test(arguments: [false, true]) func theOrderOfTheFilesDoesNotMatter(_ canOpenBeneath: Bool) throws {
    let folder = try TemporaryFolder()
    let paths = [
      "x", "a/x", "ab/x", "a/b/x", "a/bc/x", "a/b/c/x", "a/b/c/d/x", "a/b/c/d/e/x", "a/b/c/d/e/f/x", "a/b/c/d/ef/x",
      "a/b/c/de/f/x", "b/c/d/e/f/g/x", "a/b/c/d/e/f/g/h/x",
    ]
    for path in paths { try folder.write(path, to: path) }
    let reader = try FileReader(root: folder.path, canOpenBeneath: canOpenBeneath)
    for first in paths {
      for second in paths {
        for path in [first, second] {
          #expect(try reader.read(NotePath(path), limit: 100).bytes == Array(path.utf8), "\(first), \(second)")
        }
        #expect(throws: FileReadError.self) { try reader.read(NotePath(second + "/none/x"), limit: 100) }
      }
    }
  }

  /// A file of a folder that none was read from before is opened by its whole path, others from their folder.
  @Test(arguments: [false, true]) func noFolderOfAPathMayBeALink(_ canOpenBeneath: Bool) throws {
    let folder = try TemporaryFolder()
    for path in ["a/b/x", "a/b/y", "outside/x", "file"] { try folder.write(path, to: path) }
    try folder.link("a/linked", to: "b")
    try folder.link("a/b/link", to: "x")
    let reader = try FileReader(root: folder.path, canOpenBeneath: canOpenBeneath)
    for path in ["a/linked/x", "a/b/link", "file/x", "a/linked/x"] {
      let error = #expect(throws: FileReadError.self) { try reader.read(NotePath(path), limit: 100) }
      #expect(error?.cause == .link && error?.path == NotePath(path))
    }
    for path in ["a/b/none", "none/x", "a/none/x"] {
      let error = #expect(throws: FileReadError.self) { try reader.read(NotePath(path), limit: 100) }
      #expect(error?.cause == .system(ENOENT) && error?.path == NotePath(path))
    }
    for path in ["a/b/x", "outside/x", "a/b/y", "a/b/x"] {
      #expect(try reader.read(NotePath(path), limit: 100).bytes == Array(path.utf8))
    }
    #expect(throws: FileReadError(NotePath("outside/x"), .tooLarge(size: 9, limit: 8))) {
      try reader.read(NotePath("outside/x"), limit: 8)
    }
    let error = #expect(throws: FileReadError.self) { try reader.read(NotePath("a/b"), limit: 100) }
    #expect(error?.cause == .notRegular && error?.path == NotePath("a/b"))
  }

  @Test func undecodableAndLongPaths() throws {
    let folder = try TemporaryFolder()
    let long = Array(repeating: String(repeating: "d", count: 50), count: 120).joined(separator: "/") + "/x.md"
    try folder.write("deep", to: long)
    #expect(try read(long, in: folder).bytes == Array("deep".utf8))
    #if !canImport(Darwin)
      let name: [UInt8] = [0xFF] + Array(".md".utf8)
      try folder.write([7], to: name)
      #expect(try FileReader(root: folder.path).read(NotePath(bytes: name), limit: 10).bytes == [7])
    #endif
  }

  @Test(arguments: [
    "", "/etc/passwd", "../x.md", "a/../../x.md", "a/..", ".", "./x.md", "a//x.md", "a/", "x.md\0",
  ])
  func pathsThatLeaveTheRootAreRefused(path: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "vault/a/x.md")
    try folder.write("x", to: "x.md")
    #expect(throws: FileReadError(NotePath(path), .outside)) { try read(path, in: folder, root: "vault") }
  }

  @Test func linksAreFollowedOnRequestAndInsideOnly() throws {
    let folder = try TemporaryFolder()
    try folder.write("secret", to: "outside/x.md")
    try folder.write("inside", to: "vault/data/x.txt")
    try folder.link("vault/in.md", to: "data/x.txt")
    try folder.link("vault/out.md", to: "../outside/x.md")
    try folder.link("vault/folder", to: "../outside")
    #expect(try read("in.md", in: folder, root: "vault", isLink: true).bytes == Array("inside".utf8))
    #expect(throws: FileReadError(NotePath("in.md"), .link)) { try read("in.md", in: folder, root: "vault") }
    #expect(throws: FileReadError(NotePath("out.md"), .outside)) {
      try read("out.md", in: folder, root: "vault", isLink: true)
    }
    #expect(throws: FileReadError(NotePath("folder/x.md"), .link)) {
      try read("folder/x.md", in: folder, root: "vault")
    }
    #expect(throws: FileReadError(NotePath("folder/x.md"), .outside)) {
      try read("folder/x.md", in: folder, root: "vault", isLink: true)
    }
  }

  @Test func whatIsNoFileIsRefusedAtOnce() throws {
    let folder = try TemporaryFolder()
    try folder.makeFIFO("pipe.md")
    try folder.makeFolder("folder.md")
    #expect(throws: FileReadError(NotePath("pipe.md"), .notRegular)) { try read("pipe.md", in: folder) }
    #expect(throws: FileReadError(NotePath("folder.md"), .notRegular)) { try read("folder.md", in: folder) }
    #expect(throws: FileReadError(NotePath("none.md"), .system(ENOENT))) { try read("none.md", in: folder) }
    #expect(throws: FileReadError(NotePath("none/x.md"), .system(ENOENT))) { try read("none/x.md", in: folder) }
  }

  @Test func theLimitHolds() throws {
    let folder = try TemporaryFolder()
    try folder.write("12345", to: "x.md")
    #expect(throws: FileReadError(NotePath("x.md"), .tooLarge(size: 5, limit: 4))) {
      try read("x.md", in: folder, limit: 4)
    }
    #expect(throws: FileReadError(NotePath("x.md"), .tooLarge(size: 5, limit: 0))) {
      try read("x.md", in: folder, limit: -1)
    }
    #expect(try read("x.md", in: folder, limit: .max).bytes.count == 5)
  }

  @Test(.enabled(if: getuid() != 0, "root can read everything"))
  func unreadableFilesSayHowToChangeThat() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "x.md")
    try folder.setMode(0, of: "x.md")
    let error = #expect(throws: FileReadError.self) { try read("x.md", in: folder) }
    #expect(error?.cause == .system(EACCES) && error?.path == NotePath("x.md"))
    #expect(error?.description == "x.md: cannot be read: Permission denied; `chmod u+r` would allow it")
  }

  @Test func errorsNameThePath() {
    let path = NotePath("a/x.md")
    let causes: [FileReadFailure] = [
      .system(ENOENT), .system(EIO), .system(EPERM), .notRegular, .link, .outside, .tooLarge(size: 9, limit: 8),
    ]
    let errors = causes.map { FileReadError(path, $0) }
    for error in errors {
      #expect(error.path == path)
      #expect(error.description.hasPrefix("a/x.md: "))
    }
    #expect(Set(errors.map(\.description)).count == errors.count)
  }
}
