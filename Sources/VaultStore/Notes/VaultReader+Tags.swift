import VaultCore

/// A tag with how many notes have it.
package struct TagCount: Sendable, Hashable {
  /// As first seen, by path; without `#`.
  package var tag: String
  /// Notes with this very tag.
  package var count: Int
  /// Notes with this tag or one below it.
  package var total: Int
}

extension VaultReader {
  /// All tags, by name without regard to case, parents that only their children name included.
  package func tags() throws -> [TagCount] {
    var names: [String: String] = [:]
    var own: [String: Int] = [:]
    var below: [String: IDSet] = [:]
    for tag in try snapshot.tags() {
      own[tag.key] = tag.notes.count
      names[tag.key] = tag.name
      below[tag.key, default: IDSet()].formUnion(tag.notes)
      var key = tag.key
      var name = tag.name
      while let slash = key.utf8.lastIndex(of: 0x2F), let nameSlash = name.utf8.lastIndex(of: 0x2F) {
        key = String(key[..<slash])
        name = String(name[..<nameSlash])
        if key.isEmpty { break }
        if names[key] == nil { names[key] = name }
        below[key, default: IDSet()].formUnion(tag.notes)
      }
    }
    return below.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map {
      TagCount(tag: names[$0] ?? $0, count: own[$0] ?? 0, total: below[$0]?.count ?? 0)
    }
  }
}
