import Synchronization
import VaultCore
import VaultStore

/// The end of what was typed last, as an offset in the text's bytes.
struct TypedPlace: Sendable {
  let offset: Int
  let at: ContinuousClock.Instant

  /// For so long, what stands there is not called wrong: it may not be finished.
  static let patience = Duration.seconds(1)

  var isRecent: Bool { .now - at < Self.patience }
}

/// The text of an open document as it was at one moment. Whoever answers a request holds the one that was there when it
/// came, whatever is typed meanwhile.
final class DocumentText: Sendable {
  let uri: DocumentURI
  /// The client's number for this state of the text.
  let version: Int
  /// As the file would be if it were saved now, with a byte order mark that the client has taken off.
  let bytes: [UInt8]
  let coder: PositionCoder
  /// When it came, in milliseconds since 1970.
  let modified: Int64
  /// True where the client may have another text, so that no edit of this one is of use to it.
  let isInDoubt: Bool
  /// Where somebody was typing, and when; nil for a text that was opened so.
  let typed: TypedPlace?

  private let parsed = Mutex<(path: NotePath, options: ParsingOptions, note: Note)?>(nil)
  private let knownSpans = Mutex<(options: ParsingOptions, spans: NoteSpans)?>(nil)

  private let reading = KnownReading()
  private let knownLabels = Mutex<[LabelOccurrence]?>(nil)

  init(
    _ uri: DocumentURI, version: Int, bytes: [UInt8], coder: PositionCoder, modified: Int64, isInDoubt: Bool = false,
    typed: TypedPlace? = nil
  ) {
    (self.uri, self.version, self.bytes, self.coder, self.modified) = (uri, version, bytes, coder, modified)
    (self.isInDoubt, self.typed) = (isInDoubt, typed)
  }

  /// What the text says as the note of a path. It is read once for each way of reading notes.
  func note(at path: NotePath, _ options: ParsingOptions) -> Note {
    if let known = parsed.withLock({ $0 }), known.path == path, known.options == options { return known.note }
    var parser = NoteParser(options: options)
    let note = bytes.withUnsafeBufferPointer { parser.parse($0, path: path, modified: modified).note }
    parsed.withLock { $0 = (path, options, note) }
    return note
  }

  /// Where links, tags, headings and block ids stand in it. They are looked for once.
  func spans(_ options: ParsingOptions) -> NoteSpans {
    if let known = knownSpans.withLock({ $0 }), known.options == options { return known.spans }
    let spans = NoteSpans(bytes, options: options)
    knownSpans.withLock { $0 = (options, spans) }
    return spans
  }

  /// The labels of footnotes and link definitions. They are looked for once.
  var labels: [LabelOccurrence] {
    if let known = knownLabels.withLock({ $0 }) { return known }
    let labels = bytes.withUnsafeBufferPointer { LabelOccurrence.all(in: $0) }
    knownLabels.withLock { $0 = labels }
    return labels
  }

  func overlay(at path: NotePath) -> Overlay {
    Overlay(path: path, bytes: bytes, version: version, modified: modified, reading: reading)
  }

  // MARK: Places

  func offset(of position: Position) -> Int { coder.offset(of: position, in: bytes) }

  func offset(of location: SourceLocation) -> Int { coder.offset(of: location, in: bytes) }

  func position(of offset: Int) -> Position { coder.position(of: offset, in: bytes) }

  func range(_ range: SourceRange) -> PositionRange { coder.range(range, in: bytes) }

  /// All of it.
  var wholeRange: PositionRange { range(coder.hidden..<bytes.count) }

  /// A line's content, its number counted from 1 as in a note.
  func content(ofLine line: Int) -> SourceRange { coder.content(ofLine: line - 1, in: bytes) }

  /// What a line is, its number counted from 1; nil for one of the front matter.
  func kind(ofLine line: Int) -> BodyLine.Kind? {
    bytes.withUnsafeBufferPointer { MarkdownDocument($0).kind(ofLine: line) }
  }

  /// The number of the line that holds an offset, from 1.
  func line(at offset: Int) -> Int { coder.lines.line(at: offset) + 1 }
}
