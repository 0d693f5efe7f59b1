/// Reads queries of the plugin Tasks. Upper and lower case of instructions are the same, but `AND`, `OR`, `XOR` and
/// `NOT` are capitals.
package struct PluginQueryParser {
  let today: CivilDate
  let file: PluginQueryFile?
  let presets: PluginQueryPresets
  let globalQuery: String

  /// Presets may name presets, so deep.
  private static let deepest = 10
  private static let mostStatements = 2_000

  /// - Parameters:
  ///   - file: The note that the query stands in or is meant for.
  ///   - globalQuery: Instructions that stand before those of every query.
  package init(
    today: CivilDate, file: PluginQueryFile? = nil, presets: PluginQueryPresets = PluginQueryPresets(),
    globalQuery: String = ""
  ) {
    self.today = today
    self.file = file
    self.presets = presets
    self.globalQuery = globalQuery
  }

  /// Before the query's own instructions come those of the global query, unless it says `ignore global query`, and
  /// those of the note's `TQ_` properties.
  package func parse(_ text: String) throws(PluginQueryError) -> PluginQuery {
    let own = PluginQueryText.statements(of: text)
    let ignores = own.contains { $0.text.after("ignore")?.after("global")?.after("query") != nil }
    var statements = ignores ? [] : PluginQueryText.statements(of: globalQuery, from: .globalQuery)
    if let file {
      statements += PluginQueryText.statements(of: PluginQueryFileDefaults.instructions(of: file), from: .fileDefaults)
    }
    var query = PluginQuery()
    var count = 0
    for statement in statements + own {
      for expanded in try expanded(statement) { try add(expanded, to: &query, depth: 0, &count) }
    }
    return query
  }

  /// A placeholder may stand for several lines. Comments are left as they are.
  private func expanded(_ statement: PluginQuery.Statement) throws(PluginQueryError) -> [PluginQuery.Statement] {
    guard !statement.text.hasPrefix("#"), statement.text.contains("{{") else { return [statement] }
    do throws(PluginQueryProblem) {
      let text = try PluginQueryPlaceholders(file: file, presets: presets).expand(statement.text)
      return PluginQueryText.statements(of: text).map { part in
        var statement = statement
        statement.text = part.text
        return statement
      }
    } catch {
      throw PluginQueryError(statement: statement, problem: error)
    }
  }

  private func add(
    _ statement: PluginQuery.Statement, to query: inout PluginQuery, depth: Int, _ count: inout Int
  ) throws(PluginQueryError) {
    do throws(PluginQueryProblem) {
      count += 1
      guard count <= Self.mostStatements else {
        throw PluginQueryProblem("The query has too many instructions: \(Self.mostStatements) are the most.")
      }
      if let name = statement.text.after("preset"), !name.isEmpty {
        guard depth < Self.deepest else {
          throw PluginQueryProblem("Presets name each other without an end.", remedy: "Take one of them out.")
        }
        let preset = String(name).trimmingWhitespace
        let text = try presets.text(of: preset)
        do throws(PluginQueryError) {
          for part in PluginQueryText.statements(of: text, from: .preset(preset), at: statement.line) {
            for expanded in try expanded(part) { try add(expanded, to: &query, depth: depth + 1, &count) }
          }
        } catch {
          throw error.insidePreset
        }
      } else {
        try addOne(statement, to: &query)
      }
    } catch {
      throw PluginQueryError(statement: statement, problem: error)
    }
  }

  private func addOne(_ statement: PluginQuery.Statement, to query: inout PluginQuery) throws(PluginQueryProblem) {
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
    } else if let rest = text.after("limit") {
      try addLimit(rest, to: &query)
    } else if let rest = text.after("sort")?.after("by") {
      query.sorters.append(try sorter(rest, statement))
    } else if let rest = text.after("group")?.after("by") {
      query.groupers.append(try grouper(rest, statement))
    } else if let rest = text.after("view") {
      try addView(rest, statement, to: &query)
    } else if let rest = text.after("hide") ?? text.after("show") {
      try addLayout(String(rest), hides: lower.hasPrefix("hide"), to: &query)
      query.layoutStatements.append(statement)
    } else if let condition = try PluginQueryFilterParser(today: today, file: file).condition(text) {
      query.filters.append(PluginQuery.Filter(statement: statement, condition: condition))
    } else {
      throw PluginQueryVocabulary.unknown(text)
    }
  }

  // MARK: Instructions besides filters

  private func addLimit(_ text: Substring, to query: inout PluginQuery) throws(PluginQueryProblem) {
    let groups = text.after("groups")
    let rest = groups ?? text
    let digits = (rest.after("to") ?? rest).prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else {
      throw PluginQueryProblem(
        "A limit needs a number.",
        remedy: "Write limit 10, limit to 10 tasks, limit groups 5 or limit groups to 5 tasks.")
    }
    let number = Int(digits) ?? .max
    if groups != nil { query.groupLimit = number } else { query.limit = number }
  }

  /// `due reverse`, `tag 2`, `tag reverse 2`
  private func sorter(
    _ text: Substring, _ statement: PluginQuery.Statement
  ) throws(PluginQueryProblem) -> PluginQuery.Sorter {
    var (key, words) = try named(text, "sort by", PluginQuery.SortKey.self)
    var sorter = PluginQuery.Sorter(statement: statement, key: key, isReversed: false)
    // As in the plugin, what follows is passed over: `sort by due date`.
    if words.first?.hasPrefix("reverse") == true {
      sorter.isReversed = true
      words.removeFirst()
    }
    if key == .tag, let word = words.first, let ordinal = Int(word) {
      guard ordinal > 0 else { throw PluginQueryProblem("Tags are counted from 1.", remedy: "Write sort by tag 1.") }
      sorter.ordinal = ordinal
    }
    return sorter
  }

  private func grouper(
    _ text: Substring, _ statement: PluginQuery.Statement
  ) throws(PluginQueryProblem) -> PluginQuery.Grouper {
    let (key, words) = try named(text, "group by", PluginQuery.GroupKey.self)
    let isReversed = words.first == "reverse"
    if let rest = words.dropFirst(isReversed ? 1 : 0).first {
      throw PluginQueryProblem("\"\(rest)\" is too much here.", remedy: "After the name only \"reverse\" may follow.")
    }
    return PluginQuery.Grouper(statement: statement, key: key, isReversed: isReversed)
  }

  /// What `sort by` or `group by` names, and the words behind it.
  private func named<Key: CaseIterable & RawRepresentable<String>>(
    _ text: Substring, _ instruction: String, _: Key.Type
  ) throws(PluginQueryProblem) -> (Key, [String]) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    let name = words.first ?? ""
    if name == "function" { throw PluginQueryVocabulary.script(text, instead: instruction, Key.self) }
    guard let key = Key(rawValue: name) ?? (name == "tags" ? Key(rawValue: "tag") : nil) else {
      throw PluginQueryVocabulary.unknownKey(name, instruction, Key.allCases.map(\.rawValue))
    }
    return (key, Array(words.dropFirst()))
  }

  /// Columns are groups beside each other: in a text they stand below each other, as the outermost groups.
  private func addView(
    _ text: Substring, _ statement: PluginQuery.Statement, to query: inout PluginQuery
  ) throws(PluginQueryProblem) {
    query.groupers.removeAll { $0.statement.text.after("view") != nil }
    if let rest = text.after("columns")?.after("by") {
      query.groupers.insert(try grouper(rest, statement), at: 0)
    } else if text.after("list") == nil {
      throw PluginQueryProblem("There is no view \"\(text)\".", remedy: "Write view list, or view columns by priority.")
    }
  }

  private func addLayout(
    _ name: String, hides: Bool, to query: inout PluginQuery
  ) throws(PluginQueryProblem) {
    typealias Element = PluginQuery.Layout.Element
    let name = name.lowercased().trimmingWhitespace
    guard let element = Element.allCases.first(where: { name == $0.rawValue || name == $0.rawValue + "s" }) else {
      throw PluginQueryProblem(
        "There is nothing called \"\(name)\" to hide or show.",
        remedy: "There are \(Element.allCases.map(\.rawValue).joined(separator: ", ")).",
        candidates: Suggestion.nearest(to: name, among: Element.allCases.map(\.rawValue)))
    }
    if hides { query.layout.hidden.insert(element) } else { query.layout.hidden.remove(element) }
  }
}
