import Foundation

/// Searches whose answer is known, made from the links of a folder of notes: what somebody called a note when linking to
/// it is the query, and the note that the link leads to is the answer.
struct KnownItems {
  struct Query: Equatable {
    /// Two to six words, in small letters.
    let text: String
    /// The note's path.
    let answer: String
  }

  /// What is known of a note besides its text.
  struct Names: Equatable {
    var title: String
    var aliases: [String] = []
  }

  /// Ordered by text.
  let queries: [Query]
  /// The notes that links were taken out of, text and all, so that no note is found by the very link; by path.
  let changed: [String: String]

  /// - Parameters:
  ///   - notes: The text of each note, by path.
  ///   - names: By path. A link that calls a note by its title or its file's name asks nothing.
  init(notes: [String: String], names: [String: Names]) {
    let places = LinkPlaces(notes.keys)
    var answers: [String: Set<String>] = [:]
    var spans: [String: [(note: String, range: NSRange)]] = [:]
    for (path, text) in notes {
      for link in Self.links(in: text) {
        guard let target = places.note(for: link.target, from: path), target != path else { continue }
        let words = Self.words(of: link.text)
        let query = words.joined(separator: " ")
        let known = [names[target]?.title ?? "", Self.stem(of: target)].map {
          Self.words(of: $0).joined(separator: " ")
        }
        guard (2...6).contains(words.count), !known.contains(query) else { continue }
        answers[query, default: []].insert(target)
        spans[query, default: []].append((path, link.range))
      }
    }
    // Of a text that leads to several notes nobody can say which of them was meant.
    queries = answers.filter { $0.value.count == 1 }.flatMap { text, notes in
      notes.map { Query(text: text, answer: $0) }
    }
    .sorted { $0.text < $1.text }
    var removed: [String: [NSRange]] = [:]
    for query in queries {
      for (note, range) in spans[query.text] ?? [] { removed[note, default: []].append(range) }
    }
    changed = Dictionary(
      uniqueKeysWithValues: removed.map { path, ranges in
        let text = NSMutableString(string: notes[path] ?? "")
        for range in ranges.sorted(by: { $0.location > $1.location }) { text.deleteCharacters(in: range) }
        return (path, text as String)
      })
  }

  private typealias Link = (target: String, text: String, range: NSRange)

  private static let wikilink = pattern(#"(!?)\[\[([^\]\[|#^]*)(?:[#^][^\]\[|]*)?\|([^\]\[]+)\]\]"#)
  private static let markdownLink = pattern(#"(!?)\[([^\]\[]+)\]\(<?([^)\s>]+?\.md)(?:#[^)\s>]*)?>?\)"#)

  private static func pattern(_ text: String) -> NSRegularExpression {
    // Written here, so it is well formed.
    guard let expression = try? NSRegularExpression(pattern: text) else { preconditionFailure(text) }
    return expression
  }

  /// Embeds are left out: what stands behind their bar is a size.
  private static func links(in text: String) -> [Link] {
    let string = text as NSString
    let all = NSRange(location: 0, length: string.length)
    func found(_ pattern: NSRegularExpression, target: Int, text: Int) -> [Link] {
      pattern.matches(in: string as String, range: all).filter { $0.range(at: 1).length == 0 }.map { match in
        (string.substring(with: match.range(at: target)), string.substring(with: match.range(at: text)), match.range)
      }
    }
    return found(wikilink, target: 2, text: 3) + found(markdownLink, target: 3, text: 2)
  }

  /// Letters and digits in a row, in small letters.
  static func words(of text: String) -> [String] {
    text.lowercased().unicodeScalars.split { scalar in
      !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
    }.map { String(String.UnicodeScalarView($0)) }
  }

  static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(".md") ? String(name.dropLast(3)) : name
  }
}

/// Where links lead: to a path from the root, to one from the note's folder, or to a name.
private struct LinkPlaces {
  private var byPath: [String: String] = [:]
  private var byName: [String: [String]] = [:]

  init(_ paths: some Sequence<String>) {
    for path in paths {
      byPath[path.lowercased()] = path
      byName[KnownItems.stem(of: path).lowercased(), default: []].append(path)
    }
  }

  func note(for target: String, from note: String) -> String? {
    var target = (target.removingPercentEncoding ?? target).trimmingCharacters(in: .whitespaces)
    guard !target.isEmpty else { return nil }
    if target.hasSuffix(".md") { target.removeLast(3) }
    let path = target.lowercased() + ".md"
    if let found = byPath[path] { return found }
    let folder = (note as NSString).deletingLastPathComponent
    let relative = NSString.path(withComponents: ["/", folder, target + ".md"])
    if let found = byPath[(relative as NSString).standardizingPath.dropFirst().lowercased()] { return found }
    return (byName[KnownItems.stem(of: path)] ?? []).filter { $0.lowercased().hasSuffix(path) }
      .min { ($0.count, $0) < ($1.count, $1) }
  }
}
