/// A text with places to be filled in, written as in Obsidian's templates.
///
/// `{{title}}`, `{{date}}` and `{{time}}` are known, `{{date:FORMAT}}` and `{{time:FORMAT}}` in moment's tokens and
/// exchangeable, and whatever else the caller gives, such as `{{id}}`. Names count in any case, with blanks around them
/// or without.
package struct Template: Sendable {
  /// What is known at the time of filling in.
  package struct Values: Sendable {
    package var title: String
    package var time: CivilTime
    /// Moment's tokens, for `{{date}}` without a format.
    package var dateFormat: String
    package var timeFormat: String
    /// By name; names compare as keys of front matter do. They go before `title`, `date` and `time`.
    package var others: [String: String]

    package init(
      title: String, time: CivilTime, dateFormat: String = "YYYY-MM-DD", timeFormat: String = "HH:mm",
      others: [String: String] = [:]
    ) {
      self.title = title
      self.time = time
      self.dateFormat = dateFormat
      self.timeFormat = timeFormat
      self.others = others
    }
  }

  package struct Filled: Hashable, Sendable {
    package var text: [UInt8]
    /// The names that nothing is known by, as written, each once, in order; they stand in the text as they were.
    package var unknown: [String]
  }

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Line endings of the values become those of the template; all other bytes stay as they are, and what is filled in
  /// is not looked at again.
  package func filled(_ values: Values) -> Filled {
    let others = Dictionary(values.others.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    let ending = LineEnding(of: bytes)
    var result = Filled(text: [], unknown: [])
    var copied = 0
    var i = 0
    while let place = nextPlace(from: i) {
      i = place.range.upperBound
      guard let value = Self.value(place, values, others) else {
        if !result.unknown.contains(place.name) { result.unknown.append(place.name) }
        continue
      }
      result.text += bytes[copied..<place.range.lowerBound]
      result.text += ending.applied(to: Array(value.utf8))
      copied = i
    }
    result.text += bytes[copied...]
    return result
  }

  private struct Place {
    var range: SourceRange
    var name: String
    var format: String?
  }

  private static func value(_ place: Place, _ values: Values, _ others: [String: String]) -> String? {
    let name = place.name.lowercased()
    if place.format == nil, let value = others[name] { return value }
    switch name {
    case "title" where place.format == nil: return values.title
    case "date": return MomentFormat(place.format ?? values.dateFormat).string(values.time)
    case "time": return MomentFormat(place.format ?? values.timeFormat).string(values.time)
    default: return nil
    }
  }

  /// `{{`, a name, perhaps `:` and a format, and the first `}}`, all in one line.
  private func nextPlace(from start: Int) -> Place? {
    for open in start..<max(start, bytes.count - 4) where bytes[open] == 0x7B && bytes[open + 1] == 0x7B {
      let close = bytes.indices[(open + 2)...].first { i in
        "\n\r{".utf8.contains(bytes[i]) || bytes[i...].starts(with: "}}".utf8)
      }
      // The last two braces of `{{{date}}` open.
      guard let close, bytes[close] == 0x7D else { continue }
      let inside = bytes[(open + 2)..<close]
      let colon = inside.firstIndex(of: 0x3A)
      let name = Self.trimmed(inside[..<(colon ?? close)])
      let format = colon.map { Self.trimmed(inside[($0 + 1)...]) }
      if !name.isEmpty {
        return Place(range: open..<(close + 2), name: name, format: format.flatMap { $0.isEmpty ? nil : $0 })
      }
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.trimming(where: \.isSpaceOrTab), as: UTF8.self)
  }
}
