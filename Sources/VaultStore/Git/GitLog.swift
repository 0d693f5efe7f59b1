import VaultCore
import VaultPlatform

/// When each file of a vault was first and last committed, and by whom. Names are followed through renames.
struct GitLog {
  struct Entry: Hashable {
    /// In seconds since 1970.
    var first: Int64
    var last: Int64
    /// `Name <address>`
    var authors: Set<String>
    /// The number of its text in HEAD; nil where that does not have it.
    var object: String?

    mutating func add(_ other: Entry) {
      first = min(first, other.first)
      last = max(last, other.last)
      authors.formUnion(other.authors)
    }
  }

  private(set) var entries: [NotePath: Entry] = [:]

  /// The history up to HEAD, which is read once and then only as far as it is new. `file`: where it is kept; nil for nowhere.
  init(_ repository: GitRepository, head: String, keptIn file: String?) throws {
    let kept = try file.flatMap { try Self.kept(in: $0) }
    let cut = GitHead.cut(of: repository.commonFolder)
    if let kept, kept.isOf(head, prefix: repository.prefix, cut: cut) {
      entries = kept.entries
      return
    }
    var range = head
    if let kept, kept.prefix == repository.prefix, kept.cut == cut, try repository.isAncestor(kept.head, of: head) {
      range = "\(kept.head)..\(head)"
      try read(range, repository, continuing: kept.entries)
    } else {
      try read(range, repository, continuing: [:])
    }
    for (path, object) in try repository.objects(in: head) { entries[path]?.object = object }
    guard let file else { return }
    let bytes = KeptGitLog(head: head, prefix: repository.prefix, cut: cut, entries: entries).bytes
    // A cache that cannot be written is made anew each time.
    do { try AtomicFile.replace(file, bytes, mode: 0o600) } catch {
      try ShortageError.check("git's history cannot be kept", error)
    }
  }

  /// What is kept of just that history; nil where it is not kept. Git is not asked.
  init?(keptIn file: String?, _ head: String, prefix: [UInt8], cut: String) throws {
    guard let kept = try file.flatMap({ try Self.kept(in: $0) }), kept.isOf(head, prefix: prefix, cut: cut) else {
      return nil
    }
    entries = kept.entries
  }

  private static let largestFile = 1 << 30

  /// Nil for what cannot be used: it is made anew then.
  private static func kept(in file: String) throws -> KeptGitLog? {
    do { return try AtomicFile.read(file, limit: largestFile).flatMap { KeptGitLog(reading: $0) } } catch {
      try ShortageError.check("what is kept of git's history cannot be read", error)
      return nil
    }
  }

  private mutating func read(
    _ range: String, _ repository: GitRepository, continuing known: [NotePath: Entry]
  ) throws {
    let answer = try repository.git.read([
      "log", "--format=%x01%ct %aN <%aE>", "--name-status", "--find-renames", "-z", range, "--",
    ])
    var names = NamesOverTime()
    var commit: Entry?
    var fields = GitFields(answer).fields[...]
    while let field = fields.popFirst() {
      if field.first == 0x01 {
        commit = Self.commit(field.dropFirst())
        continue
      }
      let status = field.drop { $0 == 0x0A }.first
      guard let first = fields.popFirst(), let commit else { continue }
      let isRename = status == UInt8(ascii: "R") || status == UInt8(ascii: "C")
      guard let path = isRename ? fields.popFirst() : first else { break }
      guard status != UInt8(ascii: "D") else { continue }
      if let now = names.now(of: Array(path)) { add(commit, to: now, repository) }
      if status == UInt8(ascii: "R") { names.rename(Array(first), to: Array(path)) }
      // What had the name before was another file.
      if status == UInt8(ascii: "A") || status == UInt8(ascii: "C") { names.end(Array(path)) }
    }
    for (path, entry) in known {
      var entry = entry
      entry.object = nil
      if let now = names.now(of: repository.bytes(of: path)) { add(entry, to: now, repository) }
    }
  }

  private mutating func add(_ entry: Entry, to path: [UInt8], _ repository: GitRepository) {
    guard let path = repository.path(of: path) else { return }
    entries[path, default: entry].add(entry)
  }

  /// The last second of the year 9999.
  private static let latest: Int64 = 253_402_300_799

  /// A time as git tells it, in seconds since 1970. A commit may say anything: what lies beyond all calendars counts as their
  /// end or beginning. Nil for what is no number.
  static func seconds(_ text: String) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isDigit || $0 == 0x2D }) else { return nil }
    if text.hasPrefix("-") { return 0 }
    return min(Int64(text) ?? latest, latest)
  }

  /// `1760000000 Name <address>`
  private static func commit(_ text: ArraySlice<UInt8>) -> Entry? {
    let parts = text.split(separator: 0x20, maxSplits: 1)
    guard parts.count == 2, let time = seconds(String(decoding: parts[0], as: UTF8.self)) else { return nil }
    return Entry(first: time, last: time, authors: [String(decoding: parts[1], as: UTF8.self)])
  }
}

/// What files are called now, while a history is walked from its end to its beginning.
private struct NamesOverTime {
  /// Nil for a name that is another file's further back.
  private var names: [[UInt8]: [UInt8]?] = [:]

  func now(of path: [UInt8]) -> [UInt8]? { names[path] ?? path }

  mutating func rename(_ old: [UInt8], to new: [UInt8]) {
    names[old] = .some(now(of: new))
    end(new)
  }

  mutating func end(_ path: [UInt8]) { names[path] = .some(nil) }
}

extension GitRepository {
  /// The commit that HEAD is; nil where there is none yet.
  func head() throws -> String? {
    let answer = try git.read(["rev-parse", "--verify", "--quiet", "HEAD^{commit}"], accepting: 0...1)
    return answer.isEmpty ? nil : String(decoding: answer.dropLast(), as: UTF8.self)
  }

  /// False also where there is no such commit any more.
  func isAncestor(_ old: String, of new: String) throws -> Bool {
    let answer = try git.read(["rev-list", "--max-count=1", old, "--not", new, "--"], accepting: 0...128)
    guard answer.isEmpty else { return false }
    return try !git.read(["rev-parse", "--verify", "--quiet", old + "^{commit}"], accepting: 0...128).isEmpty
  }
}
