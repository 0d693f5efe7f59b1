/// What a property's value has to be.
package struct ValueRule: Hashable, Sendable {
  package enum ValueType: String, CaseIterable, Sendable {
    case text, number, checkbox, date
    case dateTime = "date-time"
    case list, map, link

    var name: String {
      switch self {
      case .text: "a text"
      case .number: "a number"
      case .checkbox: "true or false"
      case .date: "a date such as 2026-01-31"
      case .dateTime: "a date with a time, such as 2026-01-31T09:30"
      case .list: "a list"
      case .map: "a map"
      case .link: "a link, such as \"[[Note]]\" or an address"
      }
    }
  }

  /// The end of a range, as written: a number or a date.
  package struct Bound: Hashable, Sendable {
    var text: String
    fileprivate var place: Double
    fileprivate var isDate: Bool
  }

  package var type: ValueType?
  package var values: [String] = []
  package var minimum: Bound?
  package var maximum: Bound?
  /// Found anywhere in the text, unless it has `^` and `$`.
  package var pattern: JavaScriptPattern?
  /// What each value of a list has to be: none or one rule.
  package var each: [ValueRule] = []

  // MARK: Checking

  typealias Problem = NoteSchema.Problem

  func problems(of value: JSONValue, named key: String) -> [Problem] {
    if let type, !type.holds(value) {
      return [
        Problem(kind: .type, key: key, message: "\"\(key)\" should be \(type.name), not \(Self.name(of: value))")
      ]
    }
    guard let list = value.list else { return problem(of: value, key, item: nil).map { [$0] } ?? [] }
    return list.enumerated().flatMap { index, value -> [Problem] in
      if value == .null { return [] }
      if let own = problem(of: value, key, item: index) { return [own] }
      return each.flatMap { rule in
        rule.problems(of: value, named: key).map { found in
          var found = found
          found.item = index
          return found
        }
      }
    }
  }

  /// What the rules for one value say.
  private func problem(of value: JSONValue, _ key: String, item: Int?) -> Problem? {
    let text = Self.text(of: value)
    func problem(_ message: String, spelling: String? = nil) -> Problem {
      Problem(kind: .value, key: key, item: item, message: "\"\(key)\" \(message)", spelling: spelling)
    }
    if !values.isEmpty, !values.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
      let spellings = values.filter { LinkResolver.key($0) == LinkResolver.key(text) }
      let spelling = spellings.count == 1 ? spellings.first : nil
      let near = spelling ?? Suggestion.nearest(to: text, among: values, isGenerous: true).first
      let remedy = near.map { "did you mean \"\($0)\"?" } ?? ""
      return problem(
        "cannot be \"\(text)\"; \(remedy.isEmpty ? "" : remedy + " ")valid are \(values.joined(separator: ", "))",
        spelling: spelling)
    }
    if let bound = minimum ?? maximum, bound.place(of: text) == nil {
      return Problem(
        kind: .type, key: key, item: item,
        message: "\"\(key)\" should be \((bound.isDate ? ValueType.date : .number).name), not \(Self.name(of: value))")
    }
    if let minimum, let place = minimum.place(of: text), place < minimum.place {
      return problem("is \(text), which is less than \(minimum.text)")
    }
    if let maximum, let place = maximum.place(of: text), place > maximum.place {
      return problem("is \(text), which is more than \(maximum.text)")
    }
    if let pattern, !pattern.matches(text) { return problem("is \"\(text)\", which does not match \(pattern.source)") }
    return nil
  }

  private static func text(of value: JSONValue) -> String {
    switch value {
    case .text(let text), .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .list, .object: ""
    }
  }

  private static func name(of value: JSONValue) -> String {
    switch value {
    case .text(let text): "\"\(text)\""
    case .number(let text): text
    case .bool(let flag): flag ? "true" : "false"
    case .null: "empty"
    case .list: "a list"
    case .object: "a map"
    }
  }
}

extension ValueRule.ValueType {
  /// A date is a text in JSON, so that one in quotes is a date here.
  fileprivate func holds(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.text, .text), (.number, .number), (.checkbox, .bool), (.list, .list), (.map, .object): true
    case (.date, .text(let text)): if case .date = PropertyValue(plain: text) { true } else { false }
    case (.dateTime, .text(let text)): if case .dateTime = PropertyValue(plain: text) { true } else { false }
    case (.link, .text(let text)): Self.isLink(text)
    default: false
    }
  }

  /// A wikilink, a Markdown link or an address, with nothing beside it.
  private static func isLink(_ text: String) -> Bool {
    let text = text.trimmingWhitespace
    if text.hasPrefix("[["), text.hasSuffix("]]") { return text.utf8.count > 4 }
    if text.hasPrefix("["), text.hasSuffix(")"), text.contains("](") { return true }
    return InlineScanner.hasScheme(text.utf8) && !text.contains(where: \.isWhitespace)
  }
}

extension ValueRule.Bound {
  /// Nil for what is neither a number nor a date.
  fileprivate init?(_ value: PropertyValue) {
    switch value {
    case .number(let number, let text): self.init(text: text, place: number, isDate: false)
    case .date(let day): self.init(text: "\(day)", place: Double(day.dayNumber), isDate: true)
    case .null, .text, .checkbox, .dateTime, .list, .map: return nil
    }
  }

  /// Where a value of the same kind is; nil for one of another.
  fileprivate func place(of text: String) -> Double? {
    if !isDate { return Double(text) }
    guard let date = NoteDate(property: PropertyValue(plain: text)) else { return nil }
    return Double(date.day(in: { _ in 0 }).dayNumber)
  }
}

// MARK: Reading

extension ValueRule {
  private static let fields = ["type", "values", "min", "max", "pattern", "each"]

  /// `key`: of the property, for messages.
  static func read(_ value: PropertyValue, of key: String) throws(SettingProblem) -> ValueRule {
    var rule = ValueRule()
    let members: [Property]
    switch value {
    case .map(let given): members = given
    case .null: return rule
    default:
      throw SettingProblem(message: "has a rule for \"\(key)\" that is no map of \(fields.joined(separator: ", "))")
    }
    for member in members {
      switch member.key {
      case "type": rule.type = try type(member.value.text ?? "", of: key)
      case "values":
        guard let values = member.value.stringList, !values.isEmpty else {
          throw SettingProblem(message: "has \"values\" of \"\(key)\" that are no list")
        }
        rule.values = values
      case "min": rule.minimum = try bound(member, of: key)
      case "max": rule.maximum = try bound(member, of: key)
      case "pattern":
        do throws(PatternProblem) { rule.pattern = try JavaScriptPattern(member.value.text ?? "") } catch {
          throw SettingProblem(message: "has a pattern for \"\(key)\" that cannot be read: \(error.message)")
        }
      case "each": rule.each = [try read(member.value, of: key)]
      default:
        let near = Suggestion.nearest(to: member.key, among: fields, isGenerous: true).first
        throw SettingProblem(
          message: "has \"\(member.key)\" for \"\(key)\", which is no rule; "
            + (near.map { "did you mean \"\($0)\"? " } ?? "") + "valid are \(fields.joined(separator: ", "))")
      }
    }
    return rule
  }

  private static func type(_ name: String, of key: String) throws(SettingProblem) -> ValueType {
    if let type = ValueType(rawValue: name) { return type }
    let names = ValueType.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: name, among: names, isGenerous: true).first
    throw SettingProblem(
      message: "has \"\(key)\" of the type \"\(name)\"; "
        + (near.map { "did you mean \"\($0)\"? " } ?? "") + "valid are \(names.joined(separator: ", "))")
  }

  private static func bound(_ member: Property, of key: String) throws(SettingProblem) -> Bound {
    guard let bound = Bound(member.value) else {
      throw SettingProblem(message: "has a \"\(member.key)\" of \"\(key)\" that is neither a number nor a date")
    }
    return bound
  }
}
