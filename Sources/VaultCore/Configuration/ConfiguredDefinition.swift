/// An entry of a setting that is a list of maps. A later entry replaces an earlier one that is the same.
protocol ConfiguredDefinition: Sendable {
  /// For messages: `name, icon and title`.
  static var fieldNames: String { get }
  static func read(_ value: PropertyValue) -> Result<Self, DefinitionProblem>
  func isSame(as other: Self) -> Bool
  var propertyValue: PropertyValue { get }
}

/// What is wrong with an entry, to be put behind the setting's name.
struct DefinitionProblem: Error {
  var message: String
}

extension LabelDefinition: ConfiguredDefinition {
  static let fieldNames = "name, icon and title"

  /// A name alone will do.
  static func read(_ value: PropertyValue) -> Result<LabelDefinition, DefinitionProblem> {
    guard case .map(let fields) = value else {
      guard let name = value.text, !name.isEmpty else {
        return .failure(DefinitionProblem(message: "has an entry that is no name and no map of \(fieldNames)"))
      }
      return .success(LabelDefinition(name: name, icon: ""))
    }
    if let field = fields.first(where: { !["name", "icon", "title"].contains($0.key) }) {
      return .failure(DefinitionProblem(message: "has no field \"\(field.key)\"; valid are \(fieldNames)"))
    }
    guard let name = fields.text("name"), !name.isEmpty else {
      return .failure(DefinitionProblem(message: "has an entry without name"))
    }
    return .success(LabelDefinition(name: name, icon: fields.text("icon") ?? "", title: fields.text("title")))
  }

  func isSame(as other: LabelDefinition) -> Bool { name.caseInsensitiveEquals(other.name) }

  var propertyValue: PropertyValue {
    .map([.unplaced("name", name), .unplaced("icon", icon), .unplaced("title", title)])
  }
}

extension StatusDefinition: ConfiguredDefinition {
  static let fieldNames = "symbol, name, type and next"

  static func read(_ value: PropertyValue) -> Result<StatusDefinition, DefinitionProblem> {
    func failure(_ message: String) -> Result<StatusDefinition, DefinitionProblem> {
      .failure(DefinitionProblem(message: message))
    }
    guard case .map(let fields) = value else { return failure("has an entry that is no map of \(fieldNames)") }
    if let field = fields.first(where: { !["symbol", "name", "type", "next"].contains($0.key) }) {
      return failure("has no field \"\(field.key)\"; valid are \(fieldNames)")
    }
    guard let symbol = scalar(fields.text("symbol")) else {
      return failure("has an entry without symbol; it is the one character in the brackets, in quotes")
    }
    let types = StatusType.allCases.map(\.rawValue)
    let typeName = fields.text("type") ?? StatusType.todo.rawValue
    guard let type = StatusType(rawValue: typeName) else {
      return failure("cannot have the type \"\(typeName)\"; valid are " + types.joined(separator: ", "))
    }
    var next = usualNext(after: type)
    if let text = fields.text("next") {
      guard let scalar = scalar(text) else {
        return failure("has a next symbol that is not one character: \"\(text)\"")
      }
      next = scalar
    }
    return .success(
      StatusDefinition(symbol: symbol, name: fields.text("name") ?? String(symbol), type: type, next: next))
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

  var propertyValue: PropertyValue {
    .map([
      .unplaced("symbol", String(symbol)), .unplaced("name", name), .unplaced("type", type.rawValue),
      .unplaced("next", String(next)),
    ])
  }
}

extension [Property] {
  fileprivate func text(_ name: String) -> String? {
    first { $0.key == name }?.value.text
  }
}

extension Property {
  /// One that stands in no file.
  fileprivate static func unplaced(_ key: String, _ text: String) -> Property {
    Property(key: key, value: .text(text), location: SourceLocation(line: 1, column: 1))
  }
}
