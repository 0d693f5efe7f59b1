import Foundation
import Testing
import VaultCore

@testable import VaultRPC

/// A text as a client has it, which counts in its own units: to ask for places in it, and to see what answers are about.
struct ClientText {
  let text: String
  let encoding: String
  private let lines: [String]

  static let encodings = ["utf-8", "utf-16"]

  /// Lines end at LF or CRLF.
  init(_ text: String, _ encoding: String) {
    (self.text, self.encoding) = (text, encoding)
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }
  }

  private var isUTF8: Bool { encoding == "utf-8" }

  private func units(_ text: some StringProtocol) -> Int { isUTF8 ? text.utf8.count : text.utf16.count }

  /// The part of a line between two places in units.
  private func part(_ line: String, _ start: Int, _ end: Int) -> String {
    isUTF8
      ? String(decoding: Array(line.utf8)[start..<end], as: UTF8.self)
      : String(decoding: Array(line.utf16)[start..<end], as: UTF16.self)
  }

  /// The place of the first such text, and so many characters into it.
  func position(of needle: String, _ more: Int = 0) throws -> Position {
    for (number, line) in lines.enumerated() {
      if let range = line.range(of: needle) {
        return Position(
          line: number, character: units(line[..<range.lowerBound]) + units(needle.prefix(more)))
      }
    }
    throw TestFailure("\(needle) is not there")
  }

  /// What a range is of, its lines with `⏎` between them.
  func text(of range: JSONValue?) throws -> String {
    let range = try PositionRange(#require(range))
    if range.start.line == range.end.line {
      return part(lines[range.start.line], range.start.character, range.end.character)
    }
    let first = lines[range.start.line]
    let inner = lines[range.start.line + 1..<range.end.line]
    let last = part(lines[range.end.line], 0, range.end.character)
    return ([part(first, range.start.character, units(first))] + inner + [last]).joined(separator: "⏎")
  }
}
