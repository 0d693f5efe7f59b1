/// Reads queries of the plugin Tasks. Upper and lower case of instructions are the same, but `AND`, `OR`, `XOR` and
/// `NOT` are capitals.
package struct TasksQueryParser {
  let today: CivilDate
  let file: TasksQueryFile?
  let presets: TasksQueryPresets
  let globalQuery: String

  /// Presets may name presets, so deep.
  private static let deepest = 10
  private static let mostStatements = 2_000

  /// - Parameters:
  ///   - file: The note that the query stands in or is meant for.
  ///   - globalQuery: Instructions that stand before those of every query.
  package init(
    today: CivilDate, file: TasksQueryFile? = nil, presets: TasksQueryPresets = TasksQueryPresets(),
    globalQuery: String = ""
  ) {
    self.today = today
    self.file = file
    self.presets = presets
    self.globalQuery = globalQuery
  }

  /// Before the query's own instructions come those of the global query, unless it says `ignore global query`, and
  /// those of the note's `TQ_` properties.
  package func parse(_ text: String) throws(TasksQueryError) -> TasksQuery {
    let own = TasksQueryText.statements(of: text)
    let ignores = own.contains { $0.text.after("ignore")?.after("global")?.after("query") != nil }
    var statements = ignores ? [] : TasksQueryText.statements(of: globalQuery).from(.globalQuery)
    if let file {
      statements += TasksQueryText.statements(of: TasksQueryFileDefaults.instructions(of: file)).from(.fileDefaults)
    }
    var query = TasksQuery()
    var count = 0
    for statement in statements + own {
      for expanded in try expanded(statement) { try add(expanded, to: &query, depth: 0, &count) }
    }
    query.ignoresGlobalQuery = ignores
    return query
  }

  /// A placeholder may stand for several lines. Comments are left as they are.
  private func expanded(_ statement: TasksQuery.Statement) throws(TasksQueryError) -> [TasksQuery.Statement] {
    guard !statement.text.hasPrefix("#"), statement.text.contains("{{") else { return [statement] }
    do throws(TasksQueryProblem) {
      let text = try TasksQueryPlaceholders(file: file, presets: presets).expand(statement.text)
      return TasksQueryText.statements(of: text).map { part in
        var statement = statement
        statement.text = part.text
        return statement
      }
    } catch {
      throw TasksQueryError(statement, error)
    }
  }

  private func add(
    _ statement: TasksQuery.Statement, to query: inout TasksQuery, depth: Int, _ count: inout Int
  ) throws(TasksQueryError) {
    do throws(TasksQueryProblem) {
      count += 1
      guard count <= Self.mostStatements else {
        throw TasksQueryProblem("The query has too many instructions: \(Self.mostStatements) are the most.")
      }
      if let name = statement.text.after("preset"), !name.isEmpty {
        guard depth < Self.deepest else {
          throw TasksQueryProblem("Presets name each other without an end.", remedy: "Take one of them out.")
        }
        let text = try presets.text(of: String(name).trimmingBlanks)
        let inner = TasksQueryText.statements(of: text).map { part in
          TasksQuery.Statement(
            line: statement.line, source: part.source, text: part.text, origin: .preset(String(name).trimmingBlanks))
        }
        for part in inner {
          do throws(TasksQueryError) {
            for expanded in try expanded(part) { try add(expanded, to: &query, depth: depth + 1, &count) }
          } catch {
            throw PassedOn(error: error).problem
          }
        }
        return
      }
      try addOne(statement, to: &query)
    } catch {
      throw TasksQueryError(statement, error)
    }
  }

  private func addOne(_ statement: TasksQuery.Statement, to query: inout TasksQuery) throws(TasksQueryProblem) {
    let text = statement.text
    let lower = text.lowercased()
    if text.hasPrefix("#") { return }
    if lower.hasPrefix("short") || lower.hasPrefix("full") {
      query.layout.isShort = lower.hasPrefix("short")
      query.layoutStatements.append(statement)
    } else if lower.hasPrefix("explain") {
      query.explains = true
    } else if lower.hasPrefix("ignore global query") {
      return
    } else if let rest = text.after("limit"), try addLimit(rest, to: &query) {
      return
    } else if let rest = text.after("sort")?.after("by") {
      query.sorters.append(try sorter(String(rest), statement))
    } else if let rest = text.after("group")?.after("by") {
      query.groupers.append(try grouper(String(rest), statement))
    } else if let rest = text.after("view") {
      try addView(rest, statement, to: &query)
    } else if let rest = text.after("hide") ?? text.after("show") {
      try addLayout(String(rest), hides: lower.hasPrefix("hide"), to: &query)
      query.layoutStatements.append(statement)
    } else if let condition = try TasksQueryFilterParser(today: today, file: file).condition(text) {
      query.filters.append(TasksQuery.Filter(statement: statement, condition: condition))
    } else {
      throw TasksQueryVocabulary.unknown(text)
    }
  }

  // MARK: Instructions besides filters

  private func addLimit(_ text: Substring, to query: inout TasksQuery) throws(TasksQueryProblem) -> Bool {
    let groups = text.after("groups")
    let rest = groups ?? text
    let digits = (rest.after("to") ?? rest).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else {
      throw TasksQueryProblem(
        "A limit needs a number.",
        remedy: "Write limit 10, limit to 10 tasks, limit groups 5 or limit groups to 5 tasks.")
    }
    let number = Int(digits) ?? .max
    if groups != nil { query.groupLimit = number } else { query.limit = number }
    return true
  }

  /// `due reverse`, `tag 2`, `tag reverse 2`
  private func sorter(
    _ text: String, _ statement: TasksQuery.Statement
  ) throws(TasksQueryProblem) -> TasksQuery.Sorter {
    var words = text.lowercased().split(separator: " ").map(String.init)
    let name = words.isEmpty ? "" : words.removeFirst()
    if name == "function" { throw TasksQueryVocabulary.script(sorting: text) }
    guard let key = TasksQuery.SortKey(rawValue: name == "tags" ? "tag" : name) else {
      throw TasksQueryVocabulary.unknownKey(name, "sort by", TasksQuery.SortKey.allCases.map(\.rawValue))
    }
    var sorter = TasksQuery.Sorter(statement: statement, key: key, isReversed: false)
    // As in the plugin, what follows is passed over: `sort by due date`.
    if words.first?.hasPrefix("reverse") == true {
      sorter.isReversed = true
      words.removeFirst()
    }
    if key == .tag, let word = words.first, let ordinal = Int(word) {
      guard ordinal > 0 else { throw TasksQueryProblem("Tags are counted from 1.", remedy: "Write sort by tag 1.") }
      sorter.ordinal = ordinal
    }
    return sorter
  }

  private func grouper(
    _ text: String, _ statement: TasksQuery.Statement
  ) throws(TasksQueryProblem) -> TasksQuery.Grouper {
    var words = text.lowercased().split(separator: " ").map(String.init)
    let name = words.isEmpty ? "" : words.removeFirst()
    if name == "function" { throw TasksQueryVocabulary.script(grouping: text) }
    guard let key = TasksQuery.GroupKey(rawValue: name) else {
      throw TasksQueryVocabulary.unknownKey(name, "group by", TasksQuery.GroupKey.allCases.map(\.rawValue))
    }
    let isReversed = words.first == "reverse"
    if isReversed { words.removeFirst() }
    if let rest = words.first {
      throw TasksQueryProblem("\"\(rest)\" is too much here.", remedy: "After the name only \"reverse\" may follow.")
    }
    return TasksQuery.Grouper(statement: statement, key: key, isReversed: isReversed)
  }

  /// Columns are groups beside each other: in a text they stand below each other, as the outermost groups.
  private func addView(
    _ text: Substring, _ statement: TasksQuery.Statement, to query: inout TasksQuery
  ) throws(TasksQueryProblem) {
    query.groupers.removeAll { $0.statement.text.after("view") != nil }
    if let rest = text.after("columns")?.after("by") {
      query.groupers.insert(try grouper(String(rest), statement), at: 0)
    } else if text.after("list") == nil {
      throw TasksQueryProblem("There is no view \"\(text)\".", remedy: "Write view list, or view columns by priority.")
    }
  }

  private func addLayout(
    _ name: String, hides: Bool, to query: inout TasksQuery
  ) throws(TasksQueryProblem) {
    typealias Element = TasksQuery.Layout.Element
    let name = name.lowercased().trimmingBlanks
    guard let element = Element.allCases.first(where: { name == $0.rawValue || name == $0.rawValue + "s" }) else {
      throw TasksQueryProblem(
        "There is nothing called \"\(name)\" to hide or show.",
        remedy: "There are \(Element.allCases.map(\.rawValue).joined(separator: ", ")).",
        candidates: Suggestion.nearest(to: name, among: Element.allCases.map(\.rawValue)))
    }
    if hides { query.layout.hidden.insert(element) } else { query.layout.hidden.remove(element) }
  }
}

/// An error inside a preset, told at the line that names the preset.
private struct PassedOn {
  let error: TasksQueryError

  var problem: TasksQueryProblem {
    var problem = TasksQueryProblem(
      "In it, \"\(error.instruction)\": \(error.message)", remedy: error.remedy, candidates: error.candidates)
    problem.isScript = error.isScript
    return problem
  }
}

extension [TasksQuery.Statement] {
  fileprivate func from(_ origin: TasksQuery.Origin) -> [TasksQuery.Statement] {
    map { statement in
      var statement = statement
      statement.origin = origin
      return statement
    }
  }
}
