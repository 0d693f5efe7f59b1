import Foundation
import VaultCore

/// What became of a file of the vault since some commit.
package struct GitChange: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case added, modified, deleted, renamed, untracked
  }

  package var kind: Kind
  package var path: NotePath
  /// What it was called, where it was renamed.
  package var from: NotePath?
}

extension GitRepository {
  /// What differs between a commit and the files as they are, and the files that git does not know, by path. `revision`: as
  /// `revision(_:_:)` gives it; nil for a repository that has no commit yet.
  func changes(since revision: String?) throws -> [GitChange] {
    let tree = try revision ?? emptyTree()
    let answer = try git.readWorkTree([
      "diff", "--name-status", "-z", "--find-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all",
      tree,
      "--",
    ])
    var changes: [GitChange] = []
    var fields = GitFields(answer).fields[...]
    while let status = fields.popFirst(), let first = fields.popFirst() {
      switch status.first {
      case UInt8(ascii: "R"), UInt8(ascii: "C"):
        guard let second = fields.popFirst() else { break }
        changes += renamed(from: path(of: first), to: path(of: second))
      case UInt8(ascii: "A"): changes += path(of: first).map { [GitChange(kind: .added, path: $0)] } ?? []
      case UInt8(ascii: "D"): changes += path(of: first).map { [GitChange(kind: .deleted, path: $0)] } ?? []
      default: changes += path(of: first).map { [GitChange(kind: .modified, path: $0)] } ?? []
      }
    }
    // A path that is unmerged is named twice.
    changes = changes.uniqued(by: \.path)
    let known = Set(changes.map(\.path))
    for path in try untracked() where !known.contains(path) { changes.append(GitChange(kind: .untracked, path: path)) }
    return changes.sorted { $0.path < $1.path }
  }

  /// What moves into the vault or out of it is new or gone there.
  private func renamed(from: NotePath?, to: NotePath?) -> [GitChange] {
    switch (from, to) {
    case (let from?, let to?): [GitChange(kind: .renamed, path: to, from: from)]
    case (let from?, nil): [GitChange(kind: .deleted, path: from)]
    case (nil, let to?): [GitChange(kind: .added, path: to)]
    case (nil, nil): []
    }
  }

  /// The files of the vault that git neither knows nor ignores.
  private func untracked() throws -> [NotePath] {
    try GitFields(git.read(["ls-files", "--others", "--exclude-standard", "-z", "--full-name"])).fields
      .compactMap { path(of: $0) }
  }

  func emptyTree() throws -> String {
    String(decoding: try git.read(["hash-object", "-t", "tree", "--stdin"]).dropLast(), as: UTF8.self)
  }

  /// The commit that a text means: a revision of git, or a day (`yesterday`, `2026-01-31`, `last week`), which is the last
  /// commit before it. Nil for `HEAD` where there is no commit yet. Throws `GitError` for what is neither.
  func revision(_ text: String, in vault: Vault) throws -> String? {
    if !text.isEmpty, text.utf8.first != UInt8(ascii: "-"), let commit = try commit(text) { return commit }
    if try commit("HEAD") == nil { return nil }
    let day: CivilDate?
    do throws(QueryError) { day = try DateExpression.past(vault.queryContext).range(of: text).lower } catch {
      throw GitError(try isShallow ? .notInShallowClone(text) : .unknownRevision(text), command: "rev-parse")
    }
    guard let day else { return try emptyTree() }
    let start = Int64(vault.environment.start(of: day).timeIntervalSince1970)
    let before = try git.read(["rev-list", "--max-count=1", "--before=\(start - 1)", "HEAD", "--"])
    return before.isEmpty ? try emptyTree() : String(decoding: before.dropLast(), as: UTF8.self)
  }

  /// The full number of a commit; nil where the text names none.
  private func commit(_ text: String) throws -> String? {
    let answer = try git.read(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", text + "^{commit}"], accepting: 0...128)
    // A range gives several, or one with a sign before it.
    let lines = answer.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    return lines.count == 1 && lines[0].count >= 40 && lines[0].first != "^" ? lines[0] : nil
  }
}
