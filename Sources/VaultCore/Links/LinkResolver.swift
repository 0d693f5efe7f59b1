import Foundation

/// Finds what a link leads to (formats.md, "Links"): the exact path from the root, then relative to the note, then the
/// file of that name, or whose path ends so, with the path that is shortest as text; aliases last. Without regard to
/// case. In a notebook of zk a part of a path comes before the aliases.
package struct LinkResolver {
  package struct Resolution: Hashable, Sendable {
    /// Nil for a link that leads nowhere, or out of the vault.
    package var path: NotePath?
    package var anchor: LinkTarget.Anchor
    /// Only an alias has that name.
    package var viaAlias: Bool
    /// All that the deciding rule found, the chosen one first.
    package var candidates: [NotePath]
  }

  private let directory: any LinkDirectory
  private let known = Known()

  /// What is found by name alone is the same from every note. With thousands of files of one name (`README.md`), each of
  /// thousands of links would otherwise look at all of them.
  private final class Known {
    /// By the file's name.
    var namesakes: [String: Namesakes] = [:]
    /// By the target as written.
    var byName: [String: Found] = [:]
    var byPart: [LinkPart: [NotePath]] = [:]
  }

  /// More files than this of a name are remembered.
  private static let fewNamesakes = 8

  private struct Found {
    /// The chosen one first.
    var paths: [NotePath]
    var viaAlias = false
  }

  package init(_ directory: any LinkDirectory) {
    self.directory = directory
  }

  /// `target` is the link's, as written, with its `#…`; `from` the note that holds it.
  package func resolve(target: String, kind: Link.Kind, from note: NotePath) -> Resolution {
    let readings: [LinkTarget]
    switch kind {
    case .autolink, .url: readings = []
    case .wiki, .property: readings = [LinkTarget(target)]
    case .markdown, .reference: readings = Self.distinct(LinkTarget(markdown: target), LinkTarget(target))
    // `![[file]]` and `![](file)` are of one kind, so both readings are tried.
    case .embed: readings = Self.distinct(LinkTarget(target), LinkTarget(markdown: target))
    }
    let isWikilink = kind != .markdown && kind != .reference
    for reading in readings {
      if let found = resolve(reading, isWikilink: isWikilink, from: note) { return found }
    }
    return Resolution(path: nil, anchor: readings.first?.anchor ?? .none, viaAlias: false, candidates: [])
  }

  private static func distinct(_ first: LinkTarget, _ second: LinkTarget) -> [LinkTarget] {
    first == second ? [first] : [first, second]
  }

  private func resolve(_ target: LinkTarget, isWikilink: Bool, from note: NotePath) -> Resolution? {
    guard !target.path.isEmpty else {
      // `[[#Heading]]` is in the note itself; `[[]]` is no link.
      guard target.anchor != .none else { return nil }
      return Resolution(path: note, anchor: target.anchor, viaAlias: false, candidates: [note])
    }
    let key = Self.key(target.path)
    let placed = byPlace(key, from: note)
    var found = Found(paths: Self.ranked(placed, target.path))
    if placed.isEmpty { found = byName(key, target.path) }
    if directory.findsParts, found.viaAlias || found.paths.isEmpty {
      let parts = byPart(key, isWikilink: isWikilink, from: note)
      if !parts.isEmpty { found = Found(paths: Self.ranked(parts, target.path)) }
    }
    guard let first = found.paths.first else { return nil }
    return Resolution(path: first, anchor: target.anchor, viaAlias: found.viaAlias, candidates: found.paths)
  }

  private static func ranked(_ found: [NotePath], _ written: String) -> [NotePath] {
    if found.count < 2 { return found }
    return Set(found).map { (rank: rank($0, written), path: $0) }
      .sorted { ($0.rank.length, $0.rank.place, $0.path) < ($1.rank.length, $1.rank.place, $1.path) }.map(\.path)
  }

  /// The shortest text first, as Obsidian counts it; of equally long ones the one with fewer folders, then the one whose
  /// case is as written.
  private static func rank(_ path: NotePath, _ written: String) -> (length: Int, place: Int) {
    let folders = path.text.utf8.count { $0 == UInt8(ascii: "/") }
    let isAsWritten = path.text.hasSuffix(written) || path.withoutNoteExtension.hasSuffix(written)
    return (path.text.utf16.count, folders * 2 + (isAsWritten ? 0 : 1))
  }

  /// A path's components, empty ones left out.
  static func components(_ key: String) -> [String] {
    key.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// The files at that path, from the root or else from the note.
  private func byPlace(_ key: String, from note: NotePath) -> [NotePath] {
    guard key.utf8.last != UInt8(ascii: "/") else { return [] }
    let components = Self.components(key)
    let isFromRoot = key.utf8.first == UInt8(ascii: "/")
    let isRelative = components.first == "." || components.first == ".."

    if !isRelative, let path = Self.join([], components) {
      let found = files(path) { directory.exact(foldedPath: $0) }
      if !found.isEmpty || isFromRoot { return found }
    }
    guard !isFromRoot else { return [] }
    let folder = Self.components(Self.key(note.folder))
    guard !folder.isEmpty || isRelative, let path = Self.join(folder, components) else { return [] }
    return files(path) { directory.exact(foldedPath: $0) }
  }

  /// The files of that name, or whose path ends so; else the notes with that alias.
  private func byName(_ key: String, _ written: String) -> Found {
    if let found = known.byName[written] { return found }
    var found = Found(paths: Self.ranked(named(key), written))
    if found.paths.isEmpty {
      found = Found(paths: Self.ranked(directory.aliased(foldedAlias: key), written), viaAlias: true)
    }
    if found.paths.count > Self.fewNamesakes { known.byName[written] = found }
    return found
  }

  /// The notes that zk finds by a part of the name, else of the path. What is no wikilink has to name the beginning, from
  /// the note or else from the root.
  private func byPart(_ key: String, isWikilink: Bool, from note: NotePath) -> [NotePath] {
    let components = Self.components(key)
    var parts: [LinkPart] = []
    if isWikilink {
      guard key.utf8.first != UInt8(ascii: "/"), key.utf8.last != UInt8(ascii: "/"),
        !components.contains(where: { $0 == "." || $0 == ".." })
      else { return [] }
      parts = [LinkPart(key: key, place: .name), LinkPart(key: key, place: .path)]
    } else {
      parts = [Self.components(Self.key(note.folder)), []].compactMap { Self.join($0, components) }
        .map { LinkPart(key: $0, place: .beginning) }
    }
    for part in parts {
      let found = known.byPart[part] ?? directory.notes(with: part) { _ in true }
      known.byPart[part] = found
      if !found.isEmpty { return found }
    }
    return []
  }

  private func named(_ key: String) -> [NotePath] {
    guard key.utf8.last != UInt8(ascii: "/"), key.utf8.first != UInt8(ascii: "/") else { return [] }
    let components = Self.components(key)
    guard let name = components.last, !components.contains(where: { $0 == "." || $0 == ".." }) else { return [] }
    let suffix = components.count > 1 ? "/" + components.dropLast().joined(separator: "/") : ""
    return files(name) { name in
      if let namesakes = known.namesakes[name] { return namesakes.inFolders(endingWith: suffix) }
      let found = directory.named(foldedName: name)
      guard found.count > Self.fewNamesakes else {
        return suffix.isEmpty
          ? found : found.filter { ("/" + Self.key($0.folder)).utf8.reversed().starts(with: suffix.utf8.reversed()) }
      }
      let namesakes = Namesakes(found)
      known.namesakes[name] = namesakes
      return namesakes.inFolders(endingWith: suffix)
    }
  }

  /// A note's name may leave out its extension, any other file's may not.
  private func files(_ key: String, _ find: (String) -> [NotePath]) -> [NotePath] {
    let name = key.utf8.lastIndex(of: UInt8(ascii: "/")).map { key[key.utf8.index(after: $0)...] } ?? key[...]
    let hasExtension = NotePath.stem(of: String(name)) != name
    if hasExtension {
      let found = find(key)
      if !found.isEmpty { return found }
    }
    for suffix in [".md", ".markdown"] {
      let found = find(key + suffix)
      if !found.isEmpty { return found }
    }
    return hasExtension ? [] : find(key)
  }

  /// Returns nil for a path that leads out of the root, and for the root itself.
  static func join(_ folder: [String], _ components: [String]) -> String? {
    var result = folder
    for component in components {
      switch component {
      case ".": continue
      case "..":
        guard !result.isEmpty else { return nil }
        result.removeLast()
      default: result.append(component)
      }
    }
    return result.isEmpty ? nil : result.joined(separator: "/")
  }

  // MARK: Keys

  /// What names are compared by: lower case, composed (NFC), a no-break space like a blank. An index may store it.
  package static func key(_ text: String) -> String {
    var text = text
    let kind = text.withUTF8 { bytes -> (isASCII: Bool, isLower: Bool) in
      var all: UInt8 = 0
      var upper = false
      for c in bytes {
        all |= c
        upper = upper || (c >= 0x41 && c <= 0x5A)
      }
      return (all < 0x80, !upper)
    }
    guard kind.isASCII else {
      return text.replacing("\u{A0}", with: " ").lowercased().precomposedStringWithCanonicalMapping
    }
    return kind.isLower ? text : text.lowercased()
  }
}
