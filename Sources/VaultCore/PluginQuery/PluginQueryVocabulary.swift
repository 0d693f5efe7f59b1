/// The words of the language, for messages about what is none of it.
enum PluginQueryVocabulary {
  /// One form of each instruction.
  static let instructions: [String] =
    ["done", "not done", "exclude sub-items"]
    + PluginQuery.DateField.allCases.flatMap { field -> [String] in
      let name = field == .start ? "starts" : field.rawValue
      return PluginQuery.DateRelation.allCases.map { "\(name) \($0.rawValue) today" }
        + ["has \(field.rawValue) date", "no \(field.rawValue) date"]
        + (field == .happens ? [] : ["\(field.rawValue) date is invalid"])
    }
    + PluginQuery.TextField.allCases.flatMap { field in
      ["includes", "does not include", "regex matches", "regex does not match"].map { "\(field.rawValue) \($0)" }
    }
    + ["is recurring", "is not recurring", "is blocking", "is not blocking", "is blocked", "is not blocked"]
    + ["has tags", "no tags", "has id", "no id", "has depends on", "no depends on"]
    + ["priority is high", "priority is above none", "priority is below none", "priority is not none"]
    + ["status.type is TODO", "status.type is not DONE"]
    + PluginQuery.SortKey.allCases.map { "sort by \($0.rawValue)" }
    + PluginQuery.GroupKey.allCases.map { "group by \($0.rawValue)" }
    + ["limit 10", "limit groups 5", "short mode", "full mode", "explain", "ignore global query", "preset NAME"]
    + PluginQuery.Layout.Element.allCases.flatMap { ["hide \($0.rawValue)", "show \($0.rawValue)"] }
    + ["view list", "view columns by priority"]

  /// `isPart`: one of several filters of an instruction.
  static func unknown(_ text: String, isPart: Bool = false) -> PluginQueryProblem {
    if text.after("backlink") != nil {
      return PluginQueryProblem(
        "There is no filter for backlinks.", remedy: "Write filename includes … or heading includes … instead.")
    }
    let near = nearest(to: text)
    return PluginQueryProblem(
      isPart
        ? "\"\(QueryExcerpt.quoted(text))\" is no filter of the plugin Tasks."
        : "This is no instruction of the plugin Tasks.",
      remedy: near.isEmpty ? "\(command: .pluginQueryHelp) lists the instructions." : nil, candidates: near)
  }

  static func unknownKey(_ name: String, _ instruction: String, _ keys: [String]) -> PluginQueryProblem {
    PluginQueryProblem(
      name.isEmpty ? "\"\(instruction)\" needs a name." : "Nothing called \"\(name)\" can be used to \(instruction).",
      remedy: "There are \(keys.joined(separator: ", ")).",
      candidates: Suggestion.nearest(to: name, among: keys).map { "\(instruction) \($0)" })
  }

  /// By the whole, and by the first words: the rest may be any text.
  private static func nearest(to text: String) -> [String] {
    let whole = Suggestion.nearest(to: text, among: instructions)
    if !whole.isEmpty { return whole }
    let words = text.lowercased().split(separator: " ").map(String.init)
    for count in [3, 2, 1] where words.count >= count {
      let start = words.prefix(count).joined(separator: " ")
      let starts = instructions.map { $0.split(separator: " ").prefix(count).joined(separator: " ") }
      let near = Suggestion.nearest(to: start, among: starts)
      if !near.isEmpty {
        return near.map { start in instructions.first { $0.hasPrefix(start) } ?? start }.uniqued(by: \.self)
      }
    }
    return []
  }

  // MARK: Scripts

  static func script(filtering text: Substring) -> PluginQueryProblem {
    .script(
      "filter by function",
      instead: instead(
        text,
        [
          ("status.symbol", "status.name includes …"), ("status.type", "status.type is …"),
          ("status.name", "status.name includes …"),
          ("isDone", "done or not done"), ("isRecurring", "is recurring"), ("isBlocked", "is blocked"),
          ("isBlocking", "is blocking"), ("priority", "priority is …"), ("heading", "heading includes …"),
          ("filename", "filename includes …"), ("folder", "folder includes …"), ("root", "root includes …"),
          ("file.path", "path includes …"), ("tags", "tags include … or tag regex matches /…/"),
          ("outlinks", "description regex matches /\\[\\[/"), ("recurrence", "recurrence includes …"),
          ("description", "description includes … or description regex matches /…/"),
          ("due", "due on …, before …, after …"), ("scheduled", "scheduled on …, before …, after …"),
          ("happens", "happens on …, before …, after …"), ("start", "starts on …, before …, after …"),
          ("created", "created on …, before …, after …"), ("done", "done on …, before …, after …"),
          ("cancelled", "cancelled on …, before …, after …"), ("task.id", "has id or id includes …"),
        ], "a filter such as description includes …, or several joined by AND, OR and NOT"))
  }

  /// `instruction`: `sort by` or `group by`.
  static func script<Key: CaseIterable & RawRepresentable<String>>(
    _ text: Substring, instead instruction: String, _: Key.Type
  ) -> PluginQueryProblem {
    let forms = Key.allCases.map { ($0.rawValue, "\(instruction) \($0.rawValue)") }
      .sorted { $0.0.utf8.count > $1.0.utf8.count }
    return .script(
      "\(instruction) function", instead: instead(text, forms, "\(instruction) due, or another name"))
  }

  private static func instead(
    _ text: Substring, _ plain: [(word: String, form: String)], _ otherwise: String
  ) -> Message {
    if text.contains("roperty(") {
      return "For properties of notes there is vault's own query: \(command: .queryTasks)."
    }
    if text.contains("lineNumber") { return "sort by path keeps the tasks of a note in the order of their lines." }
    let found = plain.first { text.contains($0.word) }?.form ?? otherwise
    return "A plain instruction may do instead: \(found)."
  }
}
