/// Renders a note's body as HTML that is safe to show: no scripts, no event handlers, no raw HTML of the note's, no
/// addresses that run code, nothing loaded from elsewhere.
///
/// The blocks are those of `MarkdownDocument` and the text that of `InlineTree`, so the page has the links, code and
/// cells that the index has.
package enum HTMLRenderer {
  /// The body as a fragment: what belongs into an element.
  package static func html(of body: UnsafeBufferPointer<UInt8>, in context: HTMLContext = HTMLContext()) -> [UInt8] {
    // A body keeps no byte that is no UTF-8, and no NUL, as CommonMark has it.
    var text = Array(String(decoding: body, as: UTF8.self).utf8)
    if text.contains(0) { text = text.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] } }
    return text.withUnsafeBufferPointer { bytes in
      var writer = HTMLWriter(bytes, in: context)
      writer.write()
      return writer.out
    }
  }

  /// The same as text. `address`: that of `HTMLContext`, for wikilinks alone.
  package static func render(
    body: UnsafeBufferPointer<UInt8>, address: ((_ target: String) -> String?)? = nil
  ) -> String {
    String(decoding: html(of: body, in: HTMLContext(wikilinks: address)), as: UTF8.self)
  }

  /// One line of a note with its emphasis and code, and without its links: the text of a link that leads to its place.
  package static func line(_ text: String) -> [UInt8] {
    var context = HTMLContext()
    context.isInLink = true
    return Array(text.utf8).withUnsafeBufferPointer { bytes in
      let none = [UInt8]().withUnsafeBufferPointer { HTMLWriter($0, in: context) }
      var writer = none
      writer.write(bytes, HeadingText.trimmed(0..<bytes.count, bytes))
      return writer.out
    }
  }

  /// The anchors that the headings of a body have on its page, in their order.
  package static func anchors(of headings: [Heading]) -> [String] {
    var anchors = HTMLHeadingAnchors()
    return headings.map { anchors.next(for: HTMLAddress.anchor(ofHeading: Array($0.text.utf8))) }
  }

  /// Puts text behind `html` as it may stand in an element or in an attribute in double quotes.
  package static func escape(_ text: String, into html: inout [UInt8]) { HTMLText.escape(text.utf8, into: &html) }

  /// A whole document with a small style sheet, for a file or a browser.
  package static func page(
    title: String, body: UnsafeBufferPointer<UInt8>, address: ((_ target: String) -> String?)? = nil
  ) -> String {
    var head: [UInt8] = []
    HTMLText.escape(title.utf8, into: &head)
    return """
      <!DOCTYPE html>
      <html>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      img-src 'self' file:">
      <title>\(String(decoding: head, as: UTF8.self))</title>
      <style>
      \(styleSheet)
      </style>
      </head>
      <body>
      \(render(body: body, address: address))</body>
      </html>

      """
  }

  // Line breaks inside a paragraph are shown, as Obsidian does.
  private static let styleSheet = """
    :root { color-scheme: light dark; }
    body { font: 1rem/1.6 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
    p, li { white-space: pre-line; }
    li > p:first-child { margin-top: 0; }
    pre, code { font-family: ui-monospace, monospace; font-size: 0.9em; }
    pre { overflow-x: auto; padding: 0.8rem; border-radius: 4px; background: rgba(128, 128, 128, 0.12); }
    blockquote, .callout { margin: 1rem 0; padding: 0.1rem 1rem; border-left: 3px solid rgba(128, 128, 128, 0.5); }
    .callout { background: rgba(128, 128, 128, 0.1); border-radius: 4px; }
    .callout-title { font-weight: bold; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid rgba(128, 128, 128, 0.4); padding: 0.3rem 0.6rem; }
    li.task { list-style: none; margin-left: -1.3em; }
    img { max-width: 100%; }
    """
}

/// Escaping for text and attributes. Control characters, which HTML has no place for and a terminal would obey, become
/// pictures of themselves or U+FFFD.
enum HTMLText {
  static func escape(_ text: some Sequence<UInt8>, into out: inout [UInt8]) {
    for c in text {
      switch c {
      case 0x26: out.append(contentsOf: "&amp;".utf8)
      case 0x3C: out.append(contentsOf: "&lt;".utf8)
      case 0x3E: out.append(contentsOf: "&gt;".utf8)
      case 0x22: out.append(contentsOf: "&quot;".utf8)
      case 0..<0x09, 0x0B, 0x0C, 0x0E..<0x20: out.append(contentsOf: [0xE2, 0x90, 0x80 + c])
      case 0x7F: out.append(contentsOf: [0xE2, 0x90, 0xA1])
      // C1: behind this byte nothing else begins so.
      case 0x80...0x9F where out.last == 0xC2:
        out.removeLast()
        out.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: out.append(c)
      }
    }
  }
}
