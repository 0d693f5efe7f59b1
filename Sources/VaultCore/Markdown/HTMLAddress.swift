/// Addresses and anchors that are safe to write into an attribute.
enum HTMLAddress {
  /// A Markdown link's destination, percent-encoded where it has to be; nil for one that could run code or read files.
  static func safe(_ destination: some Collection<UInt8>) -> String? {
    // A browser drops these from an address before it looks at the scheme.
    let bytes = destination.filter { $0 > 0x1F && $0 != 0x7F }
    let trimmed = Array(bytes.drop { $0 == 0x20 })
    if let scheme = scheme(trimmed), forbidden.contains(scheme) { return nil }
    var out: [UInt8] = []
    for c in trimmed {
      if isKept[Int(c)] { out.append(c) } else { out.append(percentEncoding: c) }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// Returns true when a browser would leave the page's own host for it: a scheme, or two slashes of either kind.
  static func isExternal(_ destination: some Collection<UInt8>) -> Bool {
    let start = destination.drop { $0 <= 0x20 }.filter { $0 > 0x1F }
    if start.count >= 2, start.prefix(2).allSatisfy({ $0 == 0x2F || $0 == 0x5C }) { return true }
    return scheme(start) != nil
  }

  private static func scheme(_ bytes: [UInt8]) -> String? {
    guard let colon = bytes.firstIndex(of: 0x3A), colon > 0,
      bytes[..<colon].allSatisfy({ c in
        c.isASCIILetterOrDigit || c == 0x2B || c == 0x2D || c == 0x2E
      })
    else { return nil }
    return String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
  }

  private static let forbidden: Set<String> = [
    "javascript", "vbscript", "data", "file", "about", "blob", "filesystem", "view-source", "livescript", "mocha",
  ]

  /// What stays as it is in an address: RFC 3986's characters, `%` of what is encoded already included.
  private static let isKept: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$()*+,;=:@/?#%&".utf8 {
      table[Int(c)] = true
    }
    return table
  }()

  /// A wikilink's target as an address, with the heading or block as an anchor. `file` is the address of its note; without
  /// one it is the target, percent-encoded whole, so that nothing in it is taken for a scheme or a query.
  static func wikilink(_ target: String, file: String?) -> String {
    let bytes = Array(target.utf8)
    let hash = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
    var out: [UInt8] = Array((file ?? "").utf8)
    for c in bytes[..<hash].drop(while: { $0 == 0x2F }) where file == nil {
      let isPlain = c.isASCIILetterOrDigit || "-._~/".utf8.contains(c)
      if isPlain { out.append(c) } else { out.append(percentEncoding: c) }
    }
    if hash < bytes.endIndex, let last = bytes[(hash + 1)...].split(separator: 0x23).last {
      out.append(0x23)
      for c in last.first == 0x5E ? Array(last) : Array(anchor(ofHeading: Array(last)).utf8) {
        if isKept[Int(c)], c != 0x23, c != 0x26 { out.append(c) } else { out.append(percentEncoding: c) }
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The anchor of a heading of that text, in which marks may stand.
  static func anchor(ofHeading text: [UInt8]) -> String {
    text.withUnsafeBufferPointer { anchor(InlineTree($0, HeadingText.trimmed(0..<$0.count, $0)).plainText($0)) }
  }

  /// The anchor of a heading that says `text`; `section` where no letter of it remains.
  static func anchor(_ text: String) -> String {
    let slug = LinkResolver.slug(text)
    return slug.isEmpty ? "section" : slug
  }
}

/// Anchors that a page gives to its headings, each once: another of the same name gets a number.
struct HTMLHeadingAnchors {
  private var counts: [String: Int] = [:]

  mutating func next(for anchor: String) -> String {
    let count = counts[anchor, default: 0]
    counts[anchor] = count + 1
    return count > 0 ? "\(anchor)-\(count)" : anchor
  }
}
