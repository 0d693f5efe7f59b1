extension Query {
  /// How the query was understood, in plain words: an indented tree, safe for a terminal, without a final newline.
  package func explained() -> String {
    var lines = root?.explained(isInner: false) ?? ["everything"]
    if !sort.isEmpty {
      let keys = sort.map { "\($0.field.rawValue), \($0.order)" }
      lines.append("sorted by \(keys.joined(separator: ", then by "))")
    }
    if let limit { lines.append("the first \(limit) only") }
    return lines.joined(separator: "\n")
  }
}

extension Query.SortKey {
  fileprivate var order: String {
    switch field {
    case .relevance: isReversed ? "worst first" : "best first"
    case .words: isReversed ? "shortest first" : "longest first"
    case .priority, .urgency: isReversed ? "lowest first" : "highest first"
    case .created, .updated, .referenced, .due, .scheduled, .start, .done, .cancelled:
      isReversed ? "latest first" : "earliest first"
    case .title, .path, .category, .source, .status: isReversed ? "from Z to A" : "from A to Z"
    }
  }
}

extension Query.Expression {
  /// A line for itself, and indented behind it those of what it is made of. `isInner`: of texts in one line, section or task.
  fileprivate func explained(isInner: Bool) -> [String] {
    func group(_ title: String, _ operands: [Query.Expression], isInner: Bool) -> [String] {
      [title] + operands.flatMap { $0.explained(isInner: isInner) }.map { "  " + $0 }
    }
    switch self {
    case .term(let term):
      guard let inner = term.predicate.innerExpression else {
        return [QueryExcerpt.harmless(term.predicate.explained(isInner))]
      }
      return group(term.predicate.explained + ":", [inner], isInner: true)
    case .not(.term(let term)):
      let lines = Self.term(term).explained(isInner: isInner)
      return ["not: " + lines[0]] + lines.dropFirst()
    case .not(let operand): return group("not:", [operand], isInner: isInner)
    case .and(let operands): return group(operands.isEmpty ? "everything" : "all of:", operands, isInner: isInner)
    case .or(let operands): return group(operands.isEmpty ? "nothing" : "any of:", operands, isInner: isInner)
    }
  }
}

extension Query.Predicate {
  /// What one line, section or task has to hold.
  fileprivate var innerExpression: Query.Expression? {
    switch self {
    case .within(_, let expression): expression
    case .taskText(_, let expression): expression
    default: nil
    }
  }

  /// `isInner`: of a text in one line, section or task, where it is clear what is looked into.
  fileprivate func explained(_ isInner: Bool) -> String {
    if isInner, case .words(let match) = self { return match.explainedAlone }
    return explained
  }

  /// In plain words, on one line.
  fileprivate var explained: String {
    switch self {
    case .begunName(let letters): "a word beginning with \"\(letters)\" in names or tags"
    case .words(let match): "\(match.explained) in names, headings, tags, properties or body"
    case .text(.title, let match): "\(match.explained) in the title"
    case .text(.heading, let match): "\(match.explained) in a heading"
    case .text(.alias, let match): "\(match.explained) in an alias"
    case .text(.content, let match): "\(match.explained) in the body"
    case .named(.path, .text(let text)): "\"\(text)\" anywhere in the path"
    case .named(.file, .text(let text)): "\"\(text)\" anywhere in the file's name"
    case .named(.file, .expression(let pattern)): "a file's name that matches \(pattern.text)"
    case .named(let field, .text(let text)): "\(field.rawValue) \"\(text)\""
    case .named(let field, .expression(let pattern)): "a \(field.rawValue) that matches \(pattern.text)"
    case .tag(let name, childrenOnly: true): "a tag below #\(name)"
    case .tag(let name, childrenOnly: false): "the tag #\(name) or one below it"
    case .tagLike(let pattern): "a tag that matches \(pattern.text)"
    case .property(let test): test.explained
    case .within(let unit, _): "in one \(unit.rawValue)"
    case .taskText(.any, nil): "a task"
    case .taskText(.todo, nil): "a task to be done"
    case .taskText(.done, nil): "a task that is done, cancelled or no task"
    case .taskText(.any, _): "in the description of one task"
    case .taskText(.todo, _): "in the description of one task to be done"
    case .taskText(.done, _): "in the description of one task that is done, cancelled or no task"
    case .link(.links, let name): "with a link to \"\(name)\""
    case .link(.linkedBy, let name): "linked by \"\(name)\""
    case .link(.mentions, let name): "names \"\(name)\" without a link"
    case .git(.state(let state)): "\(state.rawValue) in git"
    case .git(.since(let revision)): "changed since \"\(revision)\""
    case .git(.committed(let range)): "last committed \(range.explained)"
    case .git(.author(let name)): "committed by \"\(name)\""
    case .referenced(let range): "last shown to an assistant \(range.explained)"
    case .created(let range): "created \(range.explained)"
    case .updated(let range): "updated \(range.explained)"
    case .taskDate(let field, let range): "task \(field.rawValue) \(range.explained)"
    case .priority(.equal, let priority): "task of priority \(priority.rawValue)"
    case .priority(.less, let priority): "task of lower priority than \(priority.rawValue)"
    case .priority(.lessOrEqual, let priority): "task of priority \(priority.rawValue) or lower"
    case .priority(.greaterOrEqual, let priority): "task of priority \(priority.rawValue) or higher"
    case .priority(.greater, let priority): "task of higher priority than \(priority.rawValue)"
    case .status(let word): "task whose status has the name, type or symbol \"\(word)\""
    case .isNote(let flag): "note that is \(flag.rawValue)"
    case .isTask(.done): "task that is done, cancelled or no task"
    case .isTask(let flag): "task that is \(flag.rawValue)"
    case .has(let presence): (presence.isTaskField ? "task with " : "with ") + presence.explained
    case .lacks(let presence): (presence.isTaskField ? "task without " : "without ") + presence.explained
    }
  }
}

extension Query.Presence {
  fileprivate var explained: String {
    switch self {
    case .task, .tag, .link, .warning, .category, .source, .priority, .recurrence: "a \(rawValue)"
    case .alias, .attachment, .id: "an \(rawValue)"
    case .due, .scheduled, .start, .created, .done, .cancelled: "a \(rawValue) date"
    }
  }
}

extension Query.TextMatch {
  /// With nothing behind it.
  fileprivate var explainedAlone: String { explained.hasSuffix(",") ? String(explained.dropLast()) : explained }

  fileprivate var explained: String {
    let exactly = matchesCase ? " in just this case" : ""
    return switch kind {
    case .word: "the word \"\(text)\"" + (text.unicodeScalars.count < 3 ? "" : ", or one that begins so,") + exactly
    case .phrase: "the phrase \"\(text)\"\(exactly)"
    case .prefix: "a word beginning with \"\(text)\"\(exactly)"
    case .substring: "\"\(text)\", also inside words,\(exactly)"
    case .expression: "a match of \(text)"
    }
  }
}

extension Query.PropertyTest {
  fileprivate var explained: String { "property \"\(key)\" " + conditions.map(\.explained).joined(separator: " or ") }
}

extension Query.PropertyCondition {
  fileprivate var explained: String {
    switch self {
    case .present: "there"
    case .null: "there without a value"
    case .empty: "there and empty"
    case .compares(.equal, let operand): operand.explained
    case .compares(.less, let operand): "less than \(operand.value)"
    case .compares(.lessOrEqual, let operand): "\(operand.value) or less"
    case .compares(.greaterOrEqual, let operand): "\(operand.value) or more"
    case .compares(.greater, let operand): "more than \(operand.value)"
    }
  }
}

extension Query.PropertyOperand {
  /// What it is compared with.
  fileprivate var value: String {
    number == nil && dates != nil ? "the day \(text.text)" : text.text
  }

  fileprivate var explained: String {
    var choices: [String] = []
    if number != nil { choices.append("the number \(text.text)") }
    if numbers != nil { choices.append("a number in \(text.text)") }
    if let dates { choices.append("a day \(dates.explained)") }
    choices.append("holding \(text.explainedAlone)")
    return choices.joined(separator: ", or ")
  }
}

extension DateRange {
  fileprivate var explained: String {
    switch (lower, last) {
    case (let lower?, let last?): lower == last ? "on \(lower)" : "from \(lower) to \(last)"
    case (let lower?, nil): "on or after \(lower)"
    case (nil, let last?): "on or before \(last)"
    case (nil, nil): "on any day"
    }
  }
}
