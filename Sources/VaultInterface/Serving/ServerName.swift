import VaultCore

/// The name by which a browser calls a server, with a port unless it is the usual one: `notes.example:8443`.
package enum ServerName {
  package static func isValid(_ text: String) -> Bool {
    let (name, port) = parts(text)
    if let port {
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port), (1...65_535).contains(number)
      else { return false }
    }
    if name.utf8.first == UInt8(ascii: "[") {
      return name.utf8.last == UInt8(ascii: "]")
        && name.utf8.dropFirst().dropLast().allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
    }
    let dot = UInt8(ascii: ".")
    return !name.isEmpty && name.utf8.first != dot && name.utf8.last != dot
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-._".utf8.contains($0) }
  }

  /// The port stands behind the last colon, which in an IPv6 address stands behind its bracket.
  private static func parts(_ text: String) -> (name: Substring, port: Substring?) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")), text.utf8.last != UInt8(ascii: "]") else {
      return (text[...], nil)
    }
    return (text[..<colon], text[text.utf8.index(after: colon)...])
  }
}
