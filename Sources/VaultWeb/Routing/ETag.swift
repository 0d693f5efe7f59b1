import VaultCore
import VaultStore

/// A state of a note, by the hash of its bytes.
enum ETag {
  /// The value of the header, in quotes.
  static func field(_ hash: [UInt8]) -> String { "\"\(hash.hexadecimal)\"" }

  /// The hash of the bytes, without quotes.
  static func text(of bytes: [UInt8]) -> String { NoteHash.of(bytes).hexadecimal }

  /// The states that a condition names: proxies put `W/` before one and `-gzip` behind it, which is taken off. Nil for `*`,
  /// which any state fulfils.
  static func named(in condition: String) -> [String]? {
    if condition.trimmingBlanks == "*" { return nil }
    return condition.split(separator: ",").map { part in
      var text = Substring(String(part).trimmingBlanks)
      if text.hasPrefix("W/") { text = text.dropFirst(2) }
      text = text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 1 ? text.dropFirst().dropLast() : text
      for suffix in ["-gzip", "-br", ";gzip"] where text.hasSuffix(suffix) { text = text.dropLast(suffix.count) }
      return String(text)
    }
  }
}

extension String {
  /// The text without blanks and tabs at either end.
  var trimmingBlanks: String {
    let isBlank = { (c: Character) in c == " " || c == "\t" }
    var text = Substring(self)
    while let first = text.first, isBlank(first) { text.removeFirst() }
    while let last = text.last, isBlank(last) { text.removeLast() }
    return String(text)
  }
}
