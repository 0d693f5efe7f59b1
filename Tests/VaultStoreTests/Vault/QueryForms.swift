import VaultCore

/// What a query is made of, by name: each operator, and each way in which it can ask.
enum QueryForms {
  static func names(in query: Query) -> Set<String> {
    var names: Set<String> = []
    if let root = query.root { add(root, to: &names) }
    if !query.sort.isEmpty { names.insert("sort:") }
    if query.limit != nil { names.insert("limit:") }
    return names
  }

  private static func add(_ expression: Query.Expression, to names: inout Set<String>) {
    switch expression {
    case .and(let operands):
      for operand in operands { add(operand, to: &names) }
    case .or(let operands):
      names.insert("OR")
      for operand in operands { add(operand, to: &names) }
    case .not(let operand):
      names.insert("NOT")
      add(operand, to: &names)
    case .term(let term): add(term.predicate, to: &names)
    }
  }

  private static func add(_ predicate: Query.Predicate, to names: inout Set<String>) {
    switch predicate {
    case .words(let match): add(match, behind: "", to: &names)
    // No query can be written for it.
    case .begunName: break
    case .text(let field, let match): add(match, behind: field.rawValue + ":", to: &names)
    case .named(let field, let match): names.insert(field.rawValue + ":" + form(of: match))
    case .tag(_, let childrenOnly): names.insert(childrenOnly ? "tag:x/*" : "tag:")
    case .tagLike: names.insert("tag:/x/")
    case .property(let test):
      if test.conditions.count > 1 { names.insert("[k:a OR b]") }
      for condition in test.conditions { add(condition, to: &names) }
    case .within(let unit, let expression):
      names.insert(unit.rawValue + ":")
      for term in expression.terms {
        if case .words(let match) = term.predicate { add(match, behind: unit.rawValue + ":", to: &names) }
      }
    case .taskText(let scope, let expression): names.insert(scope.rawValue + ":" + (expression == nil ? "\"\"" : ""))
    case .link(let relation, _): names.insert(relation.rawValue + ":")
    // Random vaults are in no repository, and nobody was shown their notes.
    case .git, .referenced: break
    case .created: names.insert("created:")
    case .updated: names.insert("updated:")
    case .taskDate(let field, _): names.insert(field.rawValue + ":")
    case .priority: names.insert("priority:")
    case .status: names.insert("status:")
    case .isNote(let flag): names.insert("is:" + flag.rawValue)
    case .isTask(let flag): names.insert("is:" + flag.rawValue)
    case .has: names.insert("has:")
    case .lacks: names.insert("no:")
    }
  }

  private static func add(_ match: Query.TextMatch, behind name: String, to names: inout Set<String>) {
    let form =
      switch match.kind {
      case .word: "word"
      case .phrase: "phrase"
      case .prefix: "prefix*"
      case .substring: "~x"
      case .expression: "/x/"
      }
    names.insert(name + form)
    if match.matchesCase { names.insert("match-case:" + form) }
  }

  private static func form(of match: Query.NameMatch) -> String {
    if case .expression = match { "/x/" } else { "" }
  }

  private static func add(_ condition: Query.PropertyCondition, to names: inout Set<String>) {
    switch condition {
    case .present: names.insert("[k]")
    case .null: names.insert("[k:null]")
    case .empty: names.insert("[k:\"\"]")
    case .compares(let comparison, let operand):
      names.insert("[k\(comparison.rawValue)x]")
      if operand.number != nil { names.insert("[k\(comparison.rawValue)5]") }
      if operand.numbers != nil { names.insert("[k:3..5]") }
      if operand.dates != nil { names.insert("[k\(comparison.rawValue)2026]") }
      if case .expression = operand.text.kind { names.insert("[k:/x/]") }
      if operand.text.kind == .substring { names.insert("[k:~x]") }
    }
  }

  /// What has to occur in a long test: all of them.
  static let all: Set<String> = {
    let kinds = ["word", "phrase", "~x", "/x/"]
    var names: Set<String> = [
      "OR", "NOT", "sort:", "limit:", "prefix*", "tag:", "tag:x/*", "tag:/x/", "has:", "no:", "priority:", "status:",
    ]
    names.formUnion(kinds)
    for field in Query.TextField.allCases { names.formUnion(["word", "~x", "/x/"].map { field.rawValue + ":" + $0 }) }
    for unit in Query.TextUnit.allCases {
      names.formUnion([unit.rawValue + ":"] + kinds.map { unit.rawValue + ":" + $0 })
    }
    for scope in Query.TaskTextScope.allCases { names.formUnion([scope.rawValue + ":", scope.rawValue + ":\"\""]) }
    names.formUnion(Query.LinkRelation.allCases.map { $0.rawValue + ":" })
    names.formUnion(TaskFieldKind.dates.filter { $0 != .created }.map { $0.rawValue + ":" } + ["created:", "updated:"])
    names.formUnion(
      (Query.NoteFlag.allCases.map(\.rawValue) + Query.TaskFlag.allCases.map(\.rawValue)).map { "is:" + $0 })
    names.formUnion(["path:", "file:", "category:", "source:"].flatMap { [$0, $0 + "/x/"] })
    names.formUnion(["word", "phrase", "~x"].map { "match-case:" + $0 })
    names.formUnion(["[k]", "[k:null]", "[k:\"\"]", "[k:a OR b]", "[k:/x/]", "[k:~x]", "[k:3..5]"])
    for comparison in Query.Comparison.allCases {
      names.formUnion(["x", "5", "2026"].map { "[k\(comparison.rawValue)\($0)]" })
    }
    return names
  }()
}
