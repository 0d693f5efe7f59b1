import Testing
import VaultTestSupport

@testable import VaultCore

/// A note read from text, and whatever must hold of every note checked along the way.
struct ReadNote {
  let bytes: [UInt8]
  let note: Note
  let text: SearchableText
  let document: MarkdownDocument
  let lines: [BodyLine]
  let opaque: [SourceRange]

  init(
    _ text: String, path: String = "Folder/Note.md", modified: Int64 = 1_772_000_000_000,
    options: ParsingOptions = ParsingOptions(), sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    self.init(
      bytes: Array(text.utf8), path: path, modified: modified, options: options, sourceLocation: sourceLocation)
  }

  init(
    bytes: [UInt8], path: String = "Folder/Note.md", modified: Int64 = 1_772_000_000_000,
    options: ParsingOptions = ParsingOptions(), sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var parser = NoteParser(options: options)
    self.bytes = bytes
    let parsed = bytes.withUnsafeBufferPointer {
      parser.parse($0, path: NotePath(path), modified: modified)
    }
    note = parsed.note
    text = parsed.text
    (document, lines, opaque) = bytes.withUnsafeBufferPointer {
      let document = MarkdownDocument($0)
      let inlines = InlineContent($0, document: document, frontMatter: FrontMatterParser.parse($0))
      return (document, document.bodyLines($0), inlines.opaque)
    }
    let violations = bytes.withUnsafeBufferPointer {
      NoteInvariants.violations(of: $0, path: NotePath(path), parser: &parser)
    }
    #expect(violations.isEmpty, "\(violations)", sourceLocation: sourceLocation)
  }

  func source(_ range: SourceRange) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// `kind depth text` of each line of the body.
  var shape: [String] { lines.map { "\($0.kind.word) \($0.depth) \($0.text)" } }

  var codes: [String] { note.diagnostics.map(\.code.rawValue) }
}

extension BodyLine.Kind {
  /// As the tests write it.
  var word: String {
    switch self {
    case .heading(let level): "h\(level)"
    case .task(let status): "task[\(status)]"
    case .bullet: "bullet"
    case .ordered(let number): "ordered(\(number))"
    case .quote: "quote"
    case .code(let language): language.map { "code(\($0))" } ?? "code"
    case .html: "html"
    case .rule: "rule"
    case .tableRow: "table"
    case .linkDefinition: "definition"
    case .paragraph: "text"
    case .blank: "blank"
    case .comment: "comment"
    }
  }
}
