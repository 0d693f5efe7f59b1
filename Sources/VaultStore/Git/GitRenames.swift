import VaultCore

/// What became of the files of a vault that its history once had under other names.
struct GitRenames {
  /// The commits that took a file away from its name, the latest first, by what links called it.
  private let lost: [String: [(path: NotePath, commit: String)]]
  private let repository: GitRepository?
  /// What was renamed since the last commit.
  private let uncommitted: [NotePath: NotePath]

  /// What is known where nobody has to know.
  static let none = GitRenames(lost: [:], repository: nil, uncommitted: [:])

  private init(
    lost: [String: [(path: NotePath, commit: String)]], repository: GitRepository?, uncommitted: [NotePath: NotePath]
  ) {
    (self.lost, self.repository, self.uncommitted) = (lost, repository, uncommitted)
  }

  /// Nothing is known where there is no repository or no git.
  init(of reader: VaultReader) throws {
    guard let repository = try GitRepository.ifThere(for: reader) else {
      self = .none
      return
    }
    // Each commit's number stands before its names, the first of which begins with a line's end.
    let answer = try repository.git.read(
      ["log", "--no-renames", "--diff-filter=D", "--format=%H", "--name-only", "-z", "HEAD"], accepting: 0...128)
    var lost: [String: [(path: NotePath, commit: String)]] = [:]
    var commit = ""
    for field in GitFields(answer).fields {
      if Self.isCommit(field) { commit = String(decoding: field, as: UTF8.self) }
      guard !Self.isCommit(field), let path = repository.path(of: field.drop { $0 == 0x0A }) else { continue }
      for key in LinkKey.all(to: path, aliases: []) { lost[key, default: []].append((path, commit)) }
    }
    var renamed: [NotePath: NotePath] = [:]
    for change in try repository.changes(since: repository.revision("HEAD", in: reader.vault)) {
      if let from = change.from { renamed[from] = change.path }
    }
    self.init(lost: lost, repository: repository, uncommitted: renamed)
  }

  private static func isCommit(_ text: ArraySlice<UInt8>) -> Bool {
    (text.count == 40 || text.count == 64) && text.allSatisfy { $0.isDigit || (0x61...0x66).contains($0) }
  }

  /// The files that links by one of these keys once led to, the latest first.
  func oldNames(_ keys: [String]) -> [NotePath] {
    let renamed = uncommitted.keys.filter { !LinkKey.all(to: $0, aliases: []).isDisjoint(with: keys) }.sorted()
    return (renamed + keys.flatMap { lost[$0] ?? [] }.map(\.path)).uniqued(by: \.self)
  }

  /// What a file is called now, as far as git can tell; nil where it was deleted.
  func newName(of path: NotePath) throws -> NotePath? {
    guard let repository else { return nil }
    var path = path
    // A file that was renamed in a ring would go on for ever.
    var seen: Set<NotePath> = []
    while seen.insert(path).inserted {
      if let next = uncommitted[path] { return next }
      guard let commit = lost[LinkResolver.key(path.name)]?.first(where: { $0.path == path })?.commit else { break }
      guard let next = try repository.renames(in: commit)[path] else { return seen.count > 1 ? path : nil }
      path = next
    }
    return path
  }
}

extension GitRepository {
  /// The files of the vault that a commit renamed, with their new names.
  func renames(in commit: String) throws -> [NotePath: NotePath] {
    let answer = try git.read([
      "diff-tree", "-r", "-z", "--no-commit-id", "--find-renames", "--diff-filter=R", "--name-status", commit,
    ])
    var renames: [NotePath: NotePath] = [:]
    var fields = GitFields(answer).fields[...]
    while fields.popFirst() != nil, let from = fields.popFirst(), let to = fields.popFirst() {
      if let from = path(of: from), let to = path(of: to) { renames[from] = to }
    }
    return renames
  }
}
