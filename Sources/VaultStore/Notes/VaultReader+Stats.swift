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
    var categories: [String: (String, Int)] = [:]
    var sources: [String: (String, Int)] = [:]
    for record in records {
      stats.words &+= record.words
      stats.bodyBytes &+= record.bodyBytes
      if record.pinned { stats.pinned += 1 }
      stats.warnings += record.warnings.count { $0.severity != .info }
      let category = record.category ?? Note.defaultCategory
      categories[LinkResolver.key(category), default: (category, 0)].1 += 1
      let source = record.source ?? Note.defaultSource
      sources[LinkResolver.key(source), default: (source, 0)].1 += 1
    }
    stats.notes = records.count
    stats.attachments = try snapshot.fileCount()
    stats.categories = Self.mostFirst(categories)
    stats.sources = Self.mostFirst(sources)
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

  private static func mostFirst(_ counts: [String: (String, Int)]) -> [(name: String, count: Int)] {
    counts.values.map { (name: $0.0, count: $0.1) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
