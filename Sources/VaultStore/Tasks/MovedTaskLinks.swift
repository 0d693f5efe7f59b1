import VaultCore

/// Links that lead elsewhere or nowhere once tasks stand in another note. No line is changed for them: they are told.
struct MovedTaskLinks {
  private static let most = 10

  private let resolver: LinkResolver
  private let target: NotePath
  private let targetIDs: Set<String>
  /// One sentence each, in the order of the notes.
  private(set) var notices: [String] = []

  /// `target`: as it is before the move.
  init(to target: Note, resolver: LinkResolver) {
    self.resolver = resolver
    self.target = target.path
    targetIDs = Set(target.blockIDs.map { $0.id.lowercased() })
  }

  /// Tasks go out of `source`. `lines`: theirs, with those of all that is nested in them, from 1; `table` tells where the
  /// lines of `source` are. `backlinks`: from other notes.
  mutating func add(from source: Note, lines: Set<Int>, _ table: LineTable, backlinks: [NoteLink]) {
    let ids = source.blockIDs.filter { lines.contains($0.line) }
    let moved = Set(ids.map { $0.id.lowercased() })
    for id in ids where targetIDs.contains(id.id.lowercased()) {
      notices.append("\(ShownName.path(target.text)): has a block ^\(id.id) already; rename one of the two")
    }
    func leadsAlong(_ link: Link) -> Bool {
      let isLiteral = link.kind == .wiki || link.kind == .property
      let targets = [LinkTarget(link.target)] + (isLiteral ? [] : [LinkTarget(markdown: link.target)])
      return targets.contains { target in
        guard case .block(let id) = target.anchor else { return false }
        return moved.contains(id.lowercased())
      }
    }
    for backlink in backlinks where backlink.source != source.path && leadsAlong(backlink.link) {
      tell(backlink.link, in: backlink.source, "leads to what was moved to \(ShownName.path(target.text))")
    }
    for link in source.links {
      let isOwn = resolver.resolve(target: link.target, kind: link.kind, from: source.path).path == source.path
      if !lines.contains(link.location.line) {
        guard isOwn, leadsAlong(link) else { continue }
        tell(link, in: source.path, "leads to what was moved to \(ShownName.path(target.text))")
      } else if link.kind != .property, !lines.contains(table.line(at: link.targetRange.lowerBound) + 1) {
        tell(link, in: source.path, "has its address in a line that was not moved with it")
      } else if !link.isExternal, !(isOwn && LinkTarget(link.target).path.isEmpty && leadsAlong(link)) {
        let was = resolver.resolve(target: link.target, kind: link.kind, from: source.path).path
        guard was != nil, was != resolver.resolve(target: link.target, kind: link.kind, from: target).path else {
          continue
        }
        tell(link, in: source.path, "leads elsewhere from \(ShownName.path(target.text))")
      }
    }
  }

  /// What is given on standard error: not more than anybody reads.
  var shown: [String] {
    notices.count > Self.most
      ? notices.prefix(Self.most) + ["\(notices.count - Self.most) more links are not what they were"] : notices
  }

  private mutating func tell(_ link: Link, in note: NotePath, _ what: String) {
    notices.append(
      "\(ShownName.path(note.text)):\(link.location.line): the link to \"\(ShownName.quoted(link.target))\" \(what); "
        + "change it by hand")
  }
}

extension VaultReader {
  /// What a move of tasks to another note does to links.
  func links(leftBehindBy lookup: TaskLookup, movedTo target: NotePath) throws -> MovedTaskLinks {
    let plan = try ChangePlan(self)
    let snapshot = try snapshot
    var links = MovedTaskLinks(to: try plan.note(target), resolver: LinkResolver(snapshot.directory))
    for (source, named) in lookup.byNote where source != target {
      let note = try plan.taskNote(source)
      let table = note.bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }
      let lines = try named.flatMap { name in
        let task = try name.current(in: note)
        let last = max(task.block.lowerBound, task.block.upperBound - 1)
        return table.line(at: task.block.lowerBound) + 1...table.line(at: last) + 1
      }
      let leading = try snapshot.note(at: source).map { try backlinks(to: source, $0) }
      links.add(from: try plan.note(source), lines: Set(lines), table, backlinks: leading ?? [])
    }
    return links
  }
}
