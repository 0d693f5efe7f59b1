import VaultCore
import VaultPlatform

/// Something that git could not do, or refused.
package struct GitError: Failure, Hashable {
  package enum Cause: Hashable, Sendable {
    case noProgram
    /// The folder belongs to no repository.
    case noRepository(String)
    /// The folder is one of git's own, or in a repository without files.
    case noWorkTree(String)
    /// Git does not trust a repository of another user's.
    case ofOtherUser(String)
    case unknownRevision(String)
    /// The same in a clone that has only the last commits.
    case notInShallowClone(String)
    case system(String)
    /// In git's own words.
    case complaint(String)
  }

  package let cause: Cause
  /// The command of git, as `status`.
  let command: String

  init(_ cause: Cause, command: String) { (self.cause, self.command) = (cause, command) }

  package var kind: FailureKind {
    switch cause {
    case .noProgram, .noRepository, .noWorkTree: .noPlace
    case .ofOtherUser: .refused
    case .unknownRevision, .notInShallowClone: .badArgument
    case .system, .complaint: .unreadable
    }
  }

  package var message: Message {
    switch cause {
    case .noProgram: "git is not installed, or not in PATH; install it to use what rests on it"
    case .noRepository(let folder):
      "\(folder): no git repository; make one with `git init`, or clone one"
    case .noWorkTree(let folder):
      """
      \(folder): a bare git repository, or git's own folder in one, which has no files to work with; clone it with \
      `git clone`, or go to the folder that holds .git
      """
    case .ofOtherUser(let folder):
      """
      \(folder): the repository belongs to another user, and git does not trust it; if you do, type \
      `git config --global --add safe.directory \(folder.shellWord)`
      """
    case .unknownRevision(let revision):
      "\"\(revision)\" is no revision of this repository; name a commit, a branch or a tag, or a day such as yesterday"
    case .notInShallowClone(let revision):
      """
      "\(revision)" is no revision that this clone has: it is shallow; get the rest by `git fetch --unshallow`, or by \
      fetch-depth: 0 where GitHub checks it out
      """
    case .system(let cause): "git \(command): \(cause)"
    case .complaint(let text): "git \(command): \(text)"
    }
  }
}

extension GitError {
  init(_ arguments: [String], _ failure: AnsweredCall.Failure) {
    command = Self.command(of: arguments)
    cause =
      switch failure {
      case .cannotStart(_, ENOENT): .noProgram
      default: .system("\(failure)")
      }
  }

  private static let progress = ["Enumerating", "Counting", "Compressing", "Total"].map { "remote: \($0) " }

  /// What git complained of in a call that failed. `folder`: where it was asked.
  init(_ arguments: [String], _ call: AnsweredCall, in folder: String) {
    command = Self.command(of: arguments)
    let text = String(decoding: call.complaint, as: UTF8.self)
    if text.contains("not a git repository") {
      cause = .noRepository(folder)
    } else if text.contains("dubious ownership") {
      cause = .ofOtherUser(folder)
    } else {
      let words = Self.words(of: text)
      cause = .complaint(words.isEmpty ? "it ended with status \(call.status)" : words)
    }
  }

  /// What git wrote, in one line. What tells how far a transfer is says nothing of what went wrong, and an address may have a
  /// password in it.
  private static func words(of complaint: String) -> String {
    let text = complaint.replacing(/:\/\/[^\/@\s]*@/, with: "://").replacing("\nand ", with: " and ")
    let lines = text.split(whereSeparator: \.isNewline).filter { line in
      !line.contains("% (") && !progress.contains { line.hasPrefix($0) }
    }
    return lines.map { line in
      let label = ["fatal: ", "error: "].first { line.hasPrefix($0) } ?? ""
      let isEnd = { (character: Character) in character == "." || character.isWhitespace }
      return String(line.dropFirst(label.count).reversed().drop(while: isEnd).reversed())
    }.joined(separator: "; ")
  }

  /// True where another machine did not let this user in: asking again would not help.
  package var isDenied: Bool {
    guard case .complaint(let text) = cause else { return false }
    return [
      "Authentication failed", "Permission denied (", "Permission to ", "could not read Username",
      "could not read Password",
      "Host key verification failed", "requested URL returned error: 401", "requested URL returned error: 403",
    ].contains { text.contains($0) }
  }

  /// The file by which another git keeps this one out; nil where that is not the trouble.
  var lock: String? {
    guard case .complaint(let text) = cause else { return nil }
    guard let end = text.firstRange(of: ".lock': File exists"), let start = text.firstRange(of: "Unable to create '"),
      start.upperBound < end.lowerBound
    else { return nil }
    return text[start.upperBound..<end.lowerBound] + ".lock"
  }

  /// What git says of files that it would have to overwrite or to delete; nil where that is not the trouble.
  var inTheWay: String? {
    guard case .complaint(let text) = cause else { return nil }
    return ["would be overwritten", "would be removed", "would lose untracked files", "not uptodate"]
      .contains { text.contains($0) } ? text : nil
  }

  /// The first word that is no option of git itself.
  private static func command(of arguments: [String]) -> String {
    var rest = arguments[...]
    while let word = rest.first, word.hasPrefix("-") { rest = rest.dropFirst(word == "-c" || word == "-C" ? 2 : 1) }
    return rest.first ?? ""
  }
}
