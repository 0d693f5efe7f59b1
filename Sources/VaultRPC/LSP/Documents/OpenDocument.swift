import VaultCore

/// A document that a client has open, as its notifications leave it.
struct OpenDocument: Sendable {
  let uri: DocumentURI
  private(set) var version: Int
  private(set) var bytes: [UInt8]
  private var lines: LineTable
  /// True where the file begins with a byte order mark that the client's text does not have.
  private let hidesMark: Bool
  private let encoding: PositionEncoding
  /// True after a change that did not fit, until the whole text comes: what is answered may be about another text than the
  /// client's, so no edit of it is offered.
  private(set) var isInDoubt = false
  /// When it was changed last, in milliseconds since 1970.
  private(set) var modified: Int64
  private var typed: TypedPlace?
  /// The text as it is now, once somebody has asked for it.
  private var known: DocumentText?

  /// `fileHasMark`: whether the file begins with a byte order mark.
  init(
    _ uri: DocumentURI, version: Int, text: String, fileHasMark: Bool, encoding: PositionEncoding, now: Int64
  ) {
    (self.uri, self.version, self.encoding, modified) = (uri, version, encoding, now)
    hidesMark = fileHasMark && !text.utf8.starts(with: PositionCoder.mark)
    (bytes, lines) = Self.text(text, hidesMark)
  }

  private static func text(_ text: String, _ hidesMark: Bool) -> ([UInt8], LineTable) {
    let bytes = (hidesMark ? PositionCoder.mark : []) + Array(text.utf8)
    return (bytes, bytes.withUnsafeBufferPointer { LineTable($0, from: 0) })
  }

  /// The client's text: without the byte order mark that it does not have.
  var clientBytes: ArraySlice<UInt8> { bytes[coder.hidden...] }

  private var coder: PositionCoder { PositionCoder(lines, bytes, encoding, hidesMark: hidesMark) }

  /// The text as it is now, for whoever answers a request.
  mutating func text() -> DocumentText {
    if let known { return known }
    let text = DocumentText(
      uri, version: version, bytes: bytes, coder: coder, modified: modified, isInDoubt: isInDoubt,
      typed: typed)
    known = text
    return text
  }

  /// One change of `textDocument/didChange`.
  enum Change: Sendable {
    case whole(String)
    case part(PositionRange, String)

    init(_ json: JSONValue) throws(RPCError) {
      let parameters = RPCParameters(json)
      let text = try parameters.text("text")
      switch json["range"] {
      case nil, .null: self = .whole(text)
      case .some: self = .part(try PositionRange(parameters.object("range")), text)
      }
    }
  }

  /// Makes the changes in the order given. What does not fit is made to, and puts the document in doubt; returns why, for
  /// the log.
  mutating func change(_ changes: [Change], version new: Int, now: Int64) -> [String] {
    // First, so that nobody else holds the bytes and they need not be copied.
    known = nil
    var problems: [String] = []
    if new <= version {
      problems.append("version \(new) follows version \(version)")
      isInDoubt = true
    }
    for change in changes {
      switch change {
      case .whole(let text): replace(with: text)
      case .part(let range, let text):
        let coder = coder
        if !coder.fits(range, in: bytes) {
          problems.append(
            "lines \(range.start.line) to \(range.end.line) were changed in a text of \(coder.lineCount(bytes)) lines")
          isInDoubt = true
        }
        let place = coder.range(range, in: bytes)
        replace(place, with: text)
        typed = TypedPlace(offset: place.lowerBound + text.utf8.count, at: .now)
      }
    }
    (version, modified) = (new, now)
    return problems
  }

  /// A change came that cannot be read.
  mutating func doubt() { (isInDoubt, known) = (true, nil) }

  /// The whole text as the client has it. True where this side had another.
  mutating func set(_ text: String, now: Int64) -> Bool {
    let differs = !clientBytes.elementsEqual(text.utf8)
    if isInDoubt { (isInDoubt, known) = (false, nil) }
    guard differs else { return false }
    replace(with: text)
    (modified, known) = (now, nil)
    return true
  }

  private mutating func replace(with text: String) {
    (bytes, lines) = Self.text(text, hidesMark)
    (isInDoubt, typed) = (false, nil)
  }

  private mutating func replace(_ range: SourceRange, with text: String) {
    bytes.replaceSubrange(range, with: text.utf8)
    bytes.withUnsafeBufferPointer { lines.replace(range, with: text.utf8.count, in: $0) }
  }
}
