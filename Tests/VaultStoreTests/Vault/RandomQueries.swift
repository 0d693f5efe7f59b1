import VaultCore
import VaultTestSupport

/// Makes up queries of every kind that say something about a given vault.
struct RandomQueries {
  var random: SeededGenerator
  let material: QueryMaterial

  init(notes: [(record: NoteRecord, text: String)], seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    material = try QueryMaterial(notes: notes, &random)
  }

  mutating func next() -> String {
    // Keys and limits stand beside no OR.
    var text = "(" + expression(depth: 0) + ")"
    for _ in 0..<below(3) where below(3) == 0 {
      text += " sort:" + (below(2) == 0 ? "-" : "") + any(Query.SortField.allCases.map(\.rawValue))
    }
    if below(6) == 0 { text += " limit:\(1 + below(20))" }
    return text
  }

  private mutating func expression(depth: Int) -> String {
    let count = [1, 1, 1, 2, 2, 3][below(6)]
    let glue = below(4) == 0 ? " OR " : " "
    return (0..<count).map { _ in
      let negation = below(6) == 0 ? (below(2) == 0 ? "-" : "NOT ") : ""
      if depth < 3, below(6) == 0 {
        let caseRule = below(5) == 0 ? any(["match-case:", "ignore-case:"]) : ""
        return negation + caseRule + "(" + expression(depth: depth + 1) + ")"
      }
      return negation + term()
    }.joined(separator: glue)
  }

  private mutating func term() -> String {
    switch below(60) {
    case 0...3: return quoted(any(material.words))
    case 4: return bare(any(material.words))
    case 5 where below(4) == 0: return any(["->", "!", "\"->\"", "\"**\"", "\"](\"", "&", "\"?\""])
    case 5...6: return quoted(any(material.phrases))
    case 7: return prefix()
    case 8: return material.unspaced.isEmpty ? quoted(any(material.words)) : quoted(any(material.unspaced))
    case 9, 44...48: return any(["title:", "heading:", "alias:", "content:"]) + fieldText()
    case 10: return "title:" + quoted(any(material.titles))
    case 11: return material.headings.isEmpty ? "has:link" : "heading:" + quoted(any(material.headings))
    case 12: return material.aliases.isEmpty ? "has:alias" : "alias:" + quoted(any(material.aliases))
    case 13, 49: return any(["path:", "file:"]) + name(of: any(material.pathParts))
    case 14, 15: return tag()
    case 16: return "category:" + name(of: any(material.categories), isWhole: true)
    case 17: return "source:" + name(of: any(material.sources), isWhole: true)
    case 18: return any(["created:", "updated:"]) + any(material.dates)
    case 19, 20: return any(["due:", "scheduled:", "start:", "done:", "cancelled:"]) + any(material.dates)
    case 21:
      return "priority:" + any(["", "<", "<=", ">", ">="])
        + any(["highest", "high", "medium", "none", "low", "lowest"])
    case 22, 23:
      return "is:" + any(Query.NoteFlag.allCases.map(\.rawValue) + Query.TaskFlag.allCases.map(\.rawValue))
    case 24, 25: return any(["has:", "no:"]) + any(Query.Presence.allCases.map(\.rawValue))
    case 26...28: return any(["~", "sub:"]) + quoted(piece())
    case 29...31: return regularExpression()
    case 32, 33: return any(["line:", "block:", "section:"]) + unit()
    case 34:
      return any(["line:", "block:", "section:"]) + any([quoted(piece()), "~" + quoted(piece()), regularExpression()])
    case 35, 36, 50: return any(["task:", "task-todo:", "task-done:"]) + taskUnit()
    case 37:
      return "match-case:" + any([quoted(any(material.words)), "~" + quoted(piece()), bare(any(material.words))])
    case 51:
      return "status:"
        + any(StatusType.allCases.map(\.rawValue) + ["x", "/", "-", ">", "\" \"", "IN_PROGRESS", "\"in progress\""])
    case 38: return any(["links:", "linked-by:", "mentions:"]) + quoted(any(material.titles))
    case 39: return "ignore-case:" + bare(any(material.words))
    default: return property()
    }
  }

  private mutating func tag() -> String {
    guard !material.tags.isEmpty else { return "has:tag" }
    var tag = any(material.tags)
    if below(3) == 0, let slash = tag.firstIndex(of: "/") { tag = String(tag[..<slash]) }
    if below(3) == 0 { tag = tag.uppercased() }
    if below(6) == 0 { tag += "/" }
    switch below(6) {
    case 0, 1: return "tag:\(tag)/*"
    case 2: return "tag:" + regularExpression(for: String(tag.prefix(3)))
    case 3: return "tag:\(tag)"
    default: return "#\(tag)"
    }
  }

  private mutating func prefix() -> String {
    let word = any(material.words).filter { $0.isLetter || $0.isNumber }
    guard !word.isEmpty else { return quoted("a") }
    return word.prefix(1 + below(4)) + "*"
  }

  private mutating func name(of text: String, isWhole: Bool = false) -> String {
    if below(5) == 0 { return regularExpression(for: String(text.unicodeScalars.prefix(4))) }
    if isWhole { return quoted(text) }
    let part = QueryMaterial.cut(Array(text.unicodeScalars), most: 6, &random)
    return quoted(part.allSatisfy(\.isWhitespace) ? text : below(3) == 0 ? part.uppercased() : part)
  }

  /// Only letters and digits, so that it is no operator.
  mutating func bare(_ text: String) -> String {
    let bare = text.filter { $0.isLetter || $0.isNumber }
    return bare.isEmpty || bare == "OR" || bare == "NOT" ? quoted(text) : bare
  }

  func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }
  mutating func any(_ choices: [String]) -> String { choices.isEmpty ? "a" : random.pick(choices) }
}
