import VaultCore

/// What links, aliases and tags are looked up by. Rows of dead notes are left out.
extension IndexSnapshot {
  func forEachLinkKey(_ body: (_ key: Int64, _ note: Int) throws -> Void) throws {
    let (dead, next) = (try dead, try nextID)
    let rows = try IndexStatement(db, "SELECT key, note FROM link_key")
    while try rows.step() {
      let note = try Self.checked(rows.int(1), below: next)
      if !dead.contains(note) { try body(rows.int64(0), note) }
    }
  }

  func forEachAlias(_ body: (_ key: String, _ note: Int) throws -> Void) throws {
    let (dead, next) = (try dead, try nextID)
    let rows = try IndexStatement(db, "SELECT key, note FROM alias")
    while try rows.step() {
      let note = try Self.checked(rows.int(1), below: next)
      if !dead.contains(note) { try body(rows.string(0), note) }
    }
  }

  func notes(tagged key: String) throws -> IDSet {
    let (dead, next) = (try dead, try nextID)
    let rows = try IndexStatement(db, "SELECT note FROM tag WHERE key = ?1")
    rows.bind(1, key)
    var found = IDSet(capacity: next)
    while try rows.step() {
      let note = try Self.checked(rows.int(0), below: next)
      if !dead.contains(note) { found.insert(note) }
    }
    return found
  }
}
