/// A JSON text as a value: members in the order written, numbers as written.
package enum JSONValue: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([Member])

  /// The member of that exact name; of several the last, as in JavaScript. Nil where this is no object.
  package subscript(_ name: String) -> JSONValue? {
    members?.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

  package var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }

  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  /// What the kind is called towards people.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// A text that is no JSON, and where.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  package var location: SourceLocation
  package var description: String
}
