/// `[label]: destination "title"`, what reference links lead to.
package struct LinkDefinition: Sendable {
  /// Folded as CommonMark compares labels: lower case, runs of white space collapsed.
  var label: String
  /// The label's bytes in the file, without brackets.
  var labelRange: SourceRange
  var destination: String
  /// The destination's bytes in the file, without angle brackets.
  var destinationRange: SourceRange
  /// As it is written, without quotes; empty without one.
  var title = ""

  /// Reads a definition at `start`, which holds its `[`; `limit` is where its text must end at the latest. `end` is
  /// past its last byte, on the line's end.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int
  ) -> (definition: LinkDefinition, end: Int)? {
    var i = start + 1
    let labelStart = i
    while i < limit, bytes[i] != 0x5D {
      if bytes[i] == 0x5B { return nil }
      i += bytes[i] == 0x5C ? 2 : 1
      if i - labelStart > 999 { return nil }
    }
    guard i + 1 < limit, bytes[i + 1] == 0x3A else { return nil }
    let labelRange = labelStart..<i
    guard let label = label(bytes, labelRange) else { return nil }
    i = skipWhitespaceAndOneBreak(bytes, i + 2, limit)
    guard let destination = LinkDestination.parse(bytes, from: i, limit: limit),
      !destination.range.isEmpty || destination.isAngled
    else { return nil }
    var end = endOfLine(bytes, destination.end, limit)
    var titleRange = destination.end..<destination.end
    let titleStart = skipWhitespaceAndOneBreak(bytes, destination.end, limit)
    if titleStart > destination.end, let title = LinkDestination.title(bytes, from: titleStart, limit: limit),
      let close = endOfLine(bytes, title, limit)
    {
      titleRange = titleStart + 1..<title - 1
      end = close
    }
    guard let end else { return nil }
    return (
      LinkDefinition(
        label: label, labelRange: labelRange, destination: bytes.text(destination.range),
        destinationRange: destination.range, title: bytes.text(titleRange)), end
    )
  }

  /// The definitions on a body's lines, by label; their ranges are not those of the file.
  package static func table(of body: [BodyLine]) -> [String: LinkDefinition] {
    let lines = body.filter { $0.kind == .linkDefinition }.map(\.text)
    var result: [String: LinkDefinition] = [:]
    Array(lines.joined(separator: "\n").utf8).withUnsafeBufferPointer { bytes in
      var i = 0
      while i < bytes.count {
        guard bytes[i] == 0x5B, let (definition, end) = parse(bytes, from: i, limit: bytes.count) else {
          i += 1
          continue
        }
        if result[definition.label] == nil { result[definition.label] = definition }
        i = end
      }
    }
    return result
  }

  /// Returns nil for a label of white space only.
  static func label(_ bytes: UnsafeBufferPointer<UInt8>, _ range: SourceRange) -> String? {
    var folded: [UInt8] = []
    var pending = false
    for i in range {
      let c = bytes[i]
      if c == 0x20 || c == 0x09 || c == 0x0A || c == 0x0D {
        pending = !folded.isEmpty
      } else {
        if pending { folded.append(0x20) }
        pending = false
        folded.append(c)
      }
    }
    return folded.isEmpty ? nil : String(decoding: folded, as: UTF8.self).lowercased()
  }

  /// The end of the line that `start` is on; nil where more than blanks stand before it.
  private static func endOfLine(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    var i = start
    while i < limit, bytes[i].isSpaceOrTab { i += 1 }
    return i >= limit || bytes[i] == 0x0A || bytes[i] == 0x0D ? i : nil
  }

  private static func skipWhitespaceAndOneBreak(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ limit: Int
  ) -> Int {
    var i = start
    var breaks = 0
    while i < limit {
      switch bytes[i] {
      case 0x20, 0x09: i += 1
      case 0x0A, 0x0D:
        breaks += 1
        if breaks > 1 { return i }
        i += bytes[i] == 0x0D && i + 1 < limit && bytes[i + 1] == 0x0A ? 2 : 1
      default: return i
      }
    }
    return i
  }
}

/// A link's destination and title, as CommonMark 0.30 delimits them.
enum LinkDestination {
  /// `range` leaves angle brackets out; `end` is past them.
  static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int
  ) -> (range: SourceRange, end: Int, isAngled: Bool)? {
    var i = start
    if i < limit, bytes[i] == 0x3C {
      i += 1
      while i < limit, bytes[i] != 0x3E {
        if bytes[i] == 0x3C || bytes[i] == 0x0A || bytes[i] == 0x0D { return nil }
        i += bytes[i] == 0x5C ? 2 : 1
      }
      guard i < limit else { return nil }
      return (start + 1..<i, i + 1, true)
    }
    var depth = 0
    while i < limit {
      let c = bytes[i]
      if c <= 0x20 || c == 0x7F { break }
      if c == 0x5C, i + 1 < limit, bytes[i + 1].isASCIIPunctuation {
        i += 2
        continue
      }
      if c == 0x28 {
        depth += 1
        if depth > 32 { return nil }
      } else if c == 0x29 {
        if depth == 0 { break }
        depth -= 1
      }
      i += 1
    }
    guard depth == 0, i <= limit else { return nil }
    return (start..<i, i, false)
  }

  /// The end past a title's closing quote; nil when there is none.
  static func title(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, limit: Int) -> Int? {
    guard start < limit, bytes[start] == 0x22 || bytes[start] == 0x27 || bytes[start] == 0x28 else { return nil }
    let close: UInt8 = bytes[start] == 0x28 ? 0x29 : bytes[start]
    var i = start + 1
    while i < limit, bytes[i] != close {
      if close == 0x29, bytes[i] == 0x28 { return nil }
      i += bytes[i] == 0x5C ? 2 : 1
    }
    return i < limit ? i + 1 : nil
  }
}
