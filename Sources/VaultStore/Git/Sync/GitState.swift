import VaultCore
import VaultPlatform

/// Where a work tree stands: on which branch, and where that branch comes from and goes to.
struct GitState {
  /// Where the branch is fetched from and sent to.
  struct Upstream: Hashable {
    /// `origin`, or `.` for a branch of the same repository.
    var remote: String
    /// The branch there: `refs/heads/main`.
    var branch: String
    /// Where the repository keeps what it has fetched: `refs/remotes/origin/main`.
    var tracking: String
    /// For people: `origin/main`.
    var name: String {
      for prefix in ["refs/remotes/", "refs/heads/"] where tracking.hasPrefix(prefix) {
        return String(tracking.dropFirst(prefix.count))
      }
      return tracking
    }
  }

  /// `refs/heads/main`.
  let branch: String
  /// Nil before the first commit.
  var head: String?
  let remotes: [String]

  var branchName: String { String(branch.dropFirst("refs/heads/".count)) }

  /// Throws `SyncError` where a person has begun something with git that has to be ended first.
  init(_ repository: GitRepository) throws {
    let (status, branch) = try repository.git.answer(["symbolic-ref", "--quiet", "HEAD"], accepting: 0...1)
    try Self.checkOperations(repository)
    guard status == 0 else { throw SyncError.detachedHead }
    self.branch = String(decoding: branch.dropLast(), as: UTF8.self)
    head = try repository.head()
    remotes = String(decoding: try repository.git.read(["remote"]), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  /// An operation of git that waits for a person, and how it is ended.
  private static let operations: [(file: String, name: String, ends: String)] = [
    ("rebase-merge", "rebase", "`git rebase --continue` or `git rebase --abort`"),
    ("rebase-apply/applying", "series of patches", "`git am --continue` or `git am --abort`"),
    ("rebase-apply", "rebase", "`git rebase --continue` or `git rebase --abort`"),
    ("CHERRY_PICK_HEAD", "cherry-pick", "`git cherry-pick --continue` or `git cherry-pick --abort`"),
    ("REVERT_HEAD", "revert", "`git revert --continue` or `git revert --abort`"),
    // Several commits, of which the one that was open has been committed.
    (sequence, "cherry-pick", "`git cherry-pick --continue` or `git cherry-pick --abort`"),
    ("MERGE_HEAD", "merge", "`git commit`, once nothing is open any more, or `git merge --abort`"),
    ("BISECT_LOG", "bisect", "`git bisect reset`"),
  ]

  private static let sequence = "sequencer"

  /// True where the several commits that are gone through are taken back.
  private static func reverts(_ repository: GitRepository) throws -> Bool {
    try AtomicFile.read("\(repository.folder)/\(sequence)/todo", limit: .max)?.starts(with: "revert ".utf8) ?? false
  }

  private static func checkOperations(_ repository: GitRepository) throws {
    let unmerged = try GitFields(repository.git.read(["ls-files", "--unmerged", "-z", "--full-name"])).fields
    let paths = unmerged.compactMap { field in
      field.firstIndex(of: 0x09).map { String(decoding: field[($0 + 1)...], as: UTF8.self) }
    }
    for operation in operations where isThere(operation.file, repository) {
      func name(_ text: String) throws -> String {
        try operation.file == sequence && reverts(repository) ? text.replacing("cherry-pick", with: "revert") : text
      }
      throw try SyncError.underWay(
        name(operation.name), ends: name(operation.ends), unmerged: paths.uniqued(by: \.self).count)
    }
    if let path = paths.first { throw SyncError.unmerged(path) }
  }

  private static func isThere(_ file: String, _ repository: GitRepository) -> Bool {
    VaultPlatform.status(of: repository.folder + "/" + file) != nil
  }

  /// True where an operation of git waits for a person.
  static func isUnderWay(_ repository: GitRepository) -> Bool {
    operations.contains { isThere($0.file, repository) }
  }

  /// Nil where the branch has none.
  func upstream(_ repository: GitRepository) throws -> Upstream? {
    let answer = try repository.git.read([
      "for-each-ref", "--format=%(refname)%00%(upstream)%00%(upstream:remotename)%00%(upstream:remoteref)%00", branch,
    ])
    // The pattern also finds what lies below a branch of that name.
    let fields = GitFields(answer).strings
    guard fields.count >= 4, fields[0] == branch else { return try upstreamOfUnborn(repository) }
    guard !fields[1].isEmpty, !fields[2].isEmpty, !fields[3].isEmpty else { return nil }
    return Upstream(remote: fields[2], branch: fields[3], tracking: fields[1])
  }

  /// Git knows no branch before its first commit, but its configuration.
  private func upstreamOfUnborn(_ repository: GitRepository) throws -> Upstream? {
    func setting(_ name: String) throws -> String? {
      let (status, value) = try repository.git.answer(
        ["config", "--get", "branch.\(branchName).\(name)"], accepting: 0...1)
      return status == 0 ? String(decoding: value.dropLast(), as: UTF8.self) : nil
    }
    guard let remote = try setting("remote"), remote != ".", let branch = try setting("merge"),
      branch.hasPrefix("refs/heads/")
    else { return nil }
    return Upstream(
      remote: remote, branch: branch, tracking: "refs/remotes/\(remote)/\(branch.dropFirst("refs/heads/".count))")
  }
}
