import VaultCore

/// A value that a program gave for a property, and that none can have.
package struct PropertyJSONError: Failure {
  let name: String
  let given: String

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    "\(ShownName.quoted(name)) takes text, a number, true, false or a list of these, not \(given)"
  }
}

extension PropertyValue {
  /// What a program gives as the value of a property: texts, numbers, true and false, null, and lists of these.
  package init(json value: JSONValue, named name: String) throws(PropertyJSONError) {
    switch value {
    case .null: self = .null
    case .text(let text): self = .text(text)
    case .bool(let flag): self = .checkbox(flag)
    case .number(let text): self = .number(Double(text) ?? 0, text: text)
    case .list(let values):
      var list: [PropertyValue] = []
      for value in values {
        if value.list != nil { throw PropertyJSONError(name: name, given: value.kind) }
        list.append(try PropertyValue(json: value, named: name))
      }
      self = .list(list)
    default: throw PropertyJSONError(name: name, given: value.kind)
    }
  }
}
