/// Reads one filter, or several joined by operators.
struct PluginQueryFilterParser {
  typealias Condition = PluginQuery.Condition
  typealias Test = PluginQuery.Test

  let today: CivilDate
  let file: PluginQueryFile?

  /// Returns nil for what begins no filter.
  func condition(_ text: String) throws(PluginQueryProblem) -> Condition? {
    do throws(PluginQueryProblem) {
      if let test = try test(text) { return .test(test, text: text) }
    } catch {
      throw error.isScript ? error : slips.undelimited(text) ?? error
    }
    guard PluginQueryBoolean.isLikely(text) else {
      if let slip = slips.joined(in: text, of: text) ?? slips.undelimited(text) { throw slip }
      return nil
    }
    return try joined(text, of: text, nesting: 0)
  }

  /// Filters between delimiters. One of them may be several between other delimiters.
  private func joined(_ part: String, of text: String, nesting: Int) throws(PluginQueryProblem) -> Condition {
    guard nesting <= PluginQueryBoolean.deepest else { throw PluginQueryBoolean.tooDeep }
    var joined = try PluginQueryBoolean(part) { part throws(PluginQueryProblem) in
      do throws(PluginQueryProblem) {
        if let test = try test(part) { return .test(test, text: part) }
      } catch {
        throw error.isScript ? error : slips.joined(in: part, of: text) ?? error
      }
      guard PluginQueryBoolean.isWhole(part) else {
        throw slips.joined(in: part, of: text) ?? PluginQueryVocabulary.unknown(part, isPart: true)
      }
      return try self.joined(part, of: text, nesting: nesting + 1)
    }
    return try joined.condition()
  }

  private var slips: PluginQuerySlips { PluginQuerySlips { text in (try? test(text)) != nil } }

  func test(_ text: String) throws(PluginQueryProblem) -> Test? {
    if let test = Self.fixed[text.lowercased()] { return test }
    if let rest = text.after("filter")?.after("by")?.after("function") { return try folderTest(rest) }
    if let test = try priorityTest(text) { return test }
    if let test = try statusTypeTest(text) { return test }
    if let test = try textTest(text) { return test }
    return try dateTest(text)
  }

  /// The one script that the plugin's own presets have.
  private func folderTest(_ script: Substring) throws(PluginQueryProblem) -> Test {
    let words = script.split { $0 == " " || $0 == ";" }.joined(separator: " ")
    guard words == "task.file.folder === query.file.folder" else {
      throw PluginQueryVocabulary.script(filtering: script)
    }
    guard let file else {
      throw PluginQueryProblem(
        "The query asks for its note's folder, and stands in no note.",
        remedy: "Name the note with \(option: .queryNote).")
    }
    return .folder(NotePath(file.path).pluginFolder)
  }

  // MARK: Filters without values

  /// By the whole instruction.
  private static let fixed: [String: Test] = {
    var tests: [String: Test] = [
      "done": .isDone(true), "not done": .isDone(false), "exclude sub-items": .isTopLevel,
      "has tag": .flag(.tags, true), "no tag": .flag(.tags, false),
    ]
    for flag in [PluginQuery.Flag.recurring, .blocking, .blocked] {
      tests["is \(flag.rawValue)"] = .flag(flag, true)
      tests["is not \(flag.rawValue)"] = .flag(flag, false)
    }
    for flag in [PluginQuery.Flag.tags, .id, .dependsOn] {
      tests["has \(flag.rawValue)"] = .flag(flag, true)
      tests["no \(flag.rawValue)"] = .flag(flag, false)
    }
    for field in PluginQuery.DateField.allCases {
      tests["has \(field.rawValue) date"] = .hasDate(field, true)
      tests["no \(field.rawValue) date"] = .hasDate(field, false)
      if field != .happens { tests["\(field.rawValue) date is invalid"] = .dateIsInvalid(field) }
    }
    return tests
  }()

  // MARK: Priority and status

  /// `priority is above none`; `is` may be left out.
  private func priorityTest(_ text: String) throws(PluginQueryProblem) -> Test? {
    guard var rest = text.after("priority") else { return nil }
    rest = rest.after("is") ?? rest
    var relation = PluginQuery.PriorityRelation.is
    for word in [PluginQuery.PriorityRelation.above, .below, .not] {
      if let after = rest.after(word.rawValue) {
        relation = word
        rest = word == .not ? after.after("in") ?? after : after
      }
    }
    guard let priority = TaskPriority(rawValue: String(rest).lowercased()) else {
      let names = TaskPriority.allCases.map(\.rawValue)
      throw PluginQueryProblem(
        "\"\(rest)\" is no priority.",
        remedy: "Write priority is, priority is above, below or not, and one of \(names.joined(separator: ", ")).",
        candidates: Suggestion.nearest(to: String(rest), among: names).map {
          "priority \(relation == .is ? "is" : "is \(relation.rawValue)") \($0)"
        })
    }
    return .priority(relation, priority)
  }

  private func statusTypeTest(_ text: String) throws(PluginQueryProblem) -> Test? {
    guard let rest = text.after("status.type") else { return nil }
    let names = StatusType.allCases.map(\.pluginName)
    guard let value = rest.after("is") else {
      throw PluginQueryProblem(
        "\"status.type\" is followed by \"is\" or \"is not\".", remedy: "Write status.type is TODO.")
    }
    let wanted = String(value.after("not") ?? value)
    guard let type = StatusType.allCases.first(where: { $0.pluginName == wanted.uppercased() }) else {
      throw PluginQueryProblem(
        "\"\(wanted)\" is no type of a status.", remedy: "There are \(names.joined(separator: ", ")).",
        candidates: Suggestion.nearest(to: wanted, among: names).map { "status.type is \($0)" })
    }
    return .statusType(type, value.after("not") == nil)
  }

  // MARK: Text

  private static let textTests: [(words: String, isOnlyOfTags: Bool, isWanted: Bool, isExpression: Bool)] = [
    ("includes", false, true, false), ("include", true, true, false),
    ("does not include", false, false, false), ("do not include", true, false, false),
    ("regex matches", false, true, true), ("regex does not match", false, false, true),
  ]

  private func textTest(_ text: String) throws(PluginQueryProblem) -> Test? {
    var found: (field: PluginQuery.TextField, rest: Substring)?
    for field in PluginQuery.TextField.allCases {
      if let rest = text.after(field.rawValue) { found = (field, rest) }
    }
    if let rest = text.after("tags") { found = (.tag, rest) }
    guard let (field, rest) = found else { return nil }
    for (words, isOnlyOfTags, isWanted, isExpression) in Self.textTests where field == .tag || !isOnlyOfTags {
      guard let value = rest.after(phrase: words) else { continue }
      return .text(field, isExpression ? .matches(try expression(value)) : .includes(try needle(value)), isWanted)
    }
    throw PluginQueryProblem(
      "\"\(field.rawValue)\" is followed by what it should be.",
      remedy: "Write \(field.rawValue) includes …, does not include …, regex matches /…/ or regex does not match /…/.")
  }

  private func expression(_ value: Substring) throws(PluginQueryProblem) -> JavaScriptPattern {
    do {
      return try JavaScriptPattern(literal: value)
    } catch {
      throw PluginQueryProblem(error.message, remedy: error.remedy.map { Message(QueryExcerpt.harmless($0)) })
    }
  }

  private func needle(_ value: Substring) throws(PluginQueryProblem) -> CaselessSearch {
    guard !value.isEmpty else { throw PluginQueryProblem("A text to look for is missing.") }
    return CaselessSearch(Array(value.lowercased().utf8))
  }

  // MARK: Dates

  private static let dateFields: [(String, PluginQuery.DateField)] =
    PluginQuery.DateField.allCases.map { ($0.rawValue, $0) } + [("starts", .start), ("started", .start)]

  /// Those with more words behind those that they begin with.
  private static let relations: [(String, PluginQuery.DateRelation)] =
    PluginQuery.DateRelation.allCases.map { ($0.rawValue, $0) }
    + [("in", .on), ("in or before", .onOrBefore), ("in or after", .onOrAfter)]

  private func dateTest(_ text: String) throws(PluginQueryProblem) -> Test? {
    for (name, field) in Self.dateFields {
      guard let rest = text.after(name), !rest.isEmpty else { continue }
      var relation = PluginQuery.DateRelation.on
      var value = rest
      for (words, named) in Self.relations {
        if let after = rest.after(phrase: words) { (relation, value) = (named, after) }
      }
      if value == rest { try checkRelation(value, name) }
      guard let span = PluginQueryDates(today: today).span(of: String(value), whole: String(rest)) else {
        throw PluginQueryProblem(
          value.isEmpty ? "A date is missing." : "\"\(value)\" is no date.",
          remedy:
            "Write a day (2026-01-31), two days, a year, month, week or quarter (2026, 2026-01, 2026-W05, 2026-Q1), "
            + "this, last or next and week, month, quarter or year, or words such as today, next monday, 14 days ago, "
            + "in two weeks, 14 October.")
      }
      return .date(field, relation, span)
    }
    return nil
  }

  /// Words that are no dates are passed over, but not one that is `before` with a slip in it.
  private func checkRelation(_ text: Substring, _ name: String) throws(PluginQueryProblem) {
    let word = String(text.prefix { $0 != " " })
    guard word.utf8.count >= 4, PluginQueryDates(today: today).span(of: word, whole: word) == nil else { return }
    let near = Suggestion.nearest(to: word, among: ["before", "after"])
    guard !near.isEmpty else { return }
    throw PluginQueryProblem(
      "\"\(word)\" is no relation of dates.",
      candidates: near.map { "\(name) \($0)\(text.dropFirst(word.count))" })
  }
}

extension StatusType {
  /// As the plugin writes it: `IN_PROGRESS`.
  var pluginName: String { rawValue.uppercased().replacing("-", with: "_") }
}
