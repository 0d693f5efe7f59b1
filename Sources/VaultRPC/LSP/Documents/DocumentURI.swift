import Foundation
import VaultCore

/// The address by which a client knows a document. Two ways to write one address are the same one.
struct DocumentURI: Sendable, Hashable {
  /// As the client writes it, which is how it is given back.
  let text: String
  /// Absolute; nil for what is no file of this machine, or has no path that could be one.
  let path: String?
  /// What is the same for all ways to write the address: the path, its letters composed. It is made once, since every message
  /// looks up its document several times.
  private let key: [UInt8]

  init(_ text: String) {
    self.text = text
    let path = Self.path(text)
    self.path = path
    if let path, !path.utf8.allSatisfy({ $0 < 0x80 }) {
      key = Array(path.precomposedStringWithCanonicalMapping.utf8)
    } else {
      key = Array((path ?? text).utf8)
    }
  }

  /// The address of a file in a folder, whose path is absolute.
  init(folder: String, _ file: NotePath) {
    var text: [UInt8] = Array("file://".utf8)
    for byte in Array((folder == "/" ? "" : folder).utf8) + [0x2F] + file.bytes {
      if byte == 0x2F || byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte) {
        text.append(byte)
      } else {
        text.append(percentEncoding: byte)
      }
    }
    self.init(String(decoding: text, as: UTF8.self))
  }

  static func == (a: Self, b: Self) -> Bool { a.key == b.key }

  func hash(into hasher: inout Hasher) { key.withUnsafeBytes { hasher.combine(bytes: $0) } }

  /// Other hosts' files, other schemes, queries and fragments, escapes that are no UTF-8, and NUL give none.
  private static func path(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let scheme = Array("file:".utf8)
    guard bytes.count > scheme.count, zip(bytes, scheme).allSatisfy({ $0.asciiLowered == $1 }) else { return nil }
    var rest = bytes[scheme.count...]
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != 0x2F }
      let name = String(decoding: host, as: UTF8.self).lowercased()
      guard name.isEmpty || name == "localhost" else { return nil }
      rest = rest.dropFirst(host.count)
    }
    guard rest.first == 0x2F, !rest.contains(0x3F), !rest.contains(0x23) else { return nil }
    let coded = Array(rest)
    var decoded: [UInt8] = []
    var i = 0
    while i < coded.count {
      if let byte = coded.percentEscape(at: i) {
        decoded.append(byte)
        i += 3
      } else {
        decoded.append(coded[i])
        i += 1
      }
    }
    guard !decoded.contains(0), let path = String(validating: decoded, as: UTF8.self) else { return nil }
    return normalized(path)
  }

  /// Without `.`, `..` and empty parts, which are taken by their letters: `..` behind a symbolic link leads to the folder that
  /// is written before it. Nil for the root itself, and for what would lead above it.
  private static func normalized(_ path: String) -> String? {
    var parts: [Substring.UTF8View] = []
    for part in path.utf8.split(separator: 0x2F) {
      if part.elementsEqual(".".utf8) { continue }
      if part.elementsEqual("..".utf8) {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.reduce(into: "") { $0 += "/" + String(Substring($1)) }
  }
}
