import Foundation
import VaultCore
import VaultTestSupport

@testable import VaultStore

/// A vault's own words, lines, names and values, for queries that say something about it.
struct QueryMaterial {
  var words: [String] = []
  var phrases: [String] = []
  var unspaced: [String] = []
  var lines: [String] = []
  var titles: [String] = []
  var headings: [String] = []
  var aliases: [String] = []
  var tags: [String] = []
  var categories: [String] = ["general", "nothing such"]
  var sources: [String] = ["manual"]
  var pathParts: [String] = [".md", "/"]
  /// With the values as they are written, those of a list one by one.
  var properties: [(key: String, value: String)] = [("status", "draft")]
  var tasks: [String] = ["x"]
  var dates = [
    "today", "yesterday", "this-week", "last-month", "2026", "2025", "2026-03", "2026-W10", "2026-Q1", "-30d..today",
    "..2025-12-31", "2026-01-01..", ">2026-02-01", "<=2026-03-10", "2024-01-01..2026-03-08",
  ]

  /// `notes` with the text of each; some of them suffice.
  init(notes: [(record: NoteRecord, text: String)], _ random: inout SeededGenerator) throws {
    for (record, text) in notes {
      titles.append(record.title)
      aliases += record.aliases
      tags += record.tags
      if let category = record.category { categories.append(category) }
      if let source = record.source { sources.append(source) }
      pathParts += record.path.text.split(separator: "/").map(String.init)
      for date in [record.created, record.updated] { dates.append(date.day(in: { _ in 0 }).description) }
      if case .object(let members) = try JSONReader.read(record.properties) {
        for member in members { add(member.value, of: member.name) }
      }
      let all = text.split(whereSeparator: \.isNewline)
      for line in Self.some(of: Array(all), 12, &random) { add(line: String(line), &random) }
      tasks += all.filter { $0.contains("[ ] ") || $0.contains("[x] ") }.prefix(5).compactMap {
        $0.split(separator: " ").dropFirst(3).first.map(String.init)
      }
    }
  }

  private mutating func add(_ value: JSONValue, of key: String) {
    switch value {
    case .null, .object: properties.append((key, "null"))
    case .bool(let value): properties.append((key, value ? "true" : "false"))
    case .number(let value): properties.append((key, value))
    case .text(let value): properties.append((key, value))
    case .list(let values):
      if values.isEmpty { properties.append((key, "null")) }
      for value in values { add(value, of: key) }
    }
  }

  private mutating func add(line: String, _ random: inout SeededGenerator) {
    if line.hasPrefix("#") { headings.append(String(line.drop { $0 == "#" || $0 == " " })) }
    let tokens = line.split(separator: " ").map(String.init).filter { !$0.isEmpty }
    guard let token = tokens.randomElement(using: &random) else { return }
    lines.append(line)
    words.append(token)
    let first = random.below(tokens.count)
    phrases.append(tokens[first..<min(first + 2 + random.below(3), tokens.count)].joined(separator: " "))
    let wide = Array(line.unicodeScalars).filter { $0.value >= 0x3040 && $0.value < 0xD7B0 }
    if !wide.isEmpty { unspaced.append(Self.cut(wide, most: 4, &random)) }
  }

  private static func some<Element>(
    of all: [Element], _ count: Int, _ random: inout SeededGenerator
  ) -> [Element] {
    all.count <= count ? all : (0..<count).map { _ in random.pick(all) }
  }

  /// Some scalars of a text, in a row; empty for an empty one.
  static func cut(_ scalars: [Unicode.Scalar], most: Int, _ random: inout SeededGenerator) -> String {
    let start = random.below(scalars.count)
    let end = min(start + 1 + random.below(most), scalars.count)
    return String(String.UnicodeScalarView(scalars[start..<end]))
  }
}
