import Crypto
import VaultCore

/// What tells a finding from others of its vault, and stays when lines move: its code, its path, the text of its line, and
/// which of those alike it is. As 64 hexadecimal digits.
package struct FindingMark: Hashable, Sendable, Comparable {
  package let text: String

  /// Nil for what is no such text.
  package init?(_ text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0) }) else { return nil }
    self.text = text
  }

  private init(_ finding: Finding, line: [UInt8], number: Int) {
    let parts = [
      Array(finding.diagnostic.code.rawValue.utf8), finding.path?.bytes ?? [],
      line, Array("\(number)".utf8),
    ]
    text = SHA256.hash(data: Array(parts.joined(separator: [0]))).map { $0.padded(to: 2, radix: 16) }.joined()
  }

  package static func < (a: FindingMark, b: FindingMark) -> Bool { a.text < b.text }

  /// The marks of findings, in their order.
  static func all(of findings: [Finding], _ lines: FindingLines) -> [FindingMark] {
    struct Likeness: Hashable {
      var code: Diagnostic.Code
      var path: NotePath?
      var line: [UInt8]
    }
    var counts: [Likeness: Int] = [:]
    return findings.map { finding in
      // What is about a file as a whole goes by its message, which has no line.
      let line = Array(
        (lines.line(of: finding) ?? Array(finding.diagnostic.message.utf8)).trimming { $0.isASCIIWhitespace })
      let likeness = Likeness(code: finding.diagnostic.code, path: finding.path, line: line)
      let number = counts[likeness, default: 0]
      counts[likeness] = number + 1
      return FindingMark(finding, line: line, number: number)
    }
  }
}
