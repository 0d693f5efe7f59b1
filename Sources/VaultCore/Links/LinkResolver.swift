import Foundation

/// Finds what a link leads to (formats.md, "Links"): the exact path from the root, then relative to the note, then the
/// file of that name, or whose path ends so, with the shortest path; aliases last. Without regard to case.
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
    for reading in readings {
      if let found = resolve(reading, from: note) { return found }
    }
    return Resolution(path: nil, anchor: readings.first?.anchor ?? .none, viaAlias: false, candidates: [])
  }

  private static func distinct(_ first: LinkTarget, _ second: LinkTarget) -> [LinkTarget] {
    first == second ? [first] : [first, second]
  }

  private func resolve(_ target: LinkTarget, from note: NotePath) -> Resolution? {
    guard !target.path.isEmpty else {
      // `[[#Heading]]` is in the note itself; `[[]]` is no link.
      guard target.anchor != .none else { return nil }
      return Resolution(path: note, anchor: target.anchor, viaAlias: false, candidates: [note])
    }
    let key = Self.key(target.path)
    var isAlias = false
    var found = byPath(key, from: note)
    if found.isEmpty {
      found = directory.aliased(foldedAlias: key)
      isAlias = true
    }
    guard !found.isEmpty else { return nil }
    let exact = target.path
    let ranked = Array(Set(found)).sorted { a, b in
      Self.rank(a, exact) < Self.rank(b, exact) || (Self.rank(a, exact) == Self.rank(b, exact) && a < b)
    }
    return Resolution(path: ranked.first, anchor: target.anchor, viaAlias: isAlias, candidates: ranked)
  }

  /// Fewer folders first; of equally many the one whose case is as written.
  private static func rank(_ path: NotePath, _ written: String) -> Int {
    let folders = path.text.utf8.count { $0 == UInt8(ascii: "/") }
    let isAsWritten = path.text.hasSuffix(written) || path.withoutNoteExtension.hasSuffix(written)
    return folders * 2 + (isAsWritten ? 0 : 1)
  }

  private func byPath(_ key: String, from note: NotePath) -> [NotePath] {
    guard key.utf8.last != UInt8(ascii: "/") else { return [] }
    let components = key.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    let isFromRoot = key.utf8.first == UInt8(ascii: "/")
    let hasDots = components.contains { $0 == "." || $0 == ".." }
    let isRelative = components.first == "." || components.first == ".."

    if !isRelative, let path = Self.join([], components) {
      let found = files(path) { directory.exact(foldedPath: $0) }
      if !found.isEmpty || isFromRoot { return found }
    }
    if !isFromRoot {
      let folder = Self.key(note.folder).utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      if !folder.isEmpty || isRelative, let path = Self.join(folder, components) {
        let found = files(path) { directory.exact(foldedPath: $0) }
        if !found.isEmpty { return found }
      }
    }
    guard !hasDots, !isFromRoot, let name = components.last else { return [] }
    let suffix = components.count > 1 ? "/" + components.dropLast().joined(separator: "/") : ""
    return files(name) { name in
      let found = directory.named(foldedName: name)
      guard !suffix.isEmpty else { return found }
      return found.filter { ("/" + Self.key($0.folder)).utf8.hasSuffix(suffix.utf8) }
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

  /// Nil for a path that leads out of the root, and for the root itself.
  private static func join(_ folder: [String], _ components: [String]) -> String? {
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

extension Substring.UTF8View {
  fileprivate func hasSuffix(_ suffix: String.UTF8View) -> Bool {
    count >= suffix.count && self.suffix(suffix.count).elementsEqual(suffix)
  }
}

extension String.UTF8View {
  fileprivate func hasSuffix(_ suffix: String.UTF8View) -> Bool {
    self[...].hasSuffix(suffix)
  }
}
