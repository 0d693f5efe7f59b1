extension Query {
  /// What a property of the front matter has to be: `[rating>3]`.
  package struct PropertyTest: Hashable, Sendable {
    /// As written; keys compare without regard to case.
    package var key: String
    /// The value, or one of a list, has to meet one of these.
    package var conditions: [PropertyCondition]
  }

  package enum PropertyCondition: Hashable, Sendable {
    /// The key is there, whatever its value.
    case present
    /// The key is there without a value, which is what Obsidian's `[k:null]` finds.
    case null
    /// The key is there without a value, or with an empty text, list or map.
    case empty
    /// The value, or one of a list, compares so. `equal` finds words in texts.
    case compares(Comparison, PropertyOperand)
  }

  /// A value of a query, in each way in which it can be read: the property's own value decides which counts.
  package struct PropertyOperand: Hashable, Sendable {
    package var text: TextMatch
    package var number: Double?
    /// Written `3..4`; a bound that is left out is infinite.
    package var numbers: ClosedRange<Double>?
    /// The days that the comparison and the text mean together.
    package var dates: DateRange?
  }
}

extension Query.PropertyTest {
  /// Returns true when front matter, as JSON text, meets it; false for what is no JSON.
  package func holds(properties: [UInt8], _ finder: inout TextFinder) throws(PatternProblem) -> Bool {
    // The index writes it itself, so that only a damaged one holds anything else.
    guard case .object(let members)? = try? JSONReader.read(properties) else { return false }
    let key = NotePredicate.fold(key)
    for member in members where NotePredicate.fold(member.name) == key {
      for condition in conditions where try condition.holds(member.value, &finder) { return true }
    }
    return false
  }
}

extension Query.PropertyCondition {
  fileprivate func holds(_ value: JSONValue, _ finder: inout TextFinder) throws(PatternProblem) -> Bool {
    switch self {
    case .present: return true
    case .null: return value == .null
    case .empty:
      switch value {
      case .null: return true
      case .text(let text): return text.utf8.allSatisfy { $0 <= 0x20 }
      case .list(let values): return values.isEmpty
      case .object(let members): return members.isEmpty
      case .bool, .number: return false
      }
    case .compares(let comparison, let operand):
      guard case .list(let values) = value else { return try operand.compares(value, comparison, &finder) }
      for value in values where try operand.compares(value, comparison, &finder) { return true }
      return false
    }
  }
}

extension Query.PropertyOperand {
  fileprivate func compares(
    _ value: JSONValue, _ comparison: Query.Comparison, _ finder: inout TextFinder
  ) throws(PatternProblem) -> Bool {
    switch value {
    case .null, .object, .list: return false
    case .bool(let value):
      return comparison == .equal ? try finder.finds(text, in: value ? "true" : "false") : false
    case .number(let written):
      if let number, let value = Double(written) { return comparison.holds(value, number) }
      if let numbers, comparison == .equal, let value = Double(written) { return numbers.contains(value) }
      if let dates, let days = Self.days(written) { return dates.contains(days) }
      return comparison == .equal ? try finder.finds(text, in: written) : false
    case .text(let value):
      if let dates, let days = Self.days(value) { return dates.contains(days) }
      if comparison == .equal { return try finder.finds(text, in: value) }
      guard number == nil, dates == nil else { return false }
      return comparison.holds(LinkResolver.key(value), LinkResolver.key(text.text))
    }
  }

  /// The day that a date, with or without a time behind it, begins with; all days of a month, week, quarter or year.
  private static func days(_ value: String) -> DateRange? {
    let bytes = Array(value.utf8)
    if bytes.count == 10 || (bytes.count > 10 && (bytes[10] == 0x54 || bytes[10] == 0x20)) {
      return CivilDate(String(decoding: bytes[..<10], as: UTF8.self)).map { DateRange(day: $0) }
    }
    guard bytes.count < 10, case .days(let first, let end) = CalendarPeriod.read(value.lowercased()) else { return nil }
    return DateRange(lower: first, upper: end)
  }
}
