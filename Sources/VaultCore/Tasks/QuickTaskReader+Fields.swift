/// The fields that are read here and not in notes.
extension QuickTaskReader {
  /// The field that the word at `i` begins; nil where it looks like none.
  func readField(at i: Int) throws(QueryError) -> QuickTaskField? {
    switch bytes[i] {
    case 0x21: return try readPriority(at: i)
    case 0xE2, 0xF0: return try readSign(at: i)
    case 0x41...0x5A, 0x61...0x7A: return try readKey(at: i)
    default: return nil
    }
  }

  // MARK: Priorities

  private static let priorities = ["highest", "high", "medium", "low", "lowest"]

  /// `!high`, and an error for any other word of letters behind `!`.
  private func readPriority(at i: Int) throws(QueryError) -> QuickTaskField? {
    let range = word(at: i)
    let name = value(in: (i + 1)..<range.upperBound)
    guard !name.isEmpty, name.utf8.allSatisfy(\.isASCIILetter) else { return nil }
    return try priority(name, range: range, mark: "!")
  }

  private func priority(_ name: String, range: Range<Int>, mark: String) throws(QueryError) -> QuickTaskField {
    let known = name.lowercased()
    if Self.priorities.contains(known) { return QuickTaskField(kind: .priority, range: range, value: known) }
    let near = Suggestion.nearest(to: name, among: Self.priorities)
    throw QueryError(
      "\"\(QueryExcerpt.quoted(name))\" is no priority.", at: range,
      remedy: (near.isEmpty ? "The priorities are \(Self.priorities.joined(separator: ", ")). " : "")
        + Self.asText(mark), candidates: near.map { mark + $0 })
  }

  // MARK: Days

  /// A date's sign with a day in words behind it. Where no figure follows, the sign may be an ornament.
  private func readSign(at i: Int) throws(QueryError) -> QuickTaskField? {
    let sign = bytes.withUnsafeBufferPointer { TaskSymbol.at(i, in: $0) }
    guard let sign, case let kind = sign.meaning.kind, kind.isDate else { return nil }
    var start = i + sign.length
    if bytes[start...].starts(with: [0xEF, 0xB8, 0x8F]) { start += 3 }
    let words = wordsBehind(start)
    guard let first = words.first else { return nil }
    do throws(QueryError) {
      return try day(kind, words, first, from: i)
    } catch {
      if bytes[first.lowerBound].isDigit { throw error }
      return nil
    }
  }

  /// Returns true when the sign at `i`, which no value follows, may stand there for its own sake.
  func isOrnament(at i: Int) -> Bool {
    let sign = bytes.withUnsafeBufferPointer { TaskSymbol.at(i, in: $0) }
    return sign.map { $0.meaning.kind.isDate || $0.meaning.kind == .recurrence } ?? false
  }

  /// `kind` with the day that `words` begin with.
  private func day(
    _ kind: TaskFieldKind, _ words: [Range<Int>], _ first: Range<Int>, from start: Int
  ) throws(QueryError) -> QuickTaskField {
    let texts = words.map { string($0) }
    do throws(QueryError) {
      guard let found = try days.longestPrefix(of: texts) else { throw days.failure(of: texts) }
      let end = words[found.count - 1].upperBound
      return QuickTaskField(kind: kind, range: start..<end, value: found.day.description)
    } catch {
      let moved = error.moved(by: first.lowerBound)
      throw moved.pointing(at: moved.range.clamped(to: 0..<bytes.count))
    }
  }

  // MARK: Keys

  private static let keys: [String: TaskFieldKind] = [
    "due": .due, "scheduled": .scheduled, "sched": .scheduled, "start": .start, "priority": .priority,
    "category": .category, "id": .id, "depends": .dependsOn, "dependson": .dependsOn, "repeat": .recurrence,
    "oncompletion": .onCompletion,
  ]

  /// Returns true when `word` begins with what would be a field's key, or a bare rule, and a backslash keeps it from
  /// being one.
  static func isKept(_ word: some Sequence<UInt8>) -> Bool {
    let name = String(decoding: word.prefix(while: \.isASCIILetter), as: UTF8.self).lowercased()
    let rest = word.dropFirst(name.utf8.count).first { _ in true }
    return rest == 0x3A ? keys[name] != nil : name == "every" && rest == nil
  }

  private func readKey(at i: Int) throws(QueryError) -> QuickTaskField? {
    var colon = i
    while colon < bytes.count, colon - i < 13, bytes[colon].isASCIILetter { colon += 1 }
    guard colon < bytes.count, bytes[colon] == 0x3A, let kind = Self.keys[string(i..<colon).lowercased()] else {
      return nil
    }
    var start = colon + 1
    if start < bytes.count, bytes[start] == 0x3A { start += 1 }
    let key = string(i..<start)
    if kind.isDate { return try readDay(kind, key: key, at: i, behind: start) }
    let range = i..<word(at: start).upperBound
    let value = value(in: start..<range.upperBound)
    guard !value.isEmpty else {
      // `Check id: 17` is a title, `id:` at the end a field without its value.
      if range.upperBound == start, bytes[start...].contains(where: { $0 != 0x20 }) { return nil }
      throw QueryError("No value follows \"\(key)\".", at: i..<start, remedy: Self.asText(key))
    }
    return try field(kind, value, key: key, at: start, range: range)
  }

  private func readDay(
    _ kind: TaskFieldKind, key: String, at i: Int, behind start: Int
  ) throws(QueryError) -> QuickTaskField {
    let words = wordsBehind(start)
    do throws(QueryError) {
      guard let first = words.first else {
        throw QueryError("No day follows \"\(key)\".", at: i..<start, remedy: DayPhrase.forms)
      }
      return try day(kind, words, first, from: i)
    } catch {
      var error = error
      error.remedy = (error.remedy.map { $0 + " " } ?? "") + Self.asText(key)
      throw error
    }
  }

  private func field(
    _ kind: TaskFieldKind, _ value: String, key: String, at start: Int, range: Range<Int>
  ) throws(QueryError) -> QuickTaskField {
    func field(
      _ text: String, if isValid: Bool, _ fault: String, _ remedy: String
    ) throws(QueryError) -> QuickTaskField {
      if isValid { return QuickTaskField(kind: kind, range: range, value: text) }
      throw QueryError(
        "\"\(QueryExcerpt.quoted(value))\" is \(fault).", at: range, remedy: remedy + " " + Self.asText(key))
    }
    let idForm = "Write letters, digits, - and _, and commas between ids."
    switch kind {
    case .priority: return try priority(value, range: range, mark: key)
    case .recurrence:
      let limit = bytes[start...].indices.first { isHidden[$0] } ?? bytes.count
      let found = bytes[start..<limit].withUnsafeBufferPointer { Recurrence.longestPrefix(of: $0) }
      let end = found.map { start + $0.length } ?? range.upperBound
      return QuickTaskField(kind: kind, range: range.lowerBound..<end, value: try rule(start..<end))
    case .dependsOn:
      let ids = Self.ids(value)
      let isList = !ids.isEmpty && ids.allSatisfy(\.isTaskID)
      return try field(ids.joined(separator: ", "), if: isList, "no list of ids", idForm)
    case .id: return try field(value, if: value.isTaskID, "no id", idForm)
    case .onCompletion:
      let action = value.lowercased()
      return try field(action, if: ["keep", "delete"].contains(action), "no action", "Write keep or delete.")
    case .category, .due, .scheduled, .start, .created, .done, .cancelled:
      let isCategory = TaskTextParser().parse("@" + value).category == value
      return try field(value, if: isCategory, "no category", "Write a word of letters, digits, -, _ and /.")
    }
  }

  static func ids(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.filter { $0 != " " } }
  }

  private static func asText(_ mark: String) -> String {
    "A backslash before it keeps it as text (\\\(mark))."
  }
}
