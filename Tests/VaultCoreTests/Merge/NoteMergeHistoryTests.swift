import Foundation
import Testing
import VaultCore
import VaultTestSupport

/// Every merge of a real vault's history anew: git and the people who merged as judges. Skipped where there is none.
@Suite(.enabled(if: History.isAvailable, "git or the history is not there")) struct NoteMergeHistoryTests {
  @Test func mergesOfRealNotes() throws {
    let folder = try TemporaryFolder()
    let history = try History(clonedInto: folder)
    var count = Count()
    for merge in try history.merges() {
      for note in try history.notesThatBothChanged(merge) {
        try look(at: note, history, &count)
      }
    }
    print(count)
    #expect(count.notes > 0)
    #expect(count.lostWords.isEmpty, "\(count.lostWords)")
    #expect(count.otherThanGit.isEmpty, "\(count.otherThanGit)")
    #expect(count.settledPlaces * 4 >= count.openPlaces, "\(count)")
  }

  private func look(at note: History.Note, _ history: History, _ count: inout Count) throws {
    count.notes += 1
    let result = NoteMerge.merge(base: note.base, ours: note.ours, theirs: note.theirs)
    let git = try history.mergeFile(note)
    var open = 0
    switch result {
    case .merged(let text):
      if let git, git != text { count.otherThanGit.append(note.name) }
      if git == nil {
        count.settledNotes += 1
        if text == note.merged { count.asThePerson += 1 }
      }
      let lost = lostWords(note, text)
      if !lost.isEmpty { count.lostWords.append("\(note.name): \(lost)") }
    case .open(let regions):
      open = regions.count { if case .open = $0 { true } else { false } }
      if git != nil { count.openWhereGitIsNot.append(note.name) }
    }
    let places = git == nil ? try history.conflicts(note) : 0
    count.openPlaces += places
    count.settledPlaces += max(0, places - open)
  }

  /// Words that one side has more often than the base, and that are not in the result.
  private func lostWords(_ note: History.Note, _ result: [UInt8]) -> Set<String> {
    func words(_ bytes: [UInt8]) -> [String: Int] {
      let text = bytes.split(separator: 0x0A).filter { line in
        !["updated:", "modified:", "lastmod:"].contains { line.starts(with: $0.utf8) }
      }
      return text.flatMap { $0.split { !$0.isASCIILetterOrDigit && $0 < 0x80 } }.reduce(into: [:]) {
        $0[String(decoding: $1, as: UTF8.self), default: 0] += 1
      }
    }
    let (base, made) = (words(note.base), words(result))
    let sides = [words(note.ours), words(note.theirs)]
    var lost: Set<String> = []
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      for (word, count) in side where count > base[word] ?? 0 {
        let gone = max(0, (base[word] ?? 0) - (other[word] ?? 0))
        if made[word] ?? 0 < count - gone { lost.insert(word) }
      }
    }
    return lost
  }

  private struct Count: CustomStringConvertible {
    var notes = 0
    /// Places that git leaves open, and how many of these are not.
    var openPlaces = 0
    var settledPlaces = 0
    /// Notes that git leaves open and that are not, and those of them that are as the person who merged has left them.
    var settledNotes = 0
    var asThePerson = 0
    var otherThanGit: [String] = []
    var openWhereGitIsNot: [String] = []
    var lostWords: [String] = []

    var description: String {
      "\(notes) notes that both sides changed; of \(openPlaces) places that git leaves open \(settledPlaces) are settled; "
        + "\(settledNotes) notes settled as a whole, \(asThePerson) as the person did; "
        + "\(openWhereGitIsNot.count) open where git is clean (\(openWhereGitIsNot.joined(separator: "; "))); \(otherThanGit.count) clean and other than git's"
    }
  }
}

/// A clone of the corpus' history.
private struct History {
  struct Note {
    var name: String
    var base: [UInt8]
    var ours: [UInt8]
    var theirs: [UInt8]
    /// As it was committed.
    var merged: [UInt8]?
  }

  struct Merge {
    var commit: String
    var parents: [String]
  }

  private static let bundle = RepositoryPlaces.corpus + "/history/obsidian-hub.bundle"
  static let isAvailable =
    FileManager.default.fileExists(atPath: bundle) && (try? run(["--version"], in: NSTemporaryDirectory())) != nil

  let folder: TemporaryFolder
  private var repository: String { folder.path + "/history" }

  init(clonedInto folder: TemporaryFolder) throws {
    self.folder = folder
    _ = try Self.run(["clone", "-q", "--bare", Self.bundle, folder.path + "/history"], in: folder.path)
  }

  func merges() throws -> [Merge] {
    let output = try Self.run(["rev-list", "--all", "--merges", "--parents"], in: repository).output
    return String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      let commits = line.split(separator: " ").map(String.init)
      return commits.count == 3 ? Merge(commit: commits[0], parents: Array(commits.dropFirst())) : nil
    }
  }

  func notesThatBothChanged(_ merge: Merge) throws -> [Note] {
    let found = try Self.run(["merge-base"] + merge.parents, in: repository)
    guard found.status == 0 else { return [] }
    let base = String(decoding: found.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let (ours, theirs) = (try blobs(base, merge.parents[0]), try blobs(base, merge.parents[1]))
    let both = ours.filter { path, change in theirs[path].map { $0.new != change.new } ?? false }
    guard !both.isEmpty else { return [] }
    let merged = try blobs(base, merge.commit)
    return try both.sorted { $0.key < $1.key }.map { path, change in
      Note(
        name: "\(merge.commit.prefix(10)) \(path)", base: try blob(change.old), ours: try blob(change.new),
        theirs: try blob(theirs[path]?.new ?? ""), merged: try merged[path].map { try blob($0.new) })
    }
  }

  /// The notes that were modified between two commits, each as it was and as it is.
  private func blobs(_ old: String, _ new: String) throws -> [String: (old: String, new: String)] {
    let output = try Self.run(
      ["diff-tree", "-r", "-z", "--diff-filter=M", old, new, "--", "*.md"], in: repository
    ).output
    let fields = output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    var blobs: [String: (old: String, new: String)] = [:]
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let parts = fields[index].split(separator: " ")
      if parts.count == 5 { blobs[fields[index + 1]] = (String(parts[2]), String(parts[3])) }
    }
    return blobs
  }

  private func blob(_ name: String) throws -> [UInt8] {
    try Self.run(["cat-file", "blob", name], in: repository).output
  }

  /// What git makes of a note; nil where it leaves a conflict.
  func mergeFile(_ note: Note) throws -> [UInt8]? {
    let result = try run(mergeFile: note, [])
    return result.status == 0 ? result.output : nil
  }

  /// How many places git leaves open.
  func conflicts(_ note: Note) throws -> Int { Int(try run(mergeFile: note, ["--diff3"]).status) }

  private func run(mergeFile note: Note, _ options: [String]) throws -> (status: Int32, output: [UInt8]) {
    for (name, bytes) in [("base", note.base), ("ours", note.ours), ("theirs", note.theirs)] {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    return try Self.run(["merge-file", "-p"] + options + ["ours", "base", "theirs"], in: folder.path)
  }

  private static func run(_ arguments: [String], in folder: String) throws -> (status: Int32, output: [UInt8]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    ]
    let from = Pipe()
    process.standardOutput = from
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try from.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus < 128 else {
      throw CocoaError(.executableLoad)
    }
    return (process.terminationStatus, Array(output))
  }
}
