/// Why a text was not put into a note. Nothing was changed.
package enum SectionInsertionError: Error, Hashable {
  /// Nothing but blanks was given.
  case emptyText
  /// With the note's headings that come nearest, and all of them.
  case noHeading(String, nearest: [String], all: [String])
  /// After that line of the file, counted from 1, the text would belong to what stands there.
  case wouldJoin(kind: String, line: Int)
  /// With the text in it, that line of the file would be read as something else.
  case wouldChange(line: Int)
}

extension SectionInsertionError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .emptyText:
      return "there is no text to put into the note"
    case .noHeading(let heading, let nearest, let all):
      let missing = "the note has no heading \"\(Self.shown(heading))\""
      if !nearest.isEmpty { return "\(missing); did you mean \(Self.list(nearest))?" }
      if all.isEmpty { return "\(missing), and no other either; add the heading first, or let it be created" }
      return "\(missing); it has \(Self.list(Array(all.prefix(5))))\(all.count > 5 ? " and more" : "")"
    case .wouldJoin(let kind, let line):
      return "behind line \(line) the text would become part of the \(kind) there; close that first, or name a heading"
    case .wouldChange(let line):
      return
        "with the text in it, line \(line) of the note would be read differently; close the code block, comment or HTML in the text"
    }
  }

  private static func shown(_ text: String) -> String { ControlCharacters.visible(text, .singleLine) }

  private static func list(_ headings: [String]) -> String {
    headings.map { "\"\(shown($0))\"" }.joined(separator: ", ")
  }
}
