/// How fields are written anew. The order is that of Obsidian Tasks, which reads a line from its end.
extension TaskFieldKind {
  /// All kinds in the order in which they stand behind the description.
  static let written: [TaskFieldKind] = [
    .category, .id, .dependsOn, .priority, .recurrence, .onCompletion, .created, .start, .scheduled, .due, .cancelled,
    .done,
  ]

  var rank: Int { Self.written.firstIndex(of: self) ?? 0 }

  /// The field with its value, without blanks around it. `value` is what the format's grammar takes: a date, an id, a
  /// rule, ids joined by commas, a priority's name.
  func written(_ value: String, _ format: TaskFieldFormat) -> String {
    switch (self, format) {
    case (.category, _): TaskTextParser.isCategoryWord(value) ? "@\(value)" : "[category:: \(value)]"
    case (_, .inline): "[\(inlineKey):: \(value)]"
    case (.priority, _): TaskPriority(rawValue: value)?.sign ?? value
    default: (sign.map { $0 + " " } ?? "") + value
    }
  }

  /// What separates the field from what stands before it.
  func separator(_ format: TaskFieldFormat) -> String {
    format == .inline && self != .category ? "  " : " "
  }
}

extension TaskPriority {
  /// Those that plain words can say, by their letters in `(A)`.
  static let letters: [(letter: String, priority: TaskPriority)] = [("A", .high), ("B", .medium), ("C", .low)]

  /// Nil for none.
  package var sign: String? {
    switch self {
    case .highest: "🔺"
    case .high: "⏫"
    case .medium: "🔼"
    case .none: nil
    case .low: "🔽"
    case .lowest: "⏬"
    }
  }
}

extension TaskTextParser {
  /// Returns true when `@word` is read as a category.
  static func isCategoryWord(_ word: String) -> Bool {
    let text = TaskTextParser().parse("x @\(word)")
    return text.category == word && text.description == "x"
  }
}

extension NewTask {
  /// The fields that it has, in the order in which they are written.
  var fields: [(kind: TaskFieldKind, value: String)] {
    TaskFieldKind.written.compactMap { kind in values[kind].flatMap { $0.isEmpty ? nil : (kind, $0) } }
  }

  /// Everything behind the box: `Buy milk @shopping 🔼 📅 2026-02-01`.
  package func text(_ format: TaskFieldFormat) -> String {
    fields.reduce(description) { text, field in
      text + (text.isEmpty ? "" : field.kind.separator(format)) + field.kind.written(field.value, format)
    }
  }

  /// The whole line, without its ending: `- [ ] Buy milk 📅 2026-02-01`.
  package func line(_ format: TaskFieldFormat) -> String {
    "- [\(symbol)] \(text(format))"
  }
}
