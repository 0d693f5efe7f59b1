import VaultCore

/// A name in a query that nothing in the vault has.
package struct UnknownQueryName: Sendable, Hashable {
  /// `tag`, `folder or file`
  package var noun: String
  package var name: String
  /// Those that may be meant, the nearest first; at least one.
  package var nearest: [String]
}

extension VaultReader {
  /// The names of tags, paths, categories, sources and properties that a query asks for and no note has, where others are
  /// like them.
  package func unknownNames(in query: Query) throws -> [UnknownQueryName] {
    var found: [UnknownQueryName] = []
    for term in query.root?.positiveTerms ?? [] {
      guard let name = try unknownName(in: term.predicate), !found.contains(name) else { continue }
      found.append(name)
    }
    return found
  }

  private func unknownName(in predicate: Query.Predicate) throws -> UnknownQueryName? {
    switch predicate {
    case .tag(let tag, _): return unknown("tag", tag, among: try tags().map(\.tag))
    case .named(.category, .text(let name)):
      var known = try stats().categories.map(\.name)
      // Those of tasks are in no note's front matter.
      try snapshot.forEachTask(openOnly: false) { _, task in
        if let category = task.namedCategory { known.append(category) }
      }
      return unknown("category", name, among: known)
    case .named(.source, .text(let name)): return unknown("source", name, among: try stats().sources.map(\.name))
    case .named(.path, .text(let text)), .named(.file, .text(let text)): return try unknownPath(text)
    case .property(let test): return unknown("property", test.key, among: try propertyKeys())
    default: return nil
    }
  }

  private func unknown(_ noun: String, _ name: String, among known: [String]) -> UnknownQueryName? {
    let key = LinkResolver.key(name)
    guard !known.contains(where: { LinkResolver.key($0) == key }) else { return nil }
    let nearest = Suggestion.nearest(to: name, among: known)
    return nearest.isEmpty ? nil : UnknownQueryName(noun: noun, name: name, nearest: nearest)
  }

  /// A part of a path, which may have been meant as a pattern of a shell.
  private func unknownPath(_ text: String) throws -> UnknownQueryName? {
    let paths = try snapshot.heads(of: snapshot.universe).map(\.path.text)
    func isThere(_ text: String) -> Bool {
      let key = LinkResolver.key(text)
      return paths.contains { LinkResolver.key($0).contains(key) }
    }
    guard !isThere(text) else { return nil }
    if text.contains("*") {
      let parts = text.split(separator: "*").map(String.init).filter(isThere)
      guard let longest = parts.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
      return UnknownQueryName(noun: "path (a * means itself)", name: text, nearest: [longest])
    }
    var names: Set<String> = []
    for path in paths {
      let parts = path.pathNames()
      names.formUnion(parts.dropLast().map(String.init))
      names.insert(NotePath(path).stem)
    }
    let wanted = text.pathNames().map(String.init).last { !isThere($0) } ?? text
    let nearest = Suggestion.nearest(to: NotePath(wanted).stem, among: names.sorted())
    return nearest.isEmpty ? nil : UnknownQueryName(noun: "folder or file", name: text, nearest: nearest)
  }
}
