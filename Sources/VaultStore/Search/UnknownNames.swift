import VaultCore

extension VaultReader {
  /// Sentences about the names of tags, paths, categories, sources and properties that a query asks for and no note has,
  /// where others are like them.
  package func unknownNames(in query: Query) throws -> [Message] {
    var found: [Message] = []
    for term in query.root?.positiveTerms ?? [] {
      guard let name = try unknownName(in: term.predicate), !found.contains(name) else { continue }
      found.append(name)
    }
    return found
  }

  private func unknownName(in predicate: Query.Predicate) throws -> Message? {
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

  private func unknown(_ noun: String, _ name: String, among known: [String]) -> Message? {
    let key = LinkResolver.key(name)
    guard !known.contains(where: { LinkResolver.key($0) == key }) else { return nil }
    return Self.sentence(noun, name, nearest: Suggestion.nearest(to: name, among: known))
  }

  /// `remark`: what else is wrong with the name, after a comma. Returns nil where nothing is near.
  private static func sentence(_ noun: String, _ name: String, _ remark: String = "", nearest: [String]) -> Message? {
    guard !nearest.isEmpty else { return nil }
    let names = nearest.map { ShownName.quoted($0) }.joined(separator: " or ")
    return "There is no \(noun) \"\(ShownName.quoted(name))\"\(remark). Did you mean \(names)?"
  }

  /// A part of a path, which may have been meant as a pattern of a shell.
  private func unknownPath(_ text: String) throws -> Message? {
    let paths = try snapshot.heads(of: snapshot.universe).map(\.path.text)
    func isThere(_ text: String) -> Bool {
      let key = LinkResolver.key(text)
      return paths.contains { LinkResolver.key($0).contains(key) }
    }
    guard !isThere(text) else { return nil }
    if text.contains("*") {
      let parts = text.split(separator: "*").map(String.init).filter(isThere)
      guard let longest = parts.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
      return Self.sentence("path", text, ", since a * stands for itself", nearest: [longest])
    }
    var names: Set<String> = []
    for path in paths {
      let parts = path.pathNames()
      names.formUnion(parts.dropLast().map(String.init))
      names.insert(NotePath(path).stem)
    }
    let wanted = text.pathNames().map(String.init).last { !isThere($0) } ?? text
    let nearest = Suggestion.nearest(to: NotePath(wanted).stem, among: names.sorted())
    return Self.sentence("folder or file", text, nearest: nearest)
  }
}
