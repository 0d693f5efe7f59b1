/// An entry of a setting that is a list of maps. A later entry replaces an earlier one that is the same.
protocol ConfiguredDefinition: Sendable {
  /// The names of an entry's fields.
  static var fields: [String] { get }
  static func read(_ value: PropertyValue) throws(SettingProblem) -> Self
  func isSame(as other: Self) -> Bool
  /// What the fields hold, in their order.
  var texts: [String] { get }
  /// As it could be written.
  var propertyValue: PropertyValue { get }
}

/// What is wrong with a setting's value, to be put behind the setting's name.
struct SettingProblem: Error {
  var message: String
}

extension ConfiguredDefinition {
  /// For messages: `name, icon and title`.
  static var fieldNames: String { fields.dropLast().joined(separator: ", ") + " and " + fields[fields.count - 1] }

  var propertyValue: PropertyValue { .map(zip(Self.fields, texts).map { Property(key: $0, value: .text($1)) }) }

  /// The entry's fields, each of which must be known; nil where it is no map.
  static func fields(of value: PropertyValue) throws(SettingProblem) -> [Property]? {
    guard case .map(let entry) = value else { return nil }
    if let field = entry.first(where: { !fields.contains($0.key) }) {
      throw SettingProblem(message: "has no field \"\(field.key)\"; valid are \(fieldNames)")
    }
    return entry
  }
}

extension Array where Element: ConfiguredDefinition {
  /// Takes a definition in, in the place of one that is the same.
  mutating func put(_ definition: Element) {
    if let index = firstIndex(where: { $0.isSame(as: definition) }) {
      self[index] = definition
    } else {
      append(definition)
    }
  }
}

extension LabelDefinition: ConfiguredDefinition {
  static let fields = ["name", "icon", "title", "when"]

  /// A name alone will do.
  static func read(_ value: PropertyValue) throws(SettingProblem) -> LabelDefinition {
    guard let entry = try fields(of: value) else {
      guard let name = value.text, !name.isEmpty else {
        throw SettingProblem(message: "has an entry that is no name and no map of \(fieldNames)")
      }
      return LabelDefinition(name: name, icon: "")
    }
    guard let name = entry.text("name"), !name.isEmpty else {
      throw SettingProblem(message: "has an entry without name")
    }
    return LabelDefinition(
      name: name, icon: entry.text("icon") ?? "", title: entry.text("title"), when: entry.text("when"))
  }

  /// Most have no query.
  var propertyValue: PropertyValue {
    .map(zip(Self.fields, texts).filter { $0.0 != "when" || when != nil }.map { Property(key: $0, value: .text($1)) })
  }

  func isSame(as other: LabelDefinition) -> Bool { name.caseInsensitiveEquals(other.name) }

  var texts: [String] { [name, icon, title, when ?? ""] }
}

extension StatusDefinition: ConfiguredDefinition {
  static let fields = ["symbol", "name", "type", "next"]

  static func read(_ value: PropertyValue) throws(SettingProblem) -> StatusDefinition {
    guard let entry = try fields(of: value) else {
      throw SettingProblem(message: "has an entry that is no map of \(fieldNames)")
    }
    guard let symbol = scalar(entry.text("symbol")) else {
      throw SettingProblem(message: "has an entry without symbol; it is the one character in the brackets, in quotes")
    }
    let types = StatusType.allCases.map(\.rawValue)
    let typeName = entry.text("type") ?? StatusType.todo.rawValue
    guard let type = StatusType(rawValue: typeName) else {
      throw SettingProblem(
        message: "cannot have the type \"\(typeName)\"; valid are " + types.joined(separator: ", "))
    }
    let text = entry.text("next") ?? String(usualNext(after: type))
    guard let next = scalar(text) else {
      throw SettingProblem(message: "has a next symbol that is not one character: \"\(text)\"")
    }
    return StatusDefinition(symbol: symbol, name: entry.text("name") ?? String(symbol), type: type, next: next)
  }

  /// What follows where nothing is said.
  static func usualNext(after type: StatusType) -> Unicode.Scalar { type.isOpen ? "x" : " " }

  /// A symbol that can stand between the brackets.
  static func scalar(_ text: String?) -> Unicode.Scalar? {
    guard let scalars = text?.unicodeScalars, scalars.count == 1, let scalar = scalars.first,
      scalar != "\n", scalar != "\r", scalar != "]"
    else { return nil }
    return scalar
  }

  func isSame(as other: StatusDefinition) -> Bool { symbol == other.symbol }

  var texts: [String] { [String(symbol), name, type.rawValue, String(next)] }
}

extension [Property] {
  fileprivate func text(_ name: String) -> String? {
    first { $0.key == name }?.value.text
  }
}
