/// One of the values of a setting that is a list or a map: it can be changed without the others.
package struct ConfigurationPart: Hashable, Sendable {
  /// What tells it from the others: a map's key, what a definition is about, a list's text.
  package var name: String
  package var value: PropertyValue

  package init(_ name: String, _ value: PropertyValue) {
    self.name = name
    self.value = value
  }
}

extension ConfigurationKey {
  /// The setting, or the setting and the name of one of its parts: `searches.work`. Returns nil for what is neither.
  package static func withPart(_ name: String) -> (key: ConfigurationKey, part: String?)? {
    if let key = named(name) { return (key, nil) }
    let found = all.filter { key in
      key.hasNamedParts && name.utf8.count > key.name.utf8.count + 1
        && String(decoding: name.utf8.prefix(key.name.utf8.count + 1), as: UTF8.self).caseInsensitiveEquals(
          key.name + ".")
    }
    guard let key = found.max(by: { $0.name.utf8.count < $1.name.utf8.count }) else { return nil }
    return (key, String(decoding: name.utf8.dropFirst(key.name.utf8.count + 1), as: UTF8.self))
  }

  /// True where each part has a name of its own; those of a list are told by what they are.
  package var hasNamedParts: Bool {
    switch kind {
    case .definitions, .map: true
    case .text, .checkbox, .size, .number, .choice, .list: false
    }
  }

  package var hasParts: Bool { hasNamedParts || kind == .list }

  /// The parts of a value, in order. Returns nil where it is no value for the setting.
  package func parts(of value: PropertyValue) -> [ConfigurationPart]? {
    switch (kind, value) {
    case (_, .null): return []
    case (.map, .map(let entries)): return entries.map { ConfigurationPart($0.key, $0.value) }
    case (.list, _): return value.stringList?.map { ConfigurationPart($0, .text($0)) }
    case (.definitions(let field), .list(let values)):
      let parts = values.compactMap { value -> ConfigurationPart? in
        guard case .map(let entry) = value else { return value.text.map { ConfigurationPart($0, value) } }
        return entry.first { $0.key == field }?.value.text.map { ConfigurationPart($0, value) }
      }
      return parts.count == values.count ? parts : nil
    default: return nil
    }
  }

  /// A part as `ConfigurationEditor.setting` takes it behind the setting's name and the part's.
  package func written(_ part: ConfigurationPart) -> String {
    guard case .definitions(let field) = kind, case .map(let fields) = part.value else { return part.value.text ?? "" }
    return YAMLFlow.text(of: .map(fields.filter { $0.key != field }))
  }

  func value(of parts: [ConfigurationPart]) -> PropertyValue {
    kind == .map ? .map(parts.map { Property(key: $0.name, value: $0.value) }) : .list(parts.map(\.value))
  }

  /// Returns true when both names mean one part.
  package func isSame(_ name: String, _ other: String) -> Bool {
    kind == .definitions(field: "name") ? name.caseInsensitiveEquals(other) : Array(name.utf8) == Array(other.utf8)
  }
}
