import Foundation
import Testing
import VaultTestSupport

@testable import VaultStore

/// The real git as the judge of what is ignored.
private struct Git {
  let folder: TemporaryFolder

  static let isAvailable = (try? run(["--version"], in: NSTemporaryDirectory(), input: [])) != nil

  init(_ folder: TemporaryFolder) throws {
    self.folder = folder
    _ = try Self.run(["init", "-q"], in: folder.path, input: [])
  }

  /// Those of the paths that git ignores.
  func ignored(_ paths: [String]) throws -> Set<String> {
    let input = paths.map { $0 + "\0" }.joined()
    let output = try Self.run(
      ["-c", "core.ignorecase=false", "check-ignore", "-z", "--stdin"], in: folder.path, input: Array(input.utf8))
    return Set(output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }

  private static func run(_ arguments: [String], in folder: String, input: [UInt8]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let (into, from) = (Pipe(), Pipe())
    process.standardInput = into
    process.standardOutput = from
    process.standardError = FileHandle.nullDevice
    try process.run()
    try into.fileHandleForWriting.write(contentsOf: input)
    try into.fileHandleForWriting.close()
    let output = try from.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    // 1 means that nothing is ignored.
    guard process.terminationReason == .exit, process.terminationStatus <= 1 else {
      throw CocoaError(.executableLoad)
    }
    return Array(output)
  }
}

@Suite(.enabled(if: Git.isAvailable, "git is not installed")) struct IgnoreGitTests {
  private static let folderNames = ["a", "b", "ab", "foo", "x y", "a[b", "q#", "docs"]
  private static let fileNames = [
    "a", "b.md", "ab.md", "foo.md", "foo.txt", "x y.md", "[a].md", "a*.md", "!a.md", "#a.md", "é.md", "t.tar.gz",
    "b\\c.md", "a.MD", "z ", "-a.md",
  ]
  private static let pieces = [
    "a", "b", "ab", "foo", "docs", "x y", "*", "**", "?", "*.md", "*.txt", "a*", "*b", "?b", "[ab]", "[!a]", "[a-f]*",
    "[[:alpha:]]", "[", "a\\*", "\\a", "\\!a.md", "\\#a.md", "q#", "[[]a].md", "foo**", "**b", "b.md", "*.tar.gz",
    "*.[mM]D", "é.md", "?.md", "??.md", "z\\ ", "[^[:punct:]]*", "b\\\\c.md", "f?o", "***", "a[[]b", "[]-a]*",
  ]

  private func pattern(_ random: inout SeededGenerator) -> String {
    var text = (0..<Int.random(in: 1...3, using: &random))
      .compactMap { _ in Self.pieces.randomElement(using: &random) }
      .joined(separator: Bool.random(using: &random) ? "/" : "")
    if Int.random(in: 0..<4, using: &random) == 0 { text = "/" + text }
    if Int.random(in: 0..<4, using: &random) == 0 { text += "/" }
    if Int.random(in: 0..<4, using: &random) == 0 { text = "!" + text }
    if Int.random(in: 0..<12, using: &random) == 0 { text += "  " }
    return text
  }

  private func ignoreFile(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 1...6, using: &random)
    let lines = (0..<count).map { _ in pattern(&random) }
    return lines.joined(separator: Bool.random(using: &random) ? "\n" : "\r\n") + "\n# end\n"
  }

  /// Writes a tree of files, with ignore files in the root, in some folders and in the repository.
  private func makeTree(_ folder: TemporaryFolder, _ random: inout SeededGenerator) throws -> [String] {
    var folders = [""]
    for _ in 0..<14 {
      let parent = folders.randomElement(using: &random) ?? ""
      let name = Self.folderNames.randomElement(using: &random) ?? "a"
      let path = parent.isEmpty ? name : parent + "/" + name
      if !folders.contains(path) { folders.append(path) }
    }
    var files: Set<String> = []
    for parent in folders {
      for name in Self.fileNames where Int.random(in: 0..<3, using: &random) == 0 {
        let path = parent.isEmpty ? name : parent + "/" + name
        if folders.contains(path) { continue }
        files.insert(path)
        try folder.write("x", to: path)
      }
      try folder.makeFolder(parent)
      if parent.isEmpty || Int.random(in: 0..<4, using: &random) == 0 {
        try folder.write(ignoreFile(&random), to: parent.isEmpty ? ".gitignore" : parent + "/.gitignore")
      }
    }
    try folder.write(ignoreFile(&random), to: ".git/info/exclude")
    return files.sorted()
  }

  @Test(arguments: 0..<60)
  func agreesWithGit(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let git = try Git(folder)
    let files = try makeTree(folder, &random)
    let expected = Set(files).subtracting(try git.ignored(files))

    let tree = try ScannedTree(folder)
    #expect(Set(tree.notes + tree.files) == expected)

    // The same seen from a vault that is a folder of the repository.
    for root in Self.folderNames {
      guard folder.exists(root + "/"), try git.ignored([root]).isEmpty else { continue }
      let inner = try ScannedTree(folder, at: root)
      let found = Set((inner.notes + inner.files).map { root + "/" + $0 })
      #expect(found == expected.filter { $0.utf8.starts(with: (root + "/").utf8) })
    }
  }
}
