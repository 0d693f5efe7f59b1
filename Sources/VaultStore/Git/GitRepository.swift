import VaultCore
import VaultPlatform

/// The repository that a folder belongs to, which may be the folder itself or one above it.
package struct GitRepository: Sendable {
  let git: GitProcess
  /// Where its files are. An absolute path.
  package let workTree: [UInt8]
  /// What belongs to this work tree alone: its HEAD, its index, the operation under way. An absolute path.
  let folder: String
  /// What all work trees of the repository share. An absolute path.
  let commonFolder: String
  /// What stands before the path of a file of the folder to make it one of the repository: empty, or with a `/` at its end.
  let prefix: [UInt8]

  /// Throws `GitError` where there is none.
  package init(of folder: String, variables: [String: String], cancellation: Cancellation? = nil) throws {
    git = GitProcess(folder: folder, variables: variables, cancellation: cancellation)
    let answers = try Self.answers(
      to: ["--is-inside-work-tree", "--git-dir", "--git-common-dir", "--show-toplevel", "--show-prefix"], git)
    guard let answers else { throw GitError(.noWorkTree(folder), command: "rev-parse") }
    self.folder = String(decoding: answers[1], as: UTF8.self)
    commonFolder = String(decoding: answers[2], as: UTF8.self)
    workTree = Array(answers[3])
    prefix = Array(answers[4])
  }

  /// The repository that a vault is in; nil where there is none, or none that can be asked: git is missing, or does not trust
  /// it.
  static func ifThere(for reader: VaultReader) throws -> GitRepository? {
    do {
      return try GitRepository(
        of: reader.location.root, variables: reader.environment.variables, cancellation: reader.cancellation)
    } catch let error as GitError {
      switch error.cause {
      case .noProgram, .noRepository, .noWorkTree, .ofOtherUser: return nil
      case .unknownRevision, .notInShallowClone, .system, .complaint: throw error
      }
    }
  }

  /// Nil where the first is not true. All are asked for at once, and each by itself where one of them has several lines.
  private static func answers(to questions: [String], _ git: GitProcess) throws -> [ArraySlice<UInt8>]? {
    func ask(_ questions: [String]) throws -> ArraySlice<UInt8> {
      try git.read(["rev-parse", "--path-format=absolute"] + questions).dropLast()
    }
    guard try ask([questions[0]]).elementsEqual("true".utf8) else { return nil }
    let lines = try ask(questions).split(separator: 0x0A, omittingEmptySubsequences: false)
    return try lines.count == questions.count ? lines : questions.map { try ask([$0]) }
  }

  /// The path of a file in the repository.
  func bytes(of path: NotePath) -> [UInt8] { prefix + path.bytes }

  /// The path of a file of the repository in the folder; nil where it is outside.
  func path(of bytes: some Collection<UInt8>) -> NotePath? {
    bytes.starts(with: prefix) ? NotePath(bytes: bytes.dropFirst(prefix.count)) : nil
  }

  /// True for a file that a sparse work tree does not have.
  func leavesOut(_ path: NotePath) throws -> Bool {
    try git.read(["ls-files", "-t", "-z", "--", path.text]).first == UInt8(ascii: "S")
  }
}
