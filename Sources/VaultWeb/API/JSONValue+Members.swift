import VaultCore
import VaultInterface
import VaultStore

/// Members of an object that a program sent: nil where one is missing or null. Each throws 422 for another kind of value.
extension JSONValue {
  func text(of member: String) throws(WebProblem) -> String? {
    guard let value = self[member], value != .null else { return nil }
    guard let text = value.text else { throw Self.wrongKind(member, "text", value) }
    return text
  }

  /// A text that has to be there, as `API` checks.
  func neededText(of member: String) throws(WebProblem) -> String { try text(of: member) ?? "" }

  func bool(of member: String) throws(WebProblem) -> Bool? {
    guard let value = self[member], value != .null else { return nil }
    guard let flag = value.bool else { throw Self.wrongKind(member, "true or false", value) }
    return flag
  }

  func number(of member: String) throws(WebProblem) -> Int? {
    guard let value = self[member], value != .null else { return nil }
    // Some programs write whole numbers with a point.
    guard case .number(let text) = value, let number = Int(text) ?? Double(text).flatMap(Int.init(exactly:)) else {
      throw Self.wrongKind(member, "a whole number", value)
    }
    return number
  }

  func texts(of member: String) throws(WebProblem) -> [String]? {
    guard let value = self[member], value != .null else { return nil }
    guard let list = value.list, case let texts = list.compactMap(\.text), texts.count == list.count else {
      throw Self.wrongKind(member, "a list of texts", value)
    }
    return texts
  }

  /// Names and values for front matter.
  func properties(of member: String) throws -> [(key: String, value: PropertyValue)] {
    guard let value = self[member], value != .null else { return [] }
    guard let members = value.members else { throw Self.wrongKind(member, "an object", value) }
    var properties: [(key: String, value: PropertyValue)] = []
    for member in members {
      properties.append((member.name, try PropertyValue(json: member.value, named: member.name)))
    }
    return properties
  }

  func section(of member: String = "section") throws(WebProblem) -> SectionChoice? {
    try text(of: member).map { SectionChoice($0) }
  }

  private static func wrongKind(_ member: String, _ expected: String, _ value: JSONValue) -> WebProblem {
    WebProblem(422, "bad-argument", "\(member) takes \(expected), not \(value.kind).")
  }
}
