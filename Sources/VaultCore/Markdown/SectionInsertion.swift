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
  ///   - heading: As in a link, without regard to case, marks and special characters; `A#B` is B below A. Headings in
  ///     quotes and lists do not count.
  ///   - line: Of the heading, from 1 in the file, where several are named alike.
  ///   - creating: Whether a heading that is missing is made at the end: below the part of the path that is there, else
  ///     with level 2.
  package static func edits(
    inserting text: [UInt8], _ place: Place, under heading: String? = nil, line: Int? = nil,
    creating: Bool = false, in bytes: [UInt8]
  ) throws(SectionInsertionError) -> [TextEdit] {
    let ending = LineEnding(of: bytes)
    let text = ending.applied(to: withoutWhitespaceEnds(text))
    guard !text.isEmpty else { throw .emptyText }
    let note = InsertionNote(bytes)
    guard let heading else {
      return [try InsertionDraft(note, text, ending, note.point(place, under: nil)).edit()]
    }
    let name = HeadingName(heading)
    let sites = HeadingName.Site.sites(note.document)
    let found: Int?
    var (parent, missing): (Int?, [String]) = (nil, [])
    do throws(HeadingNameProblem) {
      do throws(HeadingNameProblem) {
        found = try name.find(in: sites, line: line, outside: true)
      } catch {
        guard creating, !name.parts.isEmpty, error.leavesRoom else { throw error }
        (parent, missing) = try name.missing(in: sites)
        found = nil
      }
    } catch {
      throw .heading(error)
    }
    if let found { return [try InsertionDraft(note, text, ending, note.point(place, under: found)).edit()] }
    let level = parent.map { note.document.headings[$0].level + 1 } ?? 2
    var section: [UInt8] = []
    for (i, part) in missing.enumerated() {
      section += Array(String(repeating: "#", count: min(level + i, 6)).utf8) + [0x20] + Array(part.utf8)
      section += ending.bytes + ending.bytes
    }
    return [try InsertionDraft(note, section + text, ending, note.point(.append, under: parent)).edit()]
  }

  private static func withoutWhitespaceEnds(_ text: [UInt8]) -> [UInt8] {
    let isWhitespace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard let first = text.firstIndex(where: { !isWhitespace($0) }),
      let last = text.lastIndex(where: { !isWhitespace($0) })
    else {
      return []
    }
    // The first line keeps its indentation, the last the blanks at its end.
    let start = text[..<first].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let end = text[last...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    return Array(text[start..<end])
  }
}

extension HeadingNameProblem {
  /// True when a heading of that name can be made.
  fileprivate var leavesRoom: Bool {
    switch self {
    case .notFound, .inside: true
    case .noneInLine, .otherInLine, .ambiguous: false
    }
  }
}
