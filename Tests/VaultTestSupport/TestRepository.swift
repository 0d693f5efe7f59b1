import Foundation
import VaultPlatform

/// A real repository in a folder of its own, made with the real git. Nothing of this user's configuration holds in it, and
/// its commits are made a minute after each other.
package final class TestRepository {
  package let folder: TemporaryFolder
  /// Relative to the folder.
  package let place: String
  /// A folder of programs that git finds before all others.
  private let programs: String?
  private var commits = 0

  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  /// `initialized`: false for a folder that a command is going to make one of.
  package init(
    in folder: TemporaryFolder, at place: String = "", initialized: Bool = true, programs: String? = nil
  ) throws {
    (self.folder, self.place, self.programs) = (folder, place, programs)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    if initialized { try git("init", "--quiet", "--initial-branch=main") }
  }

  package convenience init() throws { try self.init(in: TemporaryFolder()) }

  package var path: String { folder.absolute(place) }

  /// What git sees, and what the code that is tested hands over to it.
  package var variables: [String: String] {
    let minute = 1_760_000_000 + 60 * commits
    return [
      "PATH": (programs.map { $0 + ":" } ?? "") + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
      "HOME": folder.path,
      "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org", "GIT_COMMITTER_NAME": "Ada",
      "GIT_COMMITTER_EMAIL": "ada@example.org", "GIT_AUTHOR_DATE": "\(minute) +0000",
      "GIT_COMMITTER_DATE": "\(minute) +0000",
    ]
  }

  /// Runs git there and returns what it prints, without the last line's end. Throws where its status is another.
  @discardableResult
  package func git(_ arguments: String..., input: String = "", status: Int32 = 0) throws -> String {
    let call = try AnsweredCall(
      ["git", "-C", path] + arguments, environment: variables, input: Array(input.utf8),
      limits: AnsweredCall.Limits(seconds: 120))
    let output = String(decoding: call.output, as: UTF8.self)
    guard call.status == status else {
      throw Refusal(
        description: "git \(arguments.joined(separator: " ")): \(call.status): "
          + output + String(decoding: call.complaint, as: UTF8.self))
    }
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  package func write(_ text: String, to path: String) throws {
    try folder.write(text, to: place.isEmpty ? path : place + "/" + path)
  }

  package func text(of path: String) throws -> String {
    try String(contentsOfFile: self.path + "/" + path, encoding: .utf8)
  }

  /// Commits all that is there, and returns the commit's number.
  @discardableResult
  package func commit(_ subject: String = "Change") throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "-m", subject)
    commits += 1
    return try git("rev-parse", "HEAD")
  }
}
