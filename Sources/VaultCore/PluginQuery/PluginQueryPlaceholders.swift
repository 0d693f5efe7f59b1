/// What stands between `{{` and `}}`: comments, values of the query's note, and presets. Expressions of JavaScript that
/// are more than one of these are refused.
struct PluginQueryPlaceholders {
  let file: PluginQueryFile?
  let presets: PluginQueryPresets

  /// A placeholder may stand for others, so often.
  private static let rounds = 10
  /// In bytes: presets that name each other grow fast.
  private static let longest = 100_000

  func expand(_ text: String) throws(PluginQueryProblem) -> String {
    var text = text
    for _ in 0..<Self.rounds {
      guard let expanded = try once(text) else { return text }
      guard expanded.utf8.count <= Self.longest else { break }
      text = expanded
    }
    throw PluginQueryProblem(
      "Its placeholders stand for others without an end.", remedy: "See that no preset names itself.")
  }

  /// Returns nil when there is nothing to expand.
  private func once(_ text: String) throws(PluginQueryProblem) -> String? {
    var result = ""
    var isExpanded = false
    var rest = text[...]
    while let open = rest.firstRange(of: "{{") {
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else { break }
      isExpanded = true
      result += rest[..<open.lowerBound]
      let inner = rest[open.upperBound..<close.lowerBound]
      if !inner.hasPrefix("!") { result += try value(of: String(inner).trimmingWhitespace) }
      rest = rest[close.upperBound...]
    }
    return isExpanded ? result + rest : nil
  }

  // MARK: Values

  private func value(of expression: String) throws(PluginQueryProblem) -> String {
    // `a ?? 'b'`: what to take where the first is missing.
    let parts = expression.split(separator: "??", maxSplits: 1).map { String($0).trimmingWhitespace }
    guard parts.count == 2 else { return try required(expression) }
    guard let fallback = Self.literal(parts[1]) else { throw Self.script(expression) }
    return try optional(parts[0]) ?? fallback
  }

  private func required(_ expression: String) throws(PluginQueryProblem) -> String {
    if let value = try optional(expression) { return value }
    throw PluginQueryProblem(
      "The note of the query has no property for {{\(expression)}}.",
      remedy: "Give it one, or write {{\(expression) ?? ''}} for an empty text.")
  }

  /// Returns nil for a property that is not there or empty.
  private func optional(_ expression: String) throws(PluginQueryProblem) -> String? {
    if expression.hasPrefix("preset.") {
      let name = String(expression.dropFirst("preset.".count))
      guard Self.isName(name) else { throw Self.script(expression) }
      return try presets.text(of: name)
    }
    for (suffix, change) in Self.changes where expression.hasSuffix(suffix) {
      return try optional(String(expression.dropLast(suffix.count))).map(change)
    }
    guard expression.hasPrefix("query.") else { throw Self.script(expression) }
    guard let file else {
      throw PluginQueryProblem(
        "The query has a placeholder for its note, and stands in none.",
        remedy: "Name the note that it is meant for with \(option: .queryNote).")
    }
    if let part = Self.pathParts.first(where: { $0.name == expression }) { return part.text(NotePath(file.path)) }
    if let name = Self.argument(of: "query.file.hasProperty", in: expression) {
      return file[name].map { $0 != .null } ?? false ? "true" : "false"
    }
    if let name = Self.argument(of: "query.file.property", in: expression) {
      guard let value = file[name] else { return nil }
      return try Self.text(value, of: name)
    }
    guard Self.isName(expression) else { throw Self.script(expression) }
    throw PluginQueryProblem(
      "There is no {{\(expression)}}.",
      candidates: Suggestion.nearest(to: expression, among: Self.pathParts.map(\.name)).map { "{{\($0)}}" })
  }

  private static let pathParts: [(name: String, text: @Sendable (NotePath) -> String)] = [
    ("query.file.path", { $0.text }), ("query.file.pathWithoutExtension", { $0.withoutNoteExtension }),
    ("query.file.root", { $0.pluginRoot }), ("query.file.folder", { $0.pluginFolder }),
    ("query.file.filename", { $0.name }), ("query.file.filenameWithoutExtension", { $0.pluginTitle }),
  ]

  private static let changes: [(String, @Sendable (String) -> String)] = [
    (".toUpperCase()", { $0.uppercased() }), (".toLowerCase()", { $0.lowercased() }),
  ]

  private static func text(_ value: PropertyValue, of name: String) throws(PluginQueryProblem) -> String? {
    switch value {
    case .null: return nil
    case .list(let values):
      return try values.map { (value) throws(PluginQueryProblem) in try text(value, of: name) }
        .compactMap(\.self).joined(separator: ",")
    case .map:
      throw PluginQueryProblem("The property \"\(name)\" holds others, so it is no text for a query.")
    default: return value.text
    }
  }

  /// `x` of `function('x')` and `function("x")`.
  private static func argument(of function: String, in expression: String) -> String? {
    guard expression.hasPrefix(function + "("), expression.hasSuffix(")") else { return nil }
    return literal(String(expression.dropFirst(function.count + 1).dropLast()).trimmingWhitespace)
  }

  private static func literal(_ text: String) -> String? {
    guard let quote = text.first, quote == "'" || quote == "\"", text.count >= 2, text.last == quote else { return nil }
    let inner = text.dropFirst().dropLast()
    return inner.contains(quote) || inner.contains("\\") ? nil : String(inner)
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { PatternSet.isWord($0) || $0 == "." || $0 == "-" || !$0.isASCII }
  }

  private static func script(_ expression: String) -> PluginQueryProblem {
    .script(
      "{{\(expression)}}",
      instead: "Placeholders may be {{query.file.path}} and the other parts of the path, "
        + "{{query.file.property('name')}}, {{query.file.hasProperty('name')}} and {{preset.name}}.")
  }
}
