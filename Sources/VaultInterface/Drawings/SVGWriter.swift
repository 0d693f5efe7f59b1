import VaultCore

/// Where a drawing is going to be seen.
package enum SVGForm: Sendable {
  /// A file of its own: in the colours of a scheme on light backgrounds, and, by a media query, on dark ones.
  case file(ColorScheme)
  /// A part of a web page, which may have neither `<style>` nor `style=`: parts have classes and no colours
  /// (`DrawingPart.rules` has these), and notes are links.
  case page
}

/// Writes SVG. Elements and attributes have names that stand in the program; every value and text is escaped, and control
/// characters become pictures of themselves.
package struct SVGWriter {
  package let form: SVGForm
  package private(set) var bytes: [UInt8] = []

  package init(_ form: SVGForm) { self.form = form }

  package typealias Attributes = KeyValuePairs<StaticString, String>

  /// Writes an element, with what `content` writes in it.
  package mutating func element(
    _ name: StaticString, _ part: DrawingPart? = nil, _ attributes: Attributes = [:],
    _ content: ((inout SVGWriter) -> Void)? = nil
  ) {
    bytes.append(UInt8(ascii: "<"))
    put(name)
    if let part { put(part) }
    for (key, value) in attributes { put(key, value) }
    guard let content else {
      bytes += "/>".utf8
      return
    }
    bytes.append(UInt8(ascii: ">"))
    content(&self)
    bytes += "</".utf8
    put(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes an element that has a text in it.
  package mutating func element(
    _ name: StaticString, _ part: DrawingPart? = nil, _ attributes: Attributes = [:], text: String
  ) {
    element(name, part, attributes) { $0.put(escaped: text, isValue: false) }
  }

  package mutating func lineFeed() { bytes.append(0x0A) }

  private mutating func put(_ name: StaticString) {
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func put(_ key: StaticString, _ value: String) {
    bytes.append(0x20)
    put(key)
    bytes += "=\"".utf8
    put(escaped: value, isValue: true)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Its class, and in a file its colours as attributes, for programs that know no media queries.
  private mutating func put(_ part: DrawingPart) {
    put("class", part.rawValue)
    guard case .file(let scheme) = form else { return }
    let paint = part.paint(Palette(scheme, on: .light))
    if let fill = paint.fill { put("fill", fill.hexadecimal) }
    if let stroke = paint.stroke { put("stroke", stroke.hexadecimal) }
  }

  /// `isValue`: in an attribute, where a reader would make blanks of tabs and line feeds.
  private mutating func put(escaped text: String, isValue: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes += "&amp;".utf8
      case "<": bytes += "&lt;".utf8
      case ">": bytes += "&gt;".utf8
      case "\"": bytes += "&quot;".utf8
      case "'": bytes += "&#39;".utf8
      case "\t" where isValue, "\n" where isValue: bytes += "&#\(scalar.value);".utf8
      case "\t", "\n": bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      case "\u{0}"..<"\u{20}": bytes += [0xE2, 0x90, 0x80 + UInt8(scalar.value)]
      case "\u{7F}": bytes += "␡".utf8
      case "\u{80}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": bytes += "\u{FFFD}".utf8
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }
}

extension SVGWriter {
  /// A length or place, to a tenth; 0 for what is no number.
  package static func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let tenths = Int((value * 10).rounded())
    let rest = tenths.magnitude % 10
    return (tenths < 0 ? "-" : "") + "\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }
}
