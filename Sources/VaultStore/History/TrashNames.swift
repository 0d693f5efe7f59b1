import VaultCore

/// What people call the things in the trash.
struct TrashNames {
  private let items: [TrashItem]
  private let byID: [String: [TrashItem]]
  /// The first by its path, and by its name, with and without the extension of a note.
  private var byPath: [String: TrashItem] = [:]
  private var byName: [String: TrashItem] = [:]

  /// `items`: the newest first.
  init(_ items: [TrashItem]) {
    self.items = items
    byID = Dictionary(grouping: items, by: \.id)
    for item in items {
      for text in [item.path.text, item.path.withoutNoteExtension] {
        let key = LinkResolver.key(text)
        if byPath[key] == nil { byPath[key] = item }
      }
      for text in [item.path.name, item.path.stem] {
        let key = LinkResolver.key(text)
        if byName[key] == nil { byName[key] = item }
      }
    }
  }

  /// What a name stands for: all that an operation of this id deleted, else the latest item of that path, all below that
  /// folder, or the latest of that name.
  func named(_ name: String) -> [TrashItem] {
    if let found = byID[name] { return found }
    let key = LinkResolver.key(name.hasSuffix("/") ? String(name.dropLast()) : name)
    if let exact = byPath[key] { return [exact] }
    let below = items.filter { LinkResolver.key($0.path.text).hasPrefix(key + "/") }
    if !below.isEmpty { return below }
    return byName[key].map { [$0] } ?? []
  }
}
