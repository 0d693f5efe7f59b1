/// Reads one note of a list. Each key is taken once; what nobody asked for is left for the properties.
struct JSONNoteReader {
  private(set) var diagnostics: [Diagnostic] = []
  private let item: JSONValue
  private let number: Int
  private var taken: Set<String> = []
  /// What numbers in its dates count, and whether there was one.
  let dates: ImportedDates
  private(set) var readsNumbers = false

  /// `dates`: nil where the object tells.
  init(_ item: JSONValue, number: Int, dates: ImportedDates?) {
    self.item = item
    self.number = number
    let isApps = (Self.appKeys + Self.taskKeys).contains { item[$0] != nil }
    self.dates = dates ?? (isApps ? .apple : .unix)
  }

  /// Those of the note apps alone, and those that only their to-dos have.
  private static let appKeys = ["aiSummary", "aiActionItems", "aiCategory", "isPinned", "lastReferencedAt"]
  private static let taskKeys = ["isDone", "dueDate"]

  /// True for a to-do; what vault exported is none.
  var isTask: Bool { item["properties"] == nil && Self.taskKeys.contains { item[$0] != nil } }

  /// What is found out from a note, and so is not its own: see `cli.md` on the JSON of notes.
  private static let derived: Set<String> = [
    "absPath", "uri", "words", "hash", "snippet", "warnings", "score", "matches", "state", "frontMatter", "lines",
    "headings", "links",
    "tagsAt", "tasks", "isSynced",
  ]

  mutating func read() -> ImportedNote? {
    guard case .object(let members) = item else {
      fail("is \(item.kind), not an object; it is left out")
      return nil
    }
    let title = text("title", "name")
    guard let body = body() else { return nil }
    var note = ImportedNote(title: title, body: body)
    note.path = path()
    if title == nil, body.isEmpty, note.path == nil {
      fail("has neither a title nor a text; it is left out")
      return nil
    }
    note.id = text("id")
    note.tags = tags()
    note.aliases = texts("aliases")
    note.category = text("category", "aiCategory")
    note.source = text("source")
    note.pinned = flag("pinned", "pin", "isPinned")
    note.favorite = flag("favorite", "isFav")
    note.created = date("created", "createdAt", "created_at")
    note.updated = date("updated", "updatedAt", "updated_at")
    note.referenced = date("lastReferencedAt", isProperty: false)
    note.summary = text("summary", "aiSummary")
    note.actionItems = texts("actionItems", "action_items", "aiActionItems")
    if case .object(let properties)? = item["properties"] {
      note.isExport = true
      note.properties = entries(of: properties)
    } else {
      note.properties = entries(of: members.filter { !taken.contains($0.name) && !Self.derived.contains($0.name) })
    }
    return note
  }

  /// Nil for one without words, which is told. What a task's line has no place for is told and left out.
  mutating func readTask() -> ImportedTask? {
    let words = text("title", "name", "text", "task", "content").map(Self.line) ?? ""
    guard !words.isEmpty else {
      fail("is a to-do without a title; it is left out")
      return nil
    }
    var task = ImportedTask(title: words)
    task.isDone = flag("isDone")
    task.due = date("dueDate", isProperty: false)
    task.created = date("created", "createdAt", "created_at", isProperty: false)
    task.completed = date("completed", "completedAt", "completed_at", "doneAt", isProperty: false)
    task.priority = priority()
    task.category = category()
    task.tags = tags()
    taken.formUnion(["id", "updated", "updatedAt", "updated_at", "isSynced"])
    for member in item.members ?? [] where !taken.contains(member.name) && !Self.isNothing(member.value) {
      warn("is a to-do with \"\(ShownName.quoted(member.name))\", for which a task's line has no place; it is left out")
    }
    return task
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmingWhitespace
  }

  private static func isNothing(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false), .text(""), .list([]), .object([]): true
    default: false
    }
  }

  private mutating func priority() -> TaskPriority {
    guard let (key, value) = first(["priority"]) else { return .none }
    if let text = value.text, let priority = TaskPriority(rawValue: text.lowercased()) { return priority }
    wrong(key, "one of highest, high, medium, none, low and lowest", value)
    return .none
  }

  /// As one word, which is what a line can have.
  private mutating func category() -> String? {
    guard let text = text("category", "aiCategory") else { return nil }
    let word = text.split(whereSeparator: \.isWhitespace).joined(separator: "-").lowercased()
    return word == TaskItem.defaultCategory ? nil : word
  }

  /// Each name once, the last value as in JavaScript, in the place of the first.
  private func entries(of members: [JSONValue.Member]) -> [ImportedNote.Entry] {
    let values = Dictionary(members.map { (Array($0.name.utf8), $0.value) }) { $1 }
    return members.uniqued { Array($0.name.utf8) }.map { member in
      let value = values[Array(member.name.utf8)] ?? member.value
      return ImportedNote.Entry(key: member.name, value: PropertyValue(value))
    }
  }

  // Messages

  private func name() -> String {
    for case .text(let text)? in [item["title"], item["name"], item["path"]] where !text.isEmpty {
      return "note \(number) (\"\(ControlCharacters.visible(text, .singleLine))\")"
    }
    return "note \(number)"
  }

  private mutating func add(_ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ message: String) {
    diagnostics.append(
      Diagnostic(code, severity, at: SourceLocation(line: 1, column: 1), "\(name()) \(message)"))
  }

  private mutating func fail(_ message: String) { add(.importFailed, .error, message) }

  private mutating func warn(_ message: String) { add(.importIncomplete, .warning, message) }

  private mutating func wrong(_ key: String, _ expected: String, _ found: JSONValue) {
    warn("has \(found.kind) as \"\(key)\", where \(expected) is expected; it is left out")
  }

  // Values

  /// The first of the keys that has a value. All of them count as taken.
  private mutating func first(_ keys: [String]) -> (key: String, value: JSONValue)? {
    taken.formUnion(keys)
    for key in keys {
      if let value = item[key], value != .null { return (key, value) }
    }
    return nil
  }

  private static func text(_ value: JSONValue) -> String? {
    switch value {
    case .text(let text), .number(let text): text
    default: nil
    }
  }

  /// Returns nil for what is no text, which is told, and for an empty one.
  private mutating func text(_ value: JSONValue, _ key: String, _ expected: String) -> String? {
    let text = Self.text(value)
    if text == nil { wrong(key, expected, value) }
    return text == "" ? nil : text
  }

  private mutating func text(_ keys: String...) -> String? {
    guard let (key, value) = first(keys) else { return nil }
    return text(value, key, "text")
  }

  /// Returns nil when there is something that is no text: a note is not taken over without what is in it.
  private mutating func body() -> [UInt8]? {
    guard let (key, value) = first(["body", "details", "content", "text"]) else { return [] }
    guard let text = Self.text(value) else {
      fail("has \(value.kind) as \"\(key)\", where text is expected; it is left out")
      return nil
    }
    return Array(text.utf8)
  }

  private mutating func texts(_ keys: String...) -> [String] {
    guard let (key, value) = first(keys) else { return [] }
    guard case .list(let values) = value else { return text(value, key, "a list of texts").map { [$0] } ?? [] }
    return values.compactMap { $0 == .null ? nil : text($0, key, "a list of texts") }
  }

  /// Tags may have a `#`; blanks in them become `-`.
  private mutating func tags() -> [String] {
    var given = texts("tags")
    // One text is several tags, as in front matter.
    if case .text(let text)? = item["tags"] { given = TagText.words(in: text).map(String.init) }
    let tags = given.compactMap { text -> String? in
      let bare = text.drop { $0 == "#" || $0.isWhitespace }
      let tag = bare.split(whereSeparator: \.isWhitespace).joined(separator: "-")
      guard TagGrammar.isTag(tag) else {
        warn(
          "has the tag \"\(ControlCharacters.visible(text, .singleLine))\", which can be none here; it is left out. A tag has letters, digits, - _ / and at least one that is no digit"
        )
        return nil
      }
      return tag
    }
    return tags.uniqued { $0.lowercased() }
  }

  private mutating func flag(_ keys: String...) -> Bool {
    guard let (key, value) = first(keys) else { return false }
    let flag = PropertyValue(value).checkbox
    if flag == nil { wrong(key, "true or false", value) }
    return flag ?? false
  }

  /// `isProperty`: whether what is no date stays with the note.
  private mutating func date(_ keys: String..., isProperty: Bool = true) -> NoteDate? {
    guard let (key, value) = first(keys) else { return nil }
    let property = PropertyValue(value)
    if let date = NoteDate(property: property) {
      guard let number = Self.text(value).flatMap(Double.init) else { return date }
      readsNumbers = true
      if let date = dates.date(number) { return date }
    } else if dates == .apple, case .number(let number, _) = property, let date = dates.date(number) {
      // Before 2001, or too small to be Unix time.
      readsNumbers = true
      return date
    }
    if case .text("") = value { return nil }
    var outcome = "it is left out"
    if isProperty, item["properties"]?.members == nil {
      outcome = "it becomes a property as it is"
      taken.remove(key)
    }
    warn(
      "has no date that can be read as \"\(key)\"; \(outcome). Write 2026-01-31T09:30:00Z or seconds")
    return nil
  }

  /// A name that works only on some systems is kept: the note had it. But not one that leads elsewhere on others.
  private mutating func path() -> String? {
    guard let path = text("path") else { return nil }
    let safe = NoteFileName.safePath(path)
    let problem = NoteFileName.problems(inPath: path).first { problem in
      switch problem.cause {
      case .character, .breaksLinks, .reserved, .endsWithWhitespace, .endsWithDot, .beginsWithWhitespace: false
      case .hiddenElsewhere: NotePath(safe).isHidden
      default: true
      }
    }
    if let problem {
      warn("wants a path that is not allowed: \(problem.description). It gets a name from its title")
      return nil
    }
    guard NotePath(path).isNote else {
      warn(
        "wants the path \"\(ControlCharacters.visible(path, .singleLine))\", which is none of a note (.md). It gets a name from its title"
      )
      return nil
    }
    if safe != path {
      warn(
        "wants the path \"\(ShownName.quoted(path))\", which Windows reads as another or keeps for itself; it gets \"\(ShownName.quoted(safe))\""
      )
    }
    return safe
  }
}

extension PropertyValue {
  /// Texts that are dates or times become such, as they would when read from front matter.
  init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .checkbox(value)
    case .number(let text): self = PropertyValue(plain: text)
    case .text(let text):
      let typed = PropertyValue(plain: text)
      switch typed {
      case .date, .dateTime: self = typed
      default: self = .text(text)
      }
    case .list(let values): self = .list(values.map { PropertyValue($0) })
    case .object(let members):
      self = .map(members.map { Property(key: $0.name, value: PropertyValue($0.value)) })
    }
  }
}
