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

  private let keptNote = Kept<(path: NotePath, options: ParsingOptions, note: Note)>()
  private let keptSpans = Kept<(options: ParsingOptions, spans: NoteSpans)>()
  private let keptLabels = Kept<[LabelOccurrence]>()
  private let keptDocument = Kept<MarkdownDocument>()
  private let keptOutline = Kept<NoteOutline>()
  private let reading = KnownReading()

  init(
    _ uri: DocumentURI, version: Int, bytes: [UInt8], coder: PositionCoder, modified: Int64, isInDoubt: Bool = false,
    typed: TypedPlace? = nil
  ) {
    (self.uri, self.version, self.bytes, self.coder, self.modified) = (uri, version, bytes, coder, modified)
    (self.isInDoubt, self.typed) = (isInDoubt, typed)
  }

  // MARK: Readings, each of which is made once

  /// What the text says as the note of a path.
  func note(at path: NotePath, _ options: ParsingOptions) -> Note {
    func read() -> Note {
      var parser = NoteParser(options: options)
      return bytes.withUnsafeBufferPointer { parser.parse($0, path: path, modified: modified).note }
    }
    return keptNote.value(where: { $0.path == path && $0.options == options }, { (path, options, read()) }).note
  }

  /// Where links, tags, headings and block ids stand in it.
  func spans(_ options: ParsingOptions) -> NoteSpans {
    keptSpans.value(where: { $0.options == options }, { (options, NoteSpans(bytes, options: options)) }).spans
  }

  /// The labels of footnotes and link definitions.
  var labels: [LabelOccurrence] { keptLabels.value { bytes.withUnsafeBufferPointer(LabelOccurrence.all) } }

  var document: MarkdownDocument { keptDocument.value { bytes.withUnsafeBufferPointer { MarkdownDocument($0) } } }

  var outline: NoteOutline { keptOutline.value { bytes.withUnsafeBufferPointer { NoteOutline($0) } } }

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

  /// The text of a task's line, which begins behind a byte order mark.
  func content(of task: TaskItem) -> SourceRange {
    let line = content(ofLine: task.line)
    let hasMark = line.lowerBound == 0 && bytes[line].starts(with: PositionCoder.mark)
    return hasMark ? PositionCoder.mark.count..<line.upperBound : line
  }

  /// What a line is, its number counted from 1; nil for one of the front matter.
  func kind(ofLine line: Int) -> BodyLine.Kind? { document.kind(ofLine: line) }

  /// The number of the line that holds an offset, from 1; at the end of a text that ends with a line break, one more than the
  /// note has.
  func line(at offset: Int) -> Int { coder.line(at: offset, in: bytes) + 1 }
}

/// What was made of a text, and need not be made again.
private final class Kept<Value: Sendable>: Sendable {
  private let kept = Mutex<Value?>(nil)

  /// Two threads may make it at once, and then the later one's is kept.
  func value(where isMeant: (Value) -> Bool = { _ in true }, _ make: () -> Value) -> Value {
    if let known = kept.withLock({ $0 }), isMeant(known) { return known }
    let made = make()
    kept.withLock { $0 = made }
    return made
  }
}
