import Crypto

/// Says of a note what was filled in, by which engine and from which text: `enriched: [rules/1, 2026-03-14, body 3fa2c1b09d4e,
/// summary 9c1d22ab]`. A value that no mark fits is a person's.
package struct EnrichedMark: Hashable, Sendable {
  package static let property = "enriched"

  /// Name and version.
  package var engine: String
  package var day: CivilDate
  /// What the body was hashed to.
  package var body: String
  /// What each key that was filled in was hashed to; one whose value is gone or another stays, since a person has settled it.
  package var values: [EnrichedKey: String]

  package init(engine: String, day: CivilDate, body: String, values: [EnrichedKey: String] = [:]) {
    (self.engine, self.day, self.body, self.values) = (engine, day, body, values)
  }

  /// Nil for what is no mark.
  package init?(_ value: PropertyValue?) {
    guard case .list(let items)? = value, items.count >= 3, let engine = items[0].text, items[1].text != nil else {
      return nil
    }
    let day: CivilDate? = if case .date(let date) = items[1] { date } else { items[1].text.flatMap { CivilDate($0) } }
    guard let day else { return nil }
    var (body, values): (String?, [EnrichedKey: String]) = (nil, [:])
    for item in items.dropFirst(2) {
      guard let parts = item.text?.split(separator: " "), parts.count == 2 else { return nil }
      if parts[0] == "body" {
        body = String(parts[1])
      } else if let key = EnrichedKey(rawValue: String(parts[0])) {
        values[key] = String(parts[1])
      }
    }
    guard let body else { return nil }
    self.init(engine: engine, day: day, body: body, values: values)
  }

  package var value: PropertyValue {
    .list(
      [.text(engine), .date(day), .text("body \(body)")]
        + EnrichedKey.allCases.compactMap { key in values[key].map { .text("\(key.rawValue) \($0)") } })
  }

  package static func hash(ofBody body: some Collection<UInt8>) -> String { digits(Array(body), 6) }

  /// Nil for what no engine writes.
  static func hash(of value: PropertyValue) -> String? {
    switch value {
    case .text(let text): digits(Array(text.utf8), 4)
    case .list(let items):
      items.allSatisfy({ $0.text != nil })
        ? digits(Array(items.compactMap(\.text).joined(separator: "\n").utf8), 4) : nil
    default: nil
    }
  }

  private static func digits(_ bytes: [UInt8], _ count: Int) -> String {
    SHA256.hash(data: bytes).prefix(count).hexadecimal
  }
}
