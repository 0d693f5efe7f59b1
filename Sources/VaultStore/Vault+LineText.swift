import VaultCore

extension Vault {
  /// The text of some lines of a note, counted from 1, without blanks at either end. Lines that are no longer there,
  /// and all of a note that has become unreadable, are left out.
  package func text(ofLines numbers: Set<Int>, in path: NotePath) throws -> [Int: String] {
    let bytes: [UInt8]
    do {
      bytes = try FileReader(root: location.root).read(path, isLink: true, limit: configuration.maximumFileSize).bytes
    } catch {
      return [:]
    }
    var texts: [Int: String] = [:]
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      guard numbers.contains(number) else { continue }
      let isWhitespace = { (c: UInt8) in c == 0x20 || c == 0x09 || c == 0x0D }
      var text = line.drop(while: isWhitespace)
      while let last = text.last, isWhitespace(last) { text.removeLast() }
      texts[number] = String(decoding: text, as: UTF8.self)
      if texts.count == numbers.count { break }
    }
    return texts
  }
}
