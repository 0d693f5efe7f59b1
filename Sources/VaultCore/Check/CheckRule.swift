/// A kind of finding: how it is called, how grave it is unless a vault says otherwise, and what it means. `doctor`, `check`
/// and what either is printed as have the rules from here.
package struct CheckRule: Sendable, Hashable {
  /// What a diagnostic's code is compared with; a `*` at its end stands for whatever follows.
  package let name: String
  package let level: CheckLevel
  /// One sentence without a full stop, about one finding.
  package let summary: String
  /// True where some of its findings can be repaired without asking anybody.
  package let isRepairable: Bool

  private init(_ name: String, _ level: CheckLevel, _ summary: String, repairable: Bool = false) {
    (self.name, self.level, self.summary, isRepairable) = (name, level, summary, repairable)
  }

  package static let all = [
    CheckRule("link-dangling", .error, "A link leads to no file of the vault", repairable: true),
    CheckRule("link-anchor", .error, "A link names a heading that its note does not have"),
    CheckRule("link-block", .error, "A link names a block that its note does not have"),
    CheckRule(
      "link-case", .warning, "A link's path has letters of another case than the file's name", repairable: true),
    CheckRule("date-unreadable", .error, "A date in front matter cannot be read"),
    CheckRule("id-duplicate", .error, "Several notes have the same id"),
    CheckRule("alias-duplicate", .warning, "Several notes have the same alias"),
    CheckRule("task-date-impossible", .error, "A task has a date that no calendar has"),
    CheckRule("task-id-duplicate", .error, "Several tasks have the same id"),
    CheckRule("task-dependency-cycle", .error, "Tasks wait for each other in a ring"),
    CheckRule("task-dependency-missing", .warning, "A task waits for an id that no task has"),
    CheckRule("task-field-*", .warning, "A task's field is not read as it is meant"),
    CheckRule("task-recurrence-*", .warning, "A task's recurrence is not read as it is meant"),
    CheckRule("attachment-orphan", .warning, "No note links to a file"),
    CheckRule("front-matter-*", .error, "Front matter cannot be read as it should"),
    CheckRule("tags-invalid", .warning, "A text in tags is no tag"),
    CheckRule("tags-*", .warning, "Tags are written in a form that other programs may not read", repairable: true),
    CheckRule("conflict-markers", .error, "A merge left its markers in the text"),
    CheckRule("merge-driver-missing", .warning, "Notes are given to a merge driver that this clone does not have"),
    CheckRule("property-missing", .error, "A property that the schema asks for is not there"),
    CheckRule("property-type", .error, "A property has a value of another type"),
    CheckRule("property-value", .error, "A property has a value that the schema does not allow", repairable: true),
    CheckRule("property-unknown", .error, "A property is none of the schema's", repairable: true),
    CheckRule("property-key-case", .warning, "Two properties differ in the case of their letters alone"),
    CheckRule("comment-unclosed", .warning, "A comment is never closed"),
    CheckRule("not-utf8", .warning, "A note is not in UTF-8"),
    CheckRule("too-large", .warning, "A note is larger than is read"),
    CheckRule("unreadable", .error, "A note cannot be read"),
    CheckRule("scan-*", .warning, "Something in the vault's folders was passed over"),
    CheckRule("config-*", .error, "A setting is not what it should be"),
    CheckRule("configuration-*", .error, "The configuration cannot be read"),
    CheckRule("index", .error, "The index is damaged, or there is none"),
  ]

  /// The rule of a code: the one of that very name before one of several.
  package static func of(_ code: Diagnostic.Code) -> CheckRule? {
    all.first { $0.name == code.rawValue } ?? all.first { $0.covers(code.rawValue) }
  }

  package func covers(_ code: String) -> Bool { Self.matches(name, code) }

  private static func matches(_ name: String, _ code: String) -> Bool {
    name.hasSuffix("*") ? code.hasPrefix(name.dropLast()) : name == code
  }
}

/// How grave a finding is; `off` is none at all.
package enum CheckLevel: String, Sendable, CaseIterable {
  case off, info, warning, error

  package var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
}

/// What a vault says of its check.
package struct CheckSettings: Sendable, Hashable {
  /// A level for a rule or for a code of one.
  package struct Level: Sendable, Hashable {
    package var name: String
    package var level: CheckLevel
  }

  package var levels: [Level] = []
  /// Queries: nothing of the notes that they find is told.
  package var ignore: [String] = []
  package var schema: [NoteSchema] = []

  package init() {}

  /// How grave findings of that code are. Of levels for a code and for a whole rule the code's counts.
  package func level(of code: Diagnostic.Code) -> CheckLevel? {
    let own = levels.last { $0.name == code.rawValue }
    let family = levels.last { $0.name.hasSuffix("*") && code.rawValue.hasPrefix($0.name.dropLast()) }
    return own?.level ?? family?.level ?? CheckRule.of(code)?.level
  }
}

extension CheckSettings.Level {
  /// What stands under `check.levels`. Throws for what is no code or no level.
  static func read(_ name: String, _ text: String) throws(SettingProblem) -> Self {
    let isKnown = CheckRule.all.contains { $0.name == name || !name.hasSuffix("*") && $0.covers(name) }
    let isFamily =
      name.count > 1 && name.hasSuffix("*") && CheckRule.all.contains { $0.name.hasPrefix(name.dropLast()) }
    guard isKnown || isFamily else {
      let near = Suggestion.nearest(to: name, among: CheckRule.all.map(\.name), isGenerous: true).first
      throw SettingProblem(
        message: "has \"\(name)\", which no finding is called\(near.map { "; did you mean \"\($0)\"?" } ?? "")")
    }
    guard let level = CheckLevel.allCases.first(where: { $0.rawValue.caseInsensitiveEquals(text) }) else {
      let valid = CheckLevel.allCases.map(\.rawValue).joined(separator: ", ")
      throw SettingProblem(message: "has \"\(text)\" for \(name); valid are \(valid)")
    }
    return Self(name: name, level: level)
  }
}
