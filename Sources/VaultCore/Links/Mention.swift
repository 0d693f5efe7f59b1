/// A place in a note's text that names another note without being a link to it.
package struct Mention: Hashable, Sendable {
  /// The place of its first byte. Columns count bytes from 1.
  package var location: SourceLocation
  /// Its bytes in the file, from the first word to the last; they may reach over the end of a line.
  package var place: SourceRange
  /// The line that it begins in, without the line ending.
  package var text: String
  /// What of it stands in that line: UTF-8 offsets in `text`.
  package var ranges: [Range<Int>]
  /// Which of the note's names it is, as the note has it.
  package var name: String
}
