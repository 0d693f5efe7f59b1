/// A property that an engine may fill in.
package enum EnrichedKey: String, Sendable, CaseIterable {
  case summary
  case actionItems = "action_items"
  case category
}

/// What an engine says of a note.
package struct Enrichment: Hashable, Sendable {
  /// Nil where it says that there is none; a key that is missing is one that it says nothing of.
  package private(set) var values: [EnrichedKey: PropertyValue?] = [:]

  /// How many characters a value, and an item of a list, may have.
  package static let longestValue = 300
  package static let longestItem = 200
  package static let mostItems = 10

  package init() {}

  package subscript(key: EnrichedKey) -> PropertyValue?? {
    get { values[key] }
    set { values[key] = newValue }
  }

  package mutating func set(summary: String?) {
    values[.summary] = .some(summary.flatMap { Self.line($0, Self.longestValue) }.map { .text($0) })
  }

  package mutating func set(actionItems: [String]) {
    var seen: Set<String> = []
    let items = actionItems.compactMap { Self.line($0, Self.longestItem) }.filter { seen.insert($0).inserted }
    values[.actionItems] = .some(items.isEmpty ? nil : .list(items.prefix(Self.mostItems).map { .text($0) }))
  }

  /// A category that is not among the known ones counts for nothing.
  package mutating func set(category: String?, known: [String]) {
    guard let category = category.flatMap({ Self.line($0, Self.longestValue) }) else {
      values[.category] = .some(nil)
      return
    }
    guard let name = known.first(where: { $0.caseInsensitiveEquals(category) }) else { return }
    values[.category] = .some(.text(name))
  }

  /// Text on one line, with what steers a terminal or is not seen left out, cut at a word; nil where nothing is left.
  static func line(_ text: String, _ most: Int) -> String? {
    let seen =
      UnseenCharacters.shown(text) == text
      ? text
      : String(
        text.unicodeScalars.filter { scalar in
          !UnseenCharacters.isAlone(scalar)
        }.map(Character.init))
    let words = seen.split(whereSeparator: \.isWhitespace)
    var line = ""
    for word in words {
      let longer = line.isEmpty ? String(word) : line + " " + word
      guard longer.count <= most else {
        // The sign that something is missing needs room, too.
        while line.count >= most { line = line.lastIndex(of: " ").map { String(line[..<$0]) } ?? "" }
        return (line.isEmpty ? String(word.prefix(most - 1)) : line) + "…"
      }
      line = longer
    }
    return line.isEmpty ? nil : line
  }
}

extension Enrichment {
  /// Reads what an engine has answered: `{summary, action_items, category}`. `known`: the categories that there are. Throws
  /// `EnrichmentError`.
  package init(json: [UInt8], known: [String]) throws(EnrichmentError) {
    self.init()
    let value: JSONValue
    do { value = try JSONReader.read(json, deepest: 16) } catch { throw .noJSON(error.description) }
    guard let members = value.members else { throw .noObject(value.kind) }
    for member in members {
      guard let key = EnrichedKey(rawValue: member.name) else { continue }
      switch (key, member.value) {
      case (.summary, .null): set(summary: nil)
      case (.summary, .text(let text)): set(summary: text)
      case (.actionItems, .null): set(actionItems: [])
      case (.actionItems, .list(let items)):
        let texts = items.compactMap(\.text)
        guard texts.count == items.count else { throw .wrongKind(member.name, "a list of texts") }
        set(actionItems: texts)
      case (.category, .null): set(category: nil, known: known)
      case (.category, .text(let text)): set(category: text, known: known)
      case (.actionItems, _): throw .wrongKind(member.name, "a list of texts")
      case (.summary, _), (.category, _): throw .wrongKind(member.name, "a text")
      }
    }
  }
}

/// What an engine has answered cannot be used. The note stays as it is.
package enum EnrichmentError: Failure, Hashable {
  case noJSON(String)
  case noObject(String)
  case wrongKind(String, String)
  /// A server of models has answered without a message.
  case noChoice

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    switch self {
    case .noJSON(let reason):
      "answered with what is no JSON (\(reason)); it has to be one object with summary, action_items and category"
    case .noObject(let kind):
      "answered with \(kind); it has to be one object with summary, action_items and category"
    case .wrongKind(let name, let expected): "answered with something else than \(expected) as \(name)"
    case .noChoice: "answered without choices[0].message.content, as a server of models gives it for \"style: chat\""
    }
  }
}
