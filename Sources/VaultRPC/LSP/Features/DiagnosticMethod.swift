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
    let spans = text.spans(request.workspace.parsing).links.filter { !$0.range.isEmpty }
    let links = Dictionary(spans.map { ($0.link.location, $0.range) }) { first, _ in first }
    let typed = text.typed.flatMap { $0.isRecent ? $0.offset : nil }
    let told = findings.map { (finding: $0, range: range(of: $0, text, links)) }.filter { _, range in
      typed.map { !range.touches($0) } ?? true
    }
    let all = told.map { finding, range in
      JSONValue.members(
        ("range", text.range(range).json),
        ("severity", .integer(severity(finding.diagnostic.severity))), ("source", .text("vault")),
        ("code", .text(finding.diagnostic.code.rawValue)), ("message", .text(finding.diagnostic.message)))
    }
    return (all, told.count < findings.count)
  }

  private static func severity(_ severity: Diagnostic.Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }

  /// The link that is wrong; else from the place to the end of the line, and at least one character of it.
  /// `links`: by where they are said to stand.
  private static func range(
    of finding: Finding, _ text: DocumentText, _ links: [SourceLocation: SourceRange]
  ) -> SourceRange {
    if let link = finding.link?.link, let range = links[link.location] { return range }
    let start = text.offset(of: finding.diagnostic.location)
    let line = text.content(ofLine: text.line(at: start))
    var end = line.upperBound
    while end > start, text.bytes[end - 1].isSpaceOrTab { end -= 1 }
    return min(start, end)..<max(start, end)
  }
}
