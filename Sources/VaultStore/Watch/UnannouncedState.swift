import VaultCore
import VaultPlatform

/// What a vault depends on and no event of its folders tells of: ignore files of the repository around it, files that
/// symbolic links lead to, and notes that have other names elsewhere.
struct UnannouncedState: Sendable {
  /// What to look at, by what the last scan found.
  struct Places: Sendable, Equatable {
    var links: [NotePath] = []
    /// Paths of notes.
    var notesWithOtherNames: [[UInt8]] = []

    init() {}

    var count: Int { links.count + notesWithOtherNames.count }
    /// Looking at more than these would take as long as it takes commands to look themselves.
    static let most = 5_000

    init(_ scan: ScanResult) {
      links = scan.links
      for folder in scan.folders {
        for note in folder.notes where note.hasOtherNames {
          notesWithOtherNames.append(folder.pathBytes(of: note.name))
        }
      }
    }
  }

  private struct Target: Equatable, Sendable {
    var path: [UInt8]
    var stamp: FileStamp?
  }

  private let root: [UInt8]
  private let respectsGitignore: Bool
  private let places: Places
  private let outerRules: UInt64
  private let targets: [Target]
  private let notes: [FileStamp?]
  /// In nanoseconds since 1970.
  private let takenAt: Int64

  init(_ vault: Vault, _ places: Places) {
    self.init(root: Array(vault.location.root.utf8), respectsGitignore: vault.configuration.respectGitignore, places)
  }

  /// The same places as they are now.
  func now() -> Self { Self(root: root, respectsGitignore: respectsGitignore, places) }

  private init(root: [UInt8], respectsGitignore: Bool, _ places: Places) {
    (self.root, self.respectsGitignore, self.places) = (root, respectsGitignore, places)
    takenAt = Scanner.clock()
    outerRules = respectsGitignore ? OuterIgnoreRules(above: root).signature : 0
    targets = places.links.map { link in
      guard case .success(let path) = resolvedPath(joinedPath(root, link.bytes)) else { return Target(path: []) }
      return Target(path: path, stamp: Self.stamp(path))
    }
    notes = places.notesWithOtherNames.map { Self.stamp(joinedPath(root, $0)) }
  }

  private func provesNothing(_ stamp: FileStamp?) -> Bool {
    stamp.map { !$0.isConclusive(checkedAt: takenAt) } ?? false
  }

  private static func stamp(_ path: [UInt8]) -> FileStamp? {
    FileStamp(at: path.map { CChar(bitPattern: $0) } + [0], followsLink: false)
  }

  /// What has changed since `earlier`, which looked at the same places, or may have within one tick of the clock.
  func changes(since earlier: Self) -> FolderChanges {
    var changes = FolderChanges()
    changes.everything =
      outerRules != earlier.outerRules || targets != earlier.targets
      || targets.contains { earlier.provesNothing($0.stamp) }
    for (path, (before, now)) in zip(places.notesWithOtherNames, zip(earlier.notes, notes))
    where before != now || earlier.provesNothing(now) {
      changes.paths.insert(path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? [])
    }
    return changes
  }
}
