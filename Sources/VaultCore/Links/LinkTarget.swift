/// A link's target, taken apart: `dir/Note#Heading#Sub`, `Note#^block`.
package struct LinkTarget: Hashable, Sendable {
  package enum Anchor: Hashable, Sendable {
    case none
    /// The headings from the outermost named to the one meant.
    case heading([String])
    /// Without the `^`.
    case block(String)
  }

  /// Before the first `#`; empty for the note itself.
  package var path: String
  package var anchor: Anchor

  /// `target` as it is written between the brackets, an alias already cut off. A wikilink's is taken literally.
  package init(_ target: String) {
    let (path, fragment) = Self.split(target)
    self.init(path: path, fragment: fragment)
  }

  /// A Markdown link's destination: `<…>` taken off, backslashes and percent escapes decoded, `%23` being part of a name.
  package init(markdown target: String) {
    var target = target
    if target.utf8.count >= 2, target.hasPrefix("<"), target.hasSuffix(">") {
      target = String(target.dropFirst().dropLast())
    }
    let (path, fragment) = Self.split(target)
    self.init(path: Self.decoded(path), fragment: fragment.map(Self.decoded))
  }

  private init(path: String, fragment: String?) {
    self.path = Self.trimmed(path)
    let parts = (fragment ?? "").utf8.split(separator: UInt8(ascii: "#")).map { Self.trimmed(String(Substring($0))) }
    let headings = parts.filter { !$0.isEmpty }
    if let last = headings.last, last.hasPrefix("^"), last.utf8.count > 1 {
      anchor = .block(String(last.dropFirst()))
    } else {
      anchor = headings.isEmpty ? .none : .heading(headings)
    }
  }

  private static func split(_ target: String) -> (path: String, fragment: String?) {
    guard let hash = target.utf8.firstIndex(of: UInt8(ascii: "#")) else { return (target, nil) }
    return (String(target[..<hash]), String(target[target.utf8.index(after: hash)...]))
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last, first.isASCIIWhitespace || last.isASCIIWhitespace
    else {
      return text
    }
    return String(decoding: Array(text.utf8).trimming(where: \.isASCIIWhitespace), as: UTF8.self)
  }

  /// Escapes that are none stay as they are; so does the whole text if the bytes are no UTF-8.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      if let byte = bytes.percentEscape(at: i) {
        result.append(byte)
        i += 3
      } else {
        if bytes[i] == UInt8(ascii: "\\"), i + 1 < bytes.count, bytes[i + 1].isASCIIPunctuation { i += 1 }
        result.append(bytes[i])
        i += 1
      }
    }
    return String(validating: result, as: UTF8.self) ?? text
  }
}

extension LinkTarget {
  /// Returns true when what follows an embed's bar is `200` or `200x100`: how large to show it, no text.
  package static func isSize(_ alias: some Collection<UInt8>) -> Bool {
    alias.split(separator: 0x78, maxSplits: 1, omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy(\.isDigit)
    }
  }
}
