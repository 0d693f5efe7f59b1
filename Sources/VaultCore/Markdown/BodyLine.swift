/// One source line of a note's body. Joining the raw bytes of all lines' ranges gives the body back exactly.
package struct BodyLine: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// ATX or setext; a setext heading's underline is a line of the same kind with empty `text`.
    case heading(level: Int)
    /// The scalar between the brackets.
    case task(status: Unicode.Scalar)
    case bullet
    case ordered(number: Int)
    case quote
    /// `language` is the fence's info string's first word; nil for indented code and fences without one.
    case code(language: String?)
    case html
    case rule
    case tableRow
    case linkDefinition
    case paragraph
    case blank
    /// Inside a block `%%` comment.
    case comment
  }

  /// Counts from 1, in the file (front matter included).
  package var number: Int
  /// Byte offsets in the file, the line ending included.
  package var range: SourceRange
  package var kind: Kind
  /// How many lists and quotes enclose the line.
  package var depth: Int
  /// The content without markers and line ending.
  package var text: String
  /// The enclosing headings' texts, outermost first; a heading line does not enclose itself.
  package var heading: [String]
}

/// A heading of the note.
package struct Heading: Hashable, Sendable {
  package var level: Int
  /// The source without its marks, trimmed.
  package var text: String
  package var line: Int
}

/// An inline `#tag`, without the `#`.
package struct TagOccurrence: Hashable, Sendable {
  package var tag: String
  package var location: SourceLocation
}

/// A ` ^id` that a link can name.
package struct BlockID: Hashable, Sendable {
  package var id: String
  package var line: Int

  /// Where the `^` of a `^id` is that ends a text at `end`; nil where none does. What stands before it is not looked at.
  static func caret<Bytes: RandomAccessCollection<UInt8>>(
    endingAt end: Int, notBefore start: Int, in bytes: Bytes
  ) -> Int? where Bytes.Index == Int {
    var i = end
    while i > start, bytes[i - 1].isASCIILetterOrDigit || bytes[i - 1] == 0x2D { i -= 1 }
    return i < end && i > start && bytes[i - 1] == 0x5E ? i - 1 : nil
  }

  /// Its bytes in the file, with the `^`; nil where `document` does not have it in that line.
  package func range(in bytes: UnsafeBufferPointer<UInt8>, _ document: MarkdownDocument) -> SourceRange? {
    let index = line - 1 - document.lineOffset
    guard document.lines.indices.contains(index) else { return nil }
    let content = HeadingText.trimmed(document.lines[index].content, bytes)
    guard let caret = Self.caret(endingAt: content.upperBound, notBefore: content.lowerBound, in: bytes),
      bytes[(caret + 1)..<content.upperBound].elementsEqual(id.utf8)
    else { return nil }
    return caret..<content.upperBound
  }
}
