import VaultCore

/// The files of a vault that are not as they were last committed.
struct GitStatus {
  private(set) var modified: Set<NotePath> = []
  private(set) var staged: Set<NotePath> = []
  private(set) var untracked: Set<NotePath> = []
  private(set) var conflicted: Set<NotePath> = []
  /// Those of `modified` that the last commit does not have, and those that are gone since.
  private(set) var added: Set<NotePath> = []
  private(set) var deleted: Set<NotePath> = []

  /// What is asked of git.
  static let question = [
    "status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=all", "--no-renames",
  ]

  init(_ repository: GitRepository) throws {
    self.init(try repository.git.readWorkTree(Self.question), repository)
  }

  /// `answer`: git's, to `question`.
  init(_ answer: [UInt8], _ repository: GitRepository) {
    for field in GitFields(answer).fields {
      switch field.first {
      case UInt8(ascii: "1"): add(field, repository)
      case UInt8(ascii: "u"): if let path = Self.path(field, behind: 10, repository) { conflicted.insert(path) }
      case UInt8(ascii: "?"): if let path = repository.path(of: field.dropFirst(2)) { untracked.insert(path) }
      default: break
      }
    }
    modified.formUnion(conflicted)
  }

  func paths(in state: Query.GitState) -> Set<NotePath> {
    switch state {
    case .modified: modified
    case .staged: staged
    case .untracked: untracked
    case .conflicted: conflicted
    }
  }

  /// `1 XY sub mH mI mW hH hI path`: X is what is staged, Y what is not; the modes are those of the last commit, of the
  /// index and of the file.
  private mutating func add(_ field: ArraySlice<UInt8>, _ repository: GitRepository) {
    guard let path = Self.path(field, behind: 8, repository), field.count > 3 else { return }
    if field[field.startIndex + 2] != UInt8(ascii: ".") { staged.insert(path) }
    modified.insert(path)
    let modes = field.split(separator: 0x20, maxSplits: 6)[3...5]
    if modes.first?.allSatisfy({ $0 == 0x30 }) == true { added.insert(path) }
    if modes.last?.allSatisfy({ $0 == 0x30 }) == true { deleted.insert(path) }
  }

  /// What stands behind so many blanks; nil outside of the vault.
  private static func path(_ field: ArraySlice<UInt8>, behind blanks: Int, _ repository: GitRepository) -> NotePath? {
    let parts = field.split(separator: 0x20, maxSplits: blanks, omittingEmptySubsequences: false)
    return parts.count > blanks ? repository.path(of: parts[blanks]) : nil
  }
}
