/// How a note's text is nested: sections, lists, quotes and what they hold, each with its place.
///
/// A heading begins a section unless it stands in a quote or a list: there it is a paragraph, as it is of no account
/// for where text is inserted. A block comment is one part, and what it hides is none; a list or quote that it begins
/// or ends in is only what it leaves of that. Rules are no parts.
package struct NoteOutline: Sendable {
  package enum Kind: Hashable, Sendable {
    /// With its fences.
    case frontMatter
    /// A heading and all to the next one of the same or a lesser level.
    case section(level: Int)
    case list
    case item(isTask: Bool)
    /// Fenced, with its fences, or indented.
    case code
    case quote
    case callout
    case table
    /// From the line with `%%` to the one that closes it, or to the note's end.
    case comment
    case html
    /// Link definitions, too.
    case paragraph
  }

  package struct Part: Hashable, Sendable {
    package var kind: Kind
    /// From the first byte of its first line to the end of its last line that is not blank, without that line's ending.
    package var range: SourceRange
    /// The text of a section's heading, without marks, and the title line of a callout, without marks of quotes, for
    /// `Callout` to read; nil for all others.
    package var title: SourceRange?
    /// Numbers in the file, from 1, of the lines that `range` is of.
    package var lines: ClosedRange<Int>
    /// The index after the last of the parts that it holds.
    package var end: Int
  }

  /// In the order of the text, each before what it holds.
  package let parts: [Part]

  /// Reads a whole file.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var builder = NoteOutlineBuilder(bytes)
    parts = builder.parts()
  }

  /// Indices of the parts that hold an offset, from the outermost inwards. The end of a part's last line is in it, as a
  /// cursor there is; what is outside of all parts, or of the file, has none.
  package func path(at offset: Int) -> [Int] {
    var path: [Int] = []
    var index = 0
    var end = parts.count
    while index < end, parts[index].range.lowerBound <= offset {
      if offset <= parts[index].range.upperBound {
        path.append(index)
        end = parts[index].end
        index += 1
      } else {
        index = parts[index].end
      }
    }
    return path
  }
}
