import VaultCore

/// A piece of a page. What a string literal says is markup; every text that is put into one is escaped, and only other
/// pieces are taken as they are:
///
///     let row: HTML = "<li title=\"\(title)\">\(name)</li>"
///
/// An attribute's value always stands in double quotes.
struct HTML: Sendable {
  private(set) var bytes: [UInt8]

  init() { bytes = [] }

  /// Takes what was rendered and escaped elsewhere.
  init(rendered: some Sequence<UInt8>) { bytes = Array(rendered) }

  /// A text that a form sends back: escaped, and with control characters as they are, which elsewhere become pictures of
  /// themselves. No page can hold a NUL or a CR that no LF follows: see `isKeptByForms`.
  init(exact text: String) {
    bytes = []
    for byte in text.utf8 {
      switch byte {
      case 0x26: bytes += "&amp;".utf8
      case 0x3C: bytes += "&lt;".utf8
      case 0x3E: bytes += "&gt;".utf8
      case 0x22: bytes += "&quot;".utf8
      default: bytes.append(byte)
      }
    }
  }

  /// Returns false for a text that a field of a form would change: a browser replaces NUL, and makes a line's end of every CR.
  static func isKeptByForms(_ text: [UInt8]) -> Bool {
    text.indices.allSatisfy { index in
      text[index] != 0 && (text[index] != 0x0D || index + 1 < text.count && text[index + 1] == 0x0A)
    }
  }

  /// A line of a note with its emphasis and code.
  init(line: String) { bytes = HTMLRenderer.line(line) }

  var isEmpty: Bool { bytes.isEmpty }

  static func += (a: inout HTML, b: HTML) { a.bytes += b.bytes }

  static func + (a: HTML, b: HTML) -> HTML {
    var sum = a
    sum += b
    return sum
  }

  mutating func text(_ text: String) { HTMLRenderer.escape(text, into: &bytes) }
}

extension HTML: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var html = HTML()

    init(literalCapacity: Int, interpolationCount: Int) { html.bytes.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { html.bytes += literal.utf8 }

    mutating func appendInterpolation(_ text: String) { html.text(text) }

    mutating func appendInterpolation(_ text: Substring) { html.text(String(text)) }

    mutating func appendInterpolation(_ number: Int) { html.bytes += number.description.utf8 }

    mutating func appendInterpolation(_ piece: HTML) { html += piece }

    /// Nothing where there is no piece.
    mutating func appendInterpolation(_ piece: HTML?) { if let piece { html += piece } }
  }

  init(stringLiteral value: String) { bytes = Array(value.utf8) }

  init(stringInterpolation: StringInterpolation) { self = stringInterpolation.html }
}

extension Sequence<HTML> {
  func joined(_ separator: HTML = HTML()) -> HTML {
    var all = HTML()
    for (index, piece) in enumerated() {
      if index > 0 { all += separator }
      all += piece
    }
    return all
  }
}
