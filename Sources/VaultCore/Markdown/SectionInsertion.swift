/// Puts text into a note: at its beginning or end, or at those of a section.
///
/// - Appended text stands behind the last line that is not blank, before the blank lines that follow it; prepended text
///   before the first such line, so that blank lines below a heading or the front matter stay where they are.
/// - A list item put to a list, and a row put to a table, follow directly; else a blank line keeps the two apart. Behind a
///   heading that has nothing below it, none is added but before another heading.
/// - The text's lines end as the note's do. A note without a newline at its end has none afterwards; one is added only
///   behind the line that was the last.
/// - The note is read again with the text in it. Unless the text is there what it is alone, and every other line what it
///   was, nothing is inserted.
package enum SectionInsertion {
  package enum Place: Sendable, Hashable { case append, prepend }

  /// - Parameters:
  ///   - text: Blank lines at its beginning and end are left out.
  ///   - section: Headings in quotes and lists do not count. One that is made stands below the part of the path that is
  ///     there, else has level 2.
  package static func edits(
    inserting text: [UInt8], _ place: Place, under section: SectionChoice? = nil, in bytes: [UInt8]
  ) throws(SectionInsertionError) -> [TextEdit] {
    let ending = LineEnding(of: bytes)
    let text = ending.applied(to: withoutWhitespaceEnds(text))
    guard !text.isEmpty else { throw .emptyText }
    let note = InsertionNote(bytes)
    var (found, missing): (Int?, [String]) = (nil, [])
    if let section {
      do throws(HeadingNameProblem) { (found, missing) = try Self.section(section, in: note) } catch {
        throw .heading(error)
      }
    }
    let level = found.map { note.document.headings[$0].level + 1 } ?? 2
    var headings: [UInt8] = []
    for (i, part) in missing.enumerated() {
      headings += Array(String(repeating: "#", count: min(level + i, 6)).utf8) + [0x20] + Array(part.utf8)
      headings += ending.bytes + ending.bytes
    }
    let point = note.point(missing.isEmpty ? place : .append, under: found)
    return [try InsertionDraft(note, headings + text, ending, point).edit()]
  }

  /// The heading that is meant; or that of the part of the path which is there, and the parts to be made.
  private static func section(
    _ choice: SectionChoice, in note: InsertionNote
  ) throws(HeadingNameProblem) -> (Int?, [String]) {
    let name = HeadingName(choice.heading)
    let sites = HeadingName.Site.sites(note.document)
    do throws(HeadingNameProblem) {
      return (try name.find(in: sites, line: choice.line, outside: true), [])
    } catch {
      guard choice.creates, error.leavesRoom else { throw error }
      return try name.missing(in: sites)
    }
  }

  private static func withoutWhitespaceEnds(_ text: [UInt8]) -> [UInt8] {
    let inner = text.trimming(where: \.isSpaceOrLineBreak)
    guard !inner.isEmpty else { return [] }
    // The first line keeps its indentation, the last the blanks at its end.
    let start = text[..<inner.startIndex].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let end = text[inner.endIndex...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    return Array(text[start..<end])
  }
}

extension HeadingNameProblem {
  /// True when a heading of that name can be made.
  package var leavesRoom: Bool {
    switch self {
    case .notFound(let name, _): !HeadingName(name).parts.isEmpty
    case .inside: true
    case .noneInLine, .otherInLine, .ambiguous: false
    }
  }
}
