import Crypto
import VaultCore

/// What tells a finding from others of its vault, and stays when lines move: its code, its path, the text of its line, what it
/// is about (a link's target, a property), and which of those alike it is. As 64 hexadecimal digits.
package struct FindingMark: Hashable, Sendable, Comparable {
  package let text: String

  /// Nil for what is no such text.
  package init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) else { return nil }
    self.text = text
  }

  private init(_ likeness: Likeness, number: Int) {
    let parts = [
      Array(likeness.code.rawValue.utf8), likeness.path?.bytes ?? [], likeness.line, Array(likeness.subject.utf8),
      Array("\(number)".utf8),
    ]
    text = SHA256.hash(data: Array(parts.joined(separator: [0]))).hexadecimal
  }

  private struct Likeness: Hashable {
    var code: Diagnostic.Code
    var path: NotePath?
    var line: [UInt8]
    var subject: String
  }

  package static func < (a: FindingMark, b: FindingMark) -> Bool { a.text < b.text }

  /// The marks of findings, in their order.
  static func all(of findings: [Finding], _ lines: FindingLines) -> [FindingMark] {
    var counts: [Likeness: Int] = [:]
    return findings.map { finding in
      let likeness = Likeness(
        code: finding.diagnostic.code, path: finding.path, line: lines.digest(of: finding), subject: finding.subject)
      let number = counts[likeness, default: 0]
      counts[likeness] = number + 1
      return FindingMark(likeness, number: number)
    }
  }
}

extension Finding {
  /// What it is about besides its line; where it has no line, what it says.
  fileprivate var subject: String {
    if let link { return link.link.target }
    if let property { return "\(property.kind.rawValue) \(property.key) \(property.item ?? -1)" }
    return diagnostic.place == nil ? diagnostic.message : ""
  }
}
