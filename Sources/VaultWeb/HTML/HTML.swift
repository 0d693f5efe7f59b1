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
