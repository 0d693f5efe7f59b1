import VaultCore

/// Figures of a vault.
package struct VaultStats: Sendable {
  package var notes = 0
  package var words = 0
  package var bodyBytes = 0
  package var attachments = 0
  package var links = 0
  package var danglingLinks = 0
  /// Notes that no other note links to.
  package var orphans = 0
  package var tags = 0
  package var tasksOpen = 0
  package var tasksOverdue = 0
  package var tasksDone = 0
  package var pinned = 0
  package var warnings = 0
  /// Notes by category and by source, as written or by default, most first.
  package var categories: [(name: String, count: Int)] = []
  package var sources: [(name: String, count: Int)] = []
  package var oldest: NoteDate?
  package var newest: NoteDate?
}

extension VaultReader {
  package func stats() throws -> VaultStats {
    var stats = VaultStats()
    // By path, so that of several spellings and equal dates the same one is named every time.
    let heads = try snapshot.heads(of: snapshot.universe).sorted { $0.path < $1.path }
    let records = try snapshot.records(of: heads.map(\.id))
    for record in records {
      stats.words &+= record.words
      stats.bodyBytes &+= record.bodyBytes
      if record.pinned { stats.pinned += 1 }
      stats.warnings += record.warnings.count { $0.severity != .info }
    }
    stats.notes = records.count
    stats.attachments = try snapshot.fileCount()
    stats.categories = Self.mostFirst(records.map { $0.category ?? Note.defaultCategory })
    stats.sources = Self.mostFirst(records.map { $0.source ?? Note.defaultSource })
    stats.oldest = records.map(\.created).min { instant(of: $0) < instant(of: $1) }
    stats.newest = records.map(\.updated).max { instant(of: $0) < instant(of: $1) }
    stats.tags = try snapshot.tags().count
    let resolver = LinkResolver(try snapshot.directory)
    var linked: Set<NotePath> = []
    for head in heads {
      for link in try snapshot.links(of: head.id) {
        stats.links += 1
        if let target = resolver.resolve(target: link.target, kind: link.kind, from: head.path).path {
          if target != head.path, target.isNote { linked.insert(target) }
        } else {
          stats.danglingLinks += 1
        }
      }
    }
    stats.orphans = heads.count { !linked.contains($0.path) }
    try snapshot.forEachTask(openOnly: false) { _, task in
      if task.status.type.isOpen { stats.tasksOpen += 1 } else { stats.tasksDone += 1 }
      if task.isOverdue(on: environment.today) { stats.tasksOverdue += 1 }
    }
    stats.warnings += try taskFindings().count { $0.diagnostic.severity != .info }
    return stats
  }

  /// How often each name is there, most first; names that differ in case are one, as the first is written.
  static func mostFirst(_ names: [String]) -> [(name: String, count: Int)] {
    var counts: [String: (name: String, count: Int)] = [:]
    for name in names { counts[LinkResolver.key(name), default: (name, 0)].count += 1 }
    return counts.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
