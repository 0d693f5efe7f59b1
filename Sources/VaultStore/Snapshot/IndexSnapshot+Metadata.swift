import GRDB
import VaultCore

extension IndexSnapshot {
  func notes(where predicate: Query.Predicate, dayOf: (NoteDate) -> CivilDate) throws -> IDSet {
    var finder = TextFinder()
    switch predicate {
    case .named(.path, let match):
      return try select("SELECT id, path FROM note") { try NotePredicate.contains($0.string(1), match, &finder) }
    case .named(.file, let match):
      return try select("SELECT id, path FROM note") {
        try NotePredicate.contains(NotePath(bytes: $0.bytes(1)).name, match, &finder)
      }
    case .tag(let name, let childrenOnly): return try tagged(TagKey.of(name), childrenOnly: childrenOnly)
    case .tagLike(let pattern):
      return try selectAlive("SELECT note, name FROM tag") { try finder.finds(.expression(pattern), in: $0.string(1)) }
    case .named(let column, let match): return try notes(whose: column.rawValue, match, &finder)
    case .property(let test): return try notes(withProperty: test)
    case .created(let range): return try notes(whose: "created") { range.contains(dayOf($0)) }
    case .updated(let range): return try notes(whose: "updated") { range.contains(dayOf($0)) }
    case .isNote(.pinned): return try select("SELECT id FROM note WHERE pinned")
    case .isNote(.favorite): return try select("SELECT id FROM note WHERE favorite")
    case .isNote(.empty): return try select("SELECT id FROM note WHERE flags & \(NoteFlags.isEmpty)")
    case .isNote(.conflict):
      return try select("SELECT id, path FROM note") { ConflictCopy.isName(NotePath(bytes: $0.bytes(1)).name) }
    case .has(let presence):
      return try presence.noteFlag.map { try select("SELECT id FROM note WHERE flags & \($0)") } ?? IDSet()
    case .lacks(let presence):
      return try presence.noteFlag.map { try select("SELECT id FROM note WHERE NOT flags & \($0)") } ?? IDSet()
    case .words, .text, .begunName, .within, .taskText, .taskDate, .priority, .status, .isTask, .isNote(.orphan), .link,
      .git, .referenced:
      return IDSet()
    }
  }

  private func notes(whose column: String, _ match: Query.NameMatch, _ finder: inout TextFinder) throws -> IDSet {
    switch match {
    case .text(let name): try select("SELECT id FROM note WHERE \(column) = ?1", LinkResolver.key(name))
    case .expression(let pattern):
      try select("SELECT id, \(column) FROM note") { try finder.finds(.expression(pattern), in: $0.string(1)) }
    }
  }

  private func notes(whose date: String, isIn holds: (NoteDate) -> Bool) throws -> IDSet {
    try select("SELECT id, \(date)_kind, \(date) FROM note") { holds(NoteDate(kind: $0.int(1), value: $0.int64(2))) }
  }

  /// The notes whose numbers the rows begin with, of which there may be several for one.
  func select<each Value: StatementValue>(
    _ sql: String, _ values: repeat each Value, where holds: (IndexStatement) throws -> Bool = { _ in true }
  ) throws -> IDSet {
    let next = try nextID
    var found = IDSet(capacity: next)
    let statement = try IndexStatement(db, sql, repeat each values)
    while try statement.step() {
      // One row of a note is enough.
      if statement.int(0) > 0, found.contains(statement.int(0)) { continue }
      if try holds(statement) { found.insert(try Self.checked(statement.int(0), below: next)) }
    }
    return found
  }

  /// The same for rows that those of dead notes are among.
  func selectAlive<each Value: StatementValue>(
    _ sql: String, _ values: repeat each Value, where holds: (IndexStatement) throws -> Bool = { _ in true }
  ) throws -> IDSet {
    var found = try select(sql, repeat each values, where: holds)
    found.subtract(try dead)
    return found
  }

  private func tagged(_ key: String, childrenOnly: Bool) throws -> IDSet {
    var found = try selectAlive("SELECT note FROM tag WHERE key >= ?1 AND key < ?2", key + "/", key + "0")
    if !childrenOnly { found.formUnion(try notes(tagged: key)) }
    return found
  }

  /// Only front matter that holds the key's letters is read.
  private func notes(withProperty test: Query.PropertyTest) throws -> IDSet {
    let next = try nextID
    var found = IDSet(capacity: next)
    var finder = TextFinder()
    let key = test.key.utf8.allSatisfy { $0 < 0x80 } ? ByteSearch(Array(test.key.lowercased().utf8)) : nil
    var lowered: [UInt8] = []
    let check = try check
    let statement = try IndexStatement(db, "SELECT id, data FROM record")
    while try statement.step() {
      guard let data = check.content(statement.bytes(1), .record, statement.int(0)),
        let properties = NoteRecord.properties(in: data)
      else { throw Self.damage("a note's record is") }
      if let key, !properties.contains(0x5C) {
        lowered.removeAll(keepingCapacity: true)
        for byte in properties { lowered.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte) }
        guard lowered.withUnsafeBytes({ key.first(in: $0) }) != nil else { continue }
      }
      if try test.holds(properties: Array(properties), &finder) {
        found.insert(try Self.checked(statement.int(0), below: next))
      }
    }
    return found
  }
}

/// What links, aliases, tags and ids are looked up by. Rows of dead notes are left out.
extension IndexSnapshot {
  func forEachLinkKey(_ body: (_ key: Int64, _ note: Int) throws -> Void) throws {
    try forEachAlive("SELECT note, key FROM link_key") { rows, note in try body(rows.int64(1), note) }
  }

  func forEachAlias(_ body: (_ key: String, _ note: Int) throws -> Void) throws {
    try forEachAlive("SELECT note, key FROM alias") { rows, note in try body(rows.string(1), note) }
  }

  /// Calls `body` with every tag, as `TagKey` has it, of every note.
  func forEachTag(_ body: (_ key: String, _ note: Int) throws -> Void) throws {
    try forEachAlive("SELECT note, key FROM tag") { rows, note in try body(rows.string(1), note) }
  }

  private func forEachAlive(_ sql: String, _ body: (IndexStatement, _ note: Int) throws -> Void) throws {
    let (dead, next) = (try dead, try nextID)
    let rows = try IndexStatement(db, sql)
    while try rows.step() {
      let note = try Self.checked(rows.int(0), below: next)
      if !dead.contains(note) { try body(rows, note) }
    }
  }

  func notes(tagged key: String) throws -> IDSet { try selectAlive("SELECT note FROM tag WHERE key = ?1", key) }

  func notes(withID id: String) throws -> IDSet { try selectAlive("SELECT note FROM own_id WHERE key = ?1", id) }
}
