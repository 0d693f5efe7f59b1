/// Why a name leads to no heading, or to none that can be meant. Lines count from 1 in the file.
package enum HeadingNameProblem: Error, Hashable {
  /// With the texts of all headings of the note.
  case notFound(String, headings: [String])
  /// With the lines of all headings of the note.
  case noneInLine(Int, lines: [Int])
  /// The heading of the line has another text.
  case otherInLine(Int, text: String, wanted: String)
  case ambiguous(String, lines: [Int])
  /// Where the heading has to begin a section of the note.
  case inside(String, line: Int)
}

extension HeadingNameProblem: Failure {
  package var kind: FailureKind {
    switch self {
    case .notFound, .noneInLine, .otherInLine: .notFound
    case .ambiguous: .ambiguous
    case .inside: .refused
    }
  }

  package var message: Message {
    switch self {
    case .notFound(let heading, let headings):
      "has no heading \(Self.quoted(heading))\(Self.hint(heading, headings))"
    case .noneInLine(let line, let lines):
      "has no heading in line \(line); "
        + (lines.isEmpty ? "it has none" : "its headings are in lines \(Self.list(lines))")
    case .otherInLine(let line, let text, let wanted):
      "line \(line) holds the heading \(Self.quoted(text)), not \(Self.quoted(wanted)); "
        + "give that text, or another line"
    case .ambiguous(let heading, let lines):
      "has the heading \(Self.quoted(heading)) in lines \(Self.list(lines)); "
        + "name the one with the heading above it, as in \"Above#\(heading.split(separator: "#").last ?? "")\", "
        + "or give one of them another text"
    case .inside(let heading, let line):
      "the heading \(Self.quoted(heading)) in line \(line) stands in a quote, callout or list, where no text is put; "
        + "name a heading outside of them, or edit the note with \(command: .edit)"
    }
  }

  private static func list(_ lines: [Int]) -> String { lines.map(String.init).joined(separator: ", ") }

  private static func quoted(_ heading: String) -> String { "\"\(ShownName.quoted(heading))\"" }

  private static func hint(_ heading: String, _ all: [String]) -> String {
    let last = heading.split(separator: "#").last.map(String.init) ?? heading
    let near = Suggestion.nearest(to: last, among: all, isGenerous: true)
    if !near.isEmpty { return "; did you mean \(near.map(quoted).joined(separator: " or "))?" }
    if all.isEmpty { return " and no other" }
    return "; it has \(all.prefix(5).map(quoted).joined(separator: ", "))\(all.count > 5 ? " and more" : "")"
  }
}

/// A heading as people name it: by its text, behind those of headings above it where need be (`Above#Heading`).
package struct HeadingName: Hashable, Sendable {
  /// A heading of a note.
  package struct Site {
    package var text: String
    /// From 1 in the file.
    package var line: Int
    /// The index of the heading it is below.
    package var parent: Int?
    /// In a quote, a callout or a list, so that it begins no section of the note.
    package var isInside = false
  }

  private let text: String
  /// From the outermost.
  let parts: [String]

  package init(_ text: String) {
    self.text = Self.withSingleSpaces(text)
    parts = text.split(separator: "#").map(Self.withSingleSpaces).filter { !$0.isEmpty }
  }

  private static func withSingleSpaces(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The index of the heading that is meant: of this whole text, if there is one (`C# notes`), else by the path.
  /// - Parameters:
  ///   - line: Tells one of several. With it, an empty name takes what is there.
  ///   - outside: Passes over those that stand inside something.
  package func find(
    in sites: [Site], line: Int? = nil, outside: Bool = false
  ) throws(HeadingNameProblem) -> Int {
    let all = indices(in: sites)
    let found: [Int]
    if let line {
      guard let index = sites.firstIndex(where: { $0.line == line }) else {
        throw .noneInLine(line, lines: sites.map(\.line))
      }
      guard text.isEmpty || names(index, in: sites) else {
        throw .otherInLine(line, text: sites[index].text, wanted: text)
      }
      found = [index]
    } else {
      found = outside && all.contains { !sites[$0].isInside } ? all.filter { !sites[$0].isInside } : all
    }
    guard let first = found.first else { throw .notFound(text, headings: sites.map(\.text)) }
    if outside, sites[first].isInside { throw .inside(text, line: sites[first].line) }
    if found.count > 1 { throw .ambiguous(text, lines: found.map { sites[$0].line }) }
    return first
  }

  /// The heading of the longest beginning of the path that is there, and the parts that are not.
  func missing(in sites: [Site]) throws(HeadingNameProblem) -> (parent: Int?, parts: [String]) {
    for count in (1..<max(parts.count, 1)).reversed() {
      let above = HeadingName(parts[..<count].joined(separator: "#"))
      do { return (try above.find(in: sites, outside: true), Array(parts[count...])) } catch {
        if case .ambiguous = error { throw error }
      }
    }
    return (nil, parts)
  }

  /// The best way of matching that finds any.
  private func indices(in sites: [Site]) -> [Int] {
    for matches in [isWhole, isPath, isLoose] {
      let found = sites.indices.filter { matches($0, sites) }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func names(_ index: Int, in sites: [Site]) -> Bool {
    [isWhole, isPath, isLoose].contains { $0(index, sites) }
  }

  private func isWhole(_ index: Int, _ sites: [Site]) -> Bool {
    !text.isEmpty && LinkResolver.key(Self.withSingleSpaces(sites[index].text)) == LinkResolver.key(text)
  }

  private func isPath(_ index: Int, _ sites: [Site]) -> Bool {
    guard let last = parts.last, HeadingLinkTarget.matches(sites[index].text, last) else { return false }
    var rest = parts.dropLast()
    var next = sites[index].parent
    while let wanted = rest.last, let parent = next {
      if HeadingLinkTarget.matches(sites[parent].text, wanted) { rest.removeLast() }
      next = sites[parent].parent
    }
    return rest.isEmpty
  }

  private func isLoose(_ index: Int, _ sites: [Site]) -> Bool {
    HeadingLinkTarget.matches(sites[index].text, text)
  }
}

extension HeadingName.Site {
  /// The sites of a note's headings, which know their levels.
  package static func sites(_ headings: [Heading]) -> [HeadingName.Site] {
    let parents = HeadingLinkTarget.parents(of: headings)
    return headings.indices.map {
      HeadingName.Site(text: headings[$0].text, line: headings[$0].line, parent: parents[$0])
    }
  }

  static func sites(_ document: MarkdownDocument) -> [HeadingName.Site] {
    document.headings.map { heading in
      HeadingName.Site(
        text: heading.text, line: heading.line + 1 + document.lineOffset,
        parent: heading.parent < 0 ? nil : heading.parent,
        isInside: heading.inQuote || document.lines[heading.line].depth > 0)
    }
  }
}
