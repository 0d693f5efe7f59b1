import VaultCore
import VaultInterface

/// A diff as people read it: a part for each file, with its lines as they were and as they become.
enum DiffView {
  /// A page of more would help nobody.
  private static let mostLines = 3_000
  private static let mostFiles = 300

  static func html(_ diff: ChangeDiff) -> HTML {
    var (html, left) = (HTML(), mostLines)
    for file in diff.files.prefix(mostFiles) {
      html += part(file, upTo: max(left, 0))
      left -= file.lines.count
    }
    let rest = diff.files.count - mostFiles
    if rest > 0 { html += "<p class=\"quiet\">and \(rest) more \(rest == 1 ? "file" : "files")</p>" }
    return "<div class=\"diffs\">\(html)</div>"
  }

  private static func part(_ file: ChangeDiff.File, upTo limit: Int) -> HTML {
    // Its heading says which file it is and what becomes of it; programs alone need the rest.
    let lines = file.lines.filter { line in
      switch line.kind {
      case .file: false
      case .remark: line.text.first == UInt8(ascii: "\\")
      default: true
      }
    }
    let isBinary = file.lines.contains { $0.kind == .remark && $0.text.starts(with: "Binary files".utf8) }
    var body = HTML()
    if isBinary { body += "<p class=\"quiet\">Its content is no text.</p>" }
    if !lines.isEmpty, limit > 0 { body += "<pre>\(lines.prefix(limit).map(line).joined())</pre>" }
    if lines.count > limit { body += "<p class=\"quiet\">and \(lines.count - limit) more lines</p>" }
    return "<section class=\"diff\"><h2>\(heading(file))</h2>\(body)</section>"
  }

  private static func heading(_ file: ChangeDiff.File) -> HTML {
    switch (file.from, file.to) {
    case (let from?, let to?) where from == to: "<span>\(to.text)</span>"
    case (let from?, let to?): "<span>\(from.text)</span> <span class=\"state\">becomes</span> <span>\(to.text)</span>"
    case (let from?, nil): "<span>\(from.text)</span> <span class=\"state\">is deleted</span>"
    case (nil, let to?): "<span>\(to.text)</span> <span class=\"state\">is made</span>"
    case (nil, nil): HTML()
    }
  }

  private static func line(_ line: UnifiedDiff.Printed) -> HTML {
    // A changed line may differ in its end alone.
    let isChange = line.kind == .added || line.kind == .removed
    let text = String(decoding: isChange ? line.text.replacing([0x0D], with: "␍".utf8) : line.text, as: UTF8.self)
    return switch line.kind {
    case .added: "<ins>\(text)\n</ins>"
    case .removed: "<del>\(text)\n</del>"
    case .hunk: "<span class=\"hunk\">\(text)\n</span>"
    case .file, .remark: "<span class=\"quiet\">\(text)\n</span>"
    case .context: "<span>\(text)\n</span>"
    }
  }
}
