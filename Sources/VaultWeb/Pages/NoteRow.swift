import VaultCore
import VaultInterface
import VaultStore

/// A note in a list.
enum NoteRow {
  /// Columns of the one line of text that a row shows.
  private static let snippetWidth = 120

  static func row(_ record: NoteRecord, _ context: PageContext, excerpt: HTML? = nil) -> HTML {
    let labels = context.listed.labels
    let category: HTML? = labels.category(record.category).map { label in
      "<span class=\"category\" role=\"img\" aria-label=\"\(label.title)\" title=\"\(label.title)\">\(label.icon)</span>"
    }
    let source: HTML? = labels.sourceIcon(record.source).map { icon in
      "<span class=\"source\" role=\"img\" aria-label=\"\(record.source ?? "")\" title=\"\(record.source ?? "")\">\(icon)</span>"
    }
    let mark: HTML? =
      record.pinned ? "<span class=\"pin\" role=\"img\" aria-label=\"Pinned\" title=\"Pinned\">📌</span>" : nil
    let address = VaultURL(file: record.path)?.path ?? "/"
    return """
      <li class="note" data-path="\(record.path.text)">
      <a class="title" href="\(address)">\(category)\(source)<span class="name">\(record.title)</span>\(mark)</a>
      <p class="snippet">\(excerpt ?? snippet(of: record))</p>
      <p class="about"><span class="folder">\(record.path.parent.text)</span>\(context.date(record.updated))\(context.tags(record.tags))</p>
      </li>

      """
  }

  private static func snippet(of record: NoteRecord) -> HTML {
    "\(Excerpt(ShownLine(ShownLine.beginning(record.snippet, below: record.title)).text, [], width: snippetWidth).text)"
  }

  static func list(_ records: [NoteRecord], _ context: PageContext) -> HTML {
    "<ul class=\"notes\">\(records.map { row($0, context) }.joined())</ul>"
  }

  /// A line with its matches marked.
  static func marked(_ text: String, _ ranges: [Range<Int>]) -> HTML {
    let bytes = Array(text.utf8)
    var html = HTML()
    var end = 0
    func piece(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    for range in ranges where range.lowerBound >= end && range.upperBound <= bytes.count {
      html += "\(piece(end..<range.lowerBound))<mark>\(piece(range))</mark>"
      end = range.upperBound
    }
    html += "\(piece(end..<bytes.count))"
    return html
  }
}
