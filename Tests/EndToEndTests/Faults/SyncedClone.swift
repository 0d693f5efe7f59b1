import Foundation
import Testing
import VaultPlatform
import VaultTestSupport

/// A clone of a repository that `vault sync`, the program that was built, keeps in step with others.
struct SyncedClone {
  let repository: TestRepository
  /// The folder of the user, with what vault keeps for itself. Absolute.
  private let home: String

  /// `home`: an absolute path, by which this machine's processes are known, too.
  init(_ repository: TestRepository, home: String) throws {
    (self.repository, self.home) = (repository, home)
    try FileManager.default.createDirectory(atPath: home + "/tmp", withIntermediateDirectories: true)
  }

  var path: String { repository.path }

  /// Nothing of this user's, and the clock as it is.
  var environment: [String: String] {
    var variables = repository.variables
    for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] { variables[name] = nil }
    return variables.merging(["HOME": home, "TMPDIR": home + "/tmp", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
  }

  // MARK: Syncs

  /// `tracer`: a program with its options that runs another one.
  func sync(_ options: [String] = [], under tracer: [String] = []) throws -> Outcome {
    let call = try AnsweredCall(
      tracer + [Sandbox.program, "--vault", path, "sync"] + options, environment: environment,
      limits: AnsweredCall.Limits(seconds: 300))
    return Outcome(output: call.output, errors: call.complaint, status: call.status)
  }

  /// A vault that is killed leaves the git that it has just started alone. That one ends by itself, and with the lock that
  /// it may hold: nobody but git itself deletes that.
  func waitForOrphans() throws {
    let mark = Data("HOME=\(home)\0".utf8)
    let deadline = ContinuousClock.now + .seconds(60)
    while Self.processes().contains(where: { $0.range(of: mark) != nil }) {
      guard ContinuousClock.now < deadline else { throw Orphans() }
      usleep(10_000)
    }
    // Systems without that list of processes.
    if !FileManager.default.fileExists(atPath: "/proc/self/environ") { sleep(1) }
  }

  struct Orphans: Error, CustomStringConvertible {
    var description: String { "a git that a killed vault had started is still there" }
  }

  /// The environments of all processes.
  private static func processes() -> [Data] {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return numbers.filter { $0.allSatisfy(\.isNumber) }.compactMap {
      // Another one ends meanwhile.
      try? Data(contentsOf: URL(fileURLWithPath: "/proc/\($0)/environ"))
    }
  }

  // MARK: What is there

  /// All files but git's and vault's own, by path.
  func files() throws -> [String: [UInt8]] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      ![".git", ".vault"].contains(name.prefix { $0 != "/" })
    }
    return try Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        var isFolder: ObjCBool = false
        let file = path + "/" + name
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder), !isFolder.boolValue else {
          return nil
        }
        return (name, Array(try Data(contentsOf: URL(fileURLWithPath: file))))
      })
  }

  /// What must hold at every moment: no file has marks of a conflict, and git has no merge under way.
  func checkNothingIsOpen(_ when: Comment) throws {
    for (name, bytes) in try files() {
      let lines = bytes.split(separator: 0x0A)
      let marks = lines.filter { $0.starts(with: "<<<<<<<".utf8) || $0.starts(with: ">>>>>>>".utf8) }
      #expect(marks.isEmpty, "\(name), \(when)")
    }
    for name in ["MERGE_HEAD", "index.lock"] {
      #expect(!FileManager.default.fileExists(atPath: path + "/.git/" + name), "\(name), \(when)")
    }
  }

  /// Where a sync has come to its end.
  func checkAllIsDone(_ when: Comment) throws {
    try checkNothingIsOpen(when)
    #expect(try repository.git("status", "--porcelain") == "", when)
    #expect(try repository.git("for-each-ref", "refs/vault/arriving") == "", when)
    let complaints = try repository.git("fsck", "--full", "--no-dangling")
    #expect(complaints.isEmpty, when)
  }

  /// The texts of files in all commits that a branch or another name leads to.
  struct Committed {
    /// The numbers of all objects.
    var objects: Set<Substring> = []
    /// Of those that were not known before, by number.
    var texts: [Substring: [UInt8]] = [:]
  }

  func committed(except known: Set<Substring> = []) throws -> Committed {
    let listing = try answer([
      "rev-list", "--all", "--objects", "--filter=object:type=blob", "--filter-provided-objects",
    ])
    // `number path`
    let objects = Set(
      String(decoding: listing, as: UTF8.self).split(separator: "\n").map { $0.prefix { $0 != " " } })
    var result = Committed(objects: objects)
    let new = objects.subtracting(known)
    if new.isEmpty { return result }
    var rest = try answer(["cat-file", "--batch"], input: new.joined(separator: "\n") + "\n")[...]
    while let end = rest.firstIndex(of: 0x0A) {
      // `number type size`
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 3, let size = Int(words[2]) else { throw Unreadable(line: words.joined(separator: " ")) }
      result.texts[words[0]] = Array(rest[(end + 1)...].prefix(size))
      rest = rest[(end + 1)...].dropFirst(size + 1)
    }
    return result
  }

  struct Unreadable: Error { var line: String }

  private func answer(_ arguments: [String], input: String = "") throws -> [UInt8] {
    let call = try AnsweredCall(
      ["git", "-C", path] + arguments, environment: environment, input: Array(input.utf8),
      limits: AnsweredCall.Limits(seconds: 120))
    guard call.status == 0 else { throw Unreadable(line: String(decoding: call.complaint, as: UTF8.self)) }
    return call.output
  }
}
