import VaultCore
import VaultPlatform

/// The names in a vault's folders as an import will leave them. Names that differ only in case count as one, since some
/// systems cannot keep both.
final class ImportPlaces {
  private let tree: VaultTree
  /// By folder: the names on the disk, by key.
  private var listings: [[UInt8]: [String: [[UInt8]]]] = [:]
  /// Keys of paths that are going to be there.
  private var planned: Set<[UInt8]> = []
  /// The folders asked for, and what they are in the vault.
  private var folders: [[UInt8]: [UInt8]] = [[]: []]
  private var newFolders: Set<[UInt8]> = []
  private var newFoldersByKey: [[UInt8]: [UInt8]] = [:]

  init(_ tree: VaultTree) { self.tree = tree }

  // MARK: Folders

  /// The folder that is meant: the one that is there, in whatever case; with a number behind the name where a file has it.
  func folder(_ path: [UInt8]) throws -> [UInt8] {
    if let known = folders[path] { return known }
    let parent = try folder(NotePath(bytes: path).parent.bytes)
    let wanted = Array(NotePath(bytes: path).nameBytes)
    var number = 1
    while true {
      let name = NumberedName.bytes(wanted, number)
      if let resolved = try resolvedFolder(name, in: parent) {
        folders[path] = resolved
        return resolved
      }
      number += 1
    }
  }

  /// Returns nil when a file has the name.
  private func resolvedFolder(_ name: [UInt8], in parent: [UInt8]) throws -> [UInt8]? {
    let there = try listing(parent)[Self.key(name)] ?? []
    for candidate in there.filter({ $0 == name }) + there.filter({ $0 != name }) {
      let path = joinedPath(parent, candidate)
      if try VaultTree.kind(tree.place(NotePath(bytes: path))) == S_IFDIR { return path }
    }
    let key = Self.pathKey(parent, name)
    // Of two folders of the source that differ only in case, the first gives the name.
    if let twin = newFoldersByKey[key] { return twin }
    guard there.isEmpty, planned.insert(key).inserted else { return nil }
    let path = joinedPath(parent, name)
    newFolders.insert(path)
    newFoldersByKey[key] = path
    return path
  }

  /// The folders that have to be made for files at these paths, each before those in it.
  func missingFolders(for paths: [NotePath]) -> [NotePath] {
    var missing: Set<NotePath> = []
    for path in paths {
      missing.formUnion(path.ancestors.prefix { newFolders.contains($0.bytes) && !missing.contains($0) })
    }
    return missing.sorted()
  }

  // MARK: Files

  /// Returns true when a name is free; it is kept for the asker then.
  func take(_ name: [UInt8], in folder: [UInt8]) throws -> Bool {
    guard try listing(folder)[Self.key(name)] == nil else { return false }
    return planned.insert(Self.pathKey(folder, name)).inserted
  }

  /// Files of that name, and of the same with numbers, as far as there are any: what an earlier import may have made.
  func filesThere(_ name: [UInt8], in folder: [UInt8]) throws -> [NotePath] {
    var found: [NotePath] = []
    var number = 1
    while let there = try listing(folder)[Self.key(NumberedName.bytes(name, number))] {
      found += there.map { NotePath(bytes: joinedPath(folder, $0)) }
      number += 1
    }
    return found
  }

  private func listing(_ folder: [UInt8]) throws -> [String: [[UInt8]]] {
    if let known = listings[folder] { return known }
    let there = newFolders.contains(folder) ? [] : try tree.names(in: NotePath(bytes: folder))
    let names = Dictionary(grouping: there.sorted { $0.lexicographicallyPrecedes($1) }, by: Self.key)
    listings[folder] = names
    return names
  }

  /// Names that are no text differ byte by byte.
  private static func key(_ name: [UInt8]) -> String {
    if let text = String(validating: name, as: UTF8.self) { return LinkResolver.key(text) }
    return "\u{0}" + String(String.UnicodeScalarView(name.map { Unicode.Scalar($0) }))
  }

  private static func pathKey(_ folder: [UInt8], _ name: [UInt8]) -> [UInt8] {
    joinedPath(folder, Array(key(name).utf8))
  }
}
