import VaultCore

/// A property of a note, as `get` gives it.
package struct PropertyOfNote: Sendable {
  package var path: NotePath
  package var key: String
  package var value: PropertyValue
}

/// A key of front matter, with how many notes have it.
package struct PropertyCount: Sendable, Hashable {
  /// As the first note by path has it.
  package var key: String
  /// What its values are called towards people, by name; empty where no note gives it one.
  package var types: [String]
  package var count: Int
}

/// A value of a property, with how many notes have it.
package struct PropertyValueCount: Sendable, Hashable {
  package var value: JSONValue
  package var count: Int
}

extension VaultReader {
  /// The property in each of the notes that has it, in the order of the names.
  package func property(_ key: String, of names: [String]) throws -> [PropertyOfNote] {
    let reader = NoteReader(pipeline)
    return try notes(named: names).compactMap { path in
      let bytes = try reader.read(path).bytes()
      let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
      return frontMatter[key].map { PropertyOfNote(path: path, key: $0.key, value: $0.value) }
    }
  }

  /// The keys of all notes' front matter, each as the first note by path has it, sorted.
  package func propertyKeys() throws -> [String] { try properties().map(\.key).sorted() }

  /// The properties of all notes, by name without regard to case.
  package func properties() throws -> [PropertyCount] {
    var found: [String: (key: String, types: Set<String>, count: Int)] = [:]
    try forEachProperty { id, member in
      var entry = found[id] ?? (member.name, [], 0)
      if let type = member.value.propertyType { entry.types.insert(type) }
      entry.count += 1
      found[id] = entry
    }
    return found.sorted { $0.key < $1.key }.map {
      PropertyCount(key: $0.value.key, types: $0.value.types.sorted(), count: $0.value.count)
    }
  }

  /// The values of a property, each of a list's on its own; the most frequent first, then in the order of the notes' paths.
  package func values(ofProperty key: String) throws -> [PropertyValueCount] {
    let wanted = LinkResolver.key(key)
    var counts: [PropertyValueCount] = []
    var places: [JSONValue: Int] = [:]
    try forEachProperty { id, member in
      guard id == wanted else { return }
      for value in (member.value.list ?? [member.value]).uniqued(by: \.asCompared) {
        if let place = places[value.asCompared] {
          counts[place].count += 1
        } else {
          places[value.asCompared] = counts.count
          counts.append(PropertyValueCount(value: value, count: 1))
        }
      }
    }
    return counts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
  }

  /// Calls `body` with each property of each note, by path, and what its name is compared by. Of several spellings in one
  /// note the first counts.
  private func forEachProperty(_ body: (_ id: String, JSONValue.Member) throws -> Void) throws {
    for record in try snapshot.records(of: snapshot.universe.ids).sorted(by: { $0.path < $1.path }) {
      guard case .object(let members) = try JSONReader.read(record.properties) else { continue }
      var seen: Set<String> = []
      for member in members {
        let id = LinkResolver.key(member.name)
        if seen.insert(id).inserted { try body(id, member) }
      }
    }
  }
}

extension JSONValue {
  /// The same for numbers that are written in several ways (`5`, `5.0`).
  fileprivate var asCompared: JSONValue {
    if case .number(let text) = self, let number = Double(text) { .number(number.description) } else { self }
  }

  /// What a property of that value is called towards people (`PropertyValue.typeName`); nil for an empty one.
  fileprivate var propertyType: String? {
    switch self {
    case .null: nil
    case .bool: PropertyValue.checkbox(true).typeName
    case .number(let text): PropertyValue.number(0, text: text).typeName
    // A date is a text in JSON.
    case .text(let text):
      switch PropertyValue(plain: text) {
      case .date(let date): PropertyValue.date(date).typeName
      case .dateTime(let text): PropertyValue.dateTime(text).typeName
      default: PropertyValue.text(text).typeName
      }
    case .list: PropertyValue.list([]).typeName
    case .object: PropertyValue.map([]).typeName
    }
  }
}
