import VaultCore
import VaultStore

/// `textDocument/diagnostic`, and what is told without being asked: what `doctor` finds in a note.
enum DiagnosticMethod {
  static let method = LanguageMethod(
    name: "textDocument/diagnostic", lapses: .whenChanged,
    work: .vault { request, reader in
      .members(("kind", .text("full")), ("items", .list(try problems(request, reader).all)))
    })

  /// `isUnfinished`: something is left out that somebody is just typing.
  static func problems(
    _ request: LanguageRequest, _ reader: VaultReader?
  ) throws -> (all: [JSONValue], isUnfinished: Bool) {
    let text = try request.text
    let findings =
      try reader?.findings(ofNoteAt: request.path)
      ?? request.note.diagnostics.map { Finding(path: request.path, diagnostic: $0) }
    let ranges = FindingRanges(text.bytes, text.coder, text.spans(request.workspace.parsing))
    let typed = text.typed.flatMap { $0.isRecent ? $0.offset : nil }
    let told = findings.filter { finding in typed.map { !ranges.range(of: finding).touches($0) } ?? true }
    return (told.map(ranges.json), told.count < findings.count)
  }
}

/// Where the things stand in a note's text that were found to be wrong.
struct FindingRanges {
  private let bytes: [UInt8]
  private let coder: PositionCoder
  /// Keyed by where they are said to stand.
  private let links: [SourceLocation: SourceRange]

  init(_ bytes: [UInt8], _ coder: PositionCoder, _ spans: NoteSpans) {
    (self.bytes, self.coder) = (bytes, coder)
    let visible = spans.links.filter { !$0.range.isEmpty }
    links = Dictionary(visible.map { ($0.link.location, $0.range) }) { first, _ in first }
  }

  /// The link that is wrong; else from the place to the end of the line, and at least one character of it.
  func range(of finding: Finding) -> SourceRange {
    if let link = finding.link?.link, let range = links[link.location] { return range }
    let start = coder.offset(of: finding.diagnostic.location, in: bytes)
    let line = coder.content(ofLine: coder.lines.line(at: start), in: bytes)
    var end = line.upperBound
    while end > start, bytes[end - 1].isSpaceOrTab { end -= 1 }
    return min(start, end)..<max(start, end)
  }

  func json(_ finding: Finding) -> JSONValue {
    .members(
      ("range", coder.range(range(of: finding), in: bytes).json),
      ("severity", .integer(Self.severity(finding.diagnostic.severity))), ("source", .text("vault")),
      ("code", .text(finding.diagnostic.code.rawValue)), ("message", .text(finding.diagnostic.message)))
  }

  private static func severity(_ severity: Diagnostic.Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }
}
