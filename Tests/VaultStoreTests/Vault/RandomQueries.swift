import Foundation
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// Makes up queries of every kind that say something about a given vault: its own words, lines, names and values.
struct RandomQueries {
  private var random: SeededGenerator
  private var words: [String] = []
  private var phrases: [String] = []
  private var unspaced: [String] = []
  private var titles: [String] = []
  private var headings: [String] = []
  private var aliases: [String] = []
  private var tags: [String] = []
  private var categories: [String] = ["general", "nothing such"]
  private var sources: [String] = ["manual"]
  private var pathParts: [String] = [".md", "/"]
  private var dates = [
    "today", "yesterday", "this-week", "last-month", "2026", "2025", "2026-03", "2026-W10", "2026-Q1", "-30d..today",
    "..2025-12-31", "2026-01-01..", ">2026-02-01", "<=2026-03-10", "2024-01-01..2026-03-08",
  ]

  /// `notes` with the text of each; some of them suffice.
  init(notes: [(record: NoteRecord, text: String)], seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for (record, text) in notes {
      titles.append(record.title)
      aliases += record.aliases
      tags += record.tags
      if let category = record.category { categories.append(category) }
      if let source = record.source { sources.append(source) }
      pathParts += record.path.text.split(separator: "/").map(String.init)
      for date in [record.created, record.updated] {
        let day = date.day(in: { _ in 0 })
        dates.append(day.description)
      }
      let lines = text.split(whereSeparator: \.isNewline)
      for line in Self.some(of: Array(lines), 12, &random) {
        if line.hasPrefix("#") { headings.append(String(line.drop { $0 == "#" || $0 == " " })) }
        let tokens = line.split(separator: " ").map(String.init).filter { !$0.isEmpty }
        guard let token = tokens.randomElement(using: &random) else { continue }
        words.append(token)
        let first = Int.random(in: 0..<tokens.count, using: &random)
        let length = Int.random(in: 2...4, using: &random)
        phrases.append(tokens[first..<min(first + length, tokens.count)].joined(separator: " "))
        let wide = Array(line.unicodeScalars).filter { $0.value >= 0x3040 && $0.value < 0xD7B0 }
        if !wide.isEmpty {
          let at = Int.random(in: 0..<wide.count, using: &random)
          var text = String.UnicodeScalarView()
          text.append(contentsOf: wide[at..<min(at + Int.random(in: 1...4, using: &random), wide.count)])
          unspaced.append(String(text))
        }
      }
    }
  }

  private static func some<Element>(
    of all: [Element], _ count: Int, _ random: inout SeededGenerator
  ) -> [Element] {
    all.count <= count ? all : (0..<count).compactMap { _ in all.randomElement(using: &random) }
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
      if depth < 3, below(6) == 0 { return negation + "(" + expression(depth: depth + 1) + ")" }
      return negation + term()
    }.joined(separator: glue)
  }

  private mutating func term() -> String {
    switch below(26) {
    case 0...4: return quoted(any(words))
    case 5: return bare(any(words))
    case 6...8: return quoted(any(phrases))
    case 9: return prefix()
    case 10: return unspaced.isEmpty ? quoted(any(words)) : quoted(any(unspaced))
    case 11: return any(["title:", "heading:", "alias:", "content:"]) + bare(any(words))
    case 12: return "title:" + quoted(any(titles))
    case 13: return headings.isEmpty ? "has:link" : "heading:" + quoted(any(headings))
    case 14: return aliases.isEmpty ? "has:alias" : "alias:" + quoted(any(aliases))
    case 15: return any(["path:", "file:"]) + quoted(part(of: any(pathParts)))
    case 16, 17: return tag()
    case 18: return "category:" + quoted(any(categories))
    case 19: return "source:" + quoted(any(sources))
    case 20: return any(["created:", "updated:"]) + any(dates)
    case 21: return any(["due:", "scheduled:", "start:", "done:", "cancelled:"]) + any(dates)
    case 22:
      return "priority:" + any(["", "<", "<=", ">", ">="])
        + any(["highest", "high", "medium", "none", "low", "lowest"])
    case 23:
      return "is:" + any(Query.NoteFlag.allCases.map(\.rawValue) + Query.TaskFlag.allCases.map(\.rawValue))
    default: return any(["has:", "no:"]) + any(Query.Presence.allCases.map(\.rawValue))
    }
  }

  private mutating func tag() -> String {
    guard !tags.isEmpty else { return "has:tag" }
    var tag = any(tags)
    if below(3) == 0, let slash = tag.firstIndex(of: "/") { tag = String(tag[..<slash]) }
    if below(3) == 0 { tag = tag.uppercased() }
    return below(3) == 0 ? "tag:\(tag)/*" : below(2) == 0 ? "#\(tag)" : "tag:\(tag)"
  }

  private mutating func prefix() -> String {
    let word = any(words).filter { $0.isLetter || $0.isNumber }
    guard !word.isEmpty else { return quoted("a") }
    return word.prefix(1 + below(4)) + "*"
  }

  private mutating func part(of text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    let start = below(max(scalars.count, 1))
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<min(start + 1 + below(6), scalars.count)])
    let part = String(view)
    return part.isEmpty ? text : below(3) == 0 ? part.uppercased() : part
  }

  /// Only letters and digits, so that it is no operator.
  private mutating func bare(_ text: String) -> String {
    let bare = text.filter { $0.isLetter || $0.isNumber }
    return bare.isEmpty || bare == "OR" || bare == "NOT" ? quoted(text) : bare
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func any(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "a" }
}
