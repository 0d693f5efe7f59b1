import Foundation

/// The part of JSON Schema (2020-12) that the files in `Documentation/schemas` use. Any other keyword is an error, so that none is
/// silently without effect.
struct JSONSchema: Sendable {
  private let documents: [String: JSONValue]

  struct Unsupported: Error, CustomStringConvertible {
    var description: String
  }

  /// All schemas of a folder; they refer to one another by file name.
  init(folder: String) throws {
    var documents: [String: JSONValue] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
      documents[name] = try JSONValue(Array(Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))))
    }
    self.documents = documents
  }

  /// What is wrong with a value; nothing if it is as the schema of that name says.
  func problems(_ value: JSONValue, _ name: String) throws -> [String] {
    var problems: [String] = []
    try check(value, try resolve(name), at: "", &problems)
    return problems
  }

  private func resolve(_ name: String) throws -> JSONValue {
    guard let schema = documents[name] else { throw Unsupported(description: "there is no schema \(name)") }
    return schema
  }

  private func check(_ value: JSONValue, _ schema: JSONValue, at place: String, _ problems: inout [String]) throws {
    guard case .object(let keywords) = schema else { throw Unsupported(description: "\(schema) at \(place)") }
    for (keyword, argument) in keywords {
      switch (keyword, argument) {
      case ("$schema", _), ("$id", _), ("title", _), ("description", _), ("additionalProperties", _): break
      case ("$ref", .string(let name)): try check(value, try resolve(name), at: place, &problems)
      case ("type", _):
        let types = (argument.array ?? [argument]).compactMap(\.string)
        let type = value.type
        if !types.contains(type), !(type == "integer" && types.contains("number")) {
          problems.append("\(place) is \(type), not \(types.joined(separator: " or "))")
        }
      case ("enum", .array(let values)):
        if !values.contains(value) { problems.append("\(place) is \(value)") }
      case ("pattern", .string(let pattern)):
        if case .string(let text) = value, try Regex(pattern).firstMatch(in: text) == nil {
          problems.append("\(place) \"\(text)\" does not match \(pattern)")
        }
      case ("minimum", .integer(let least)):
        if case .integer(let number) = value, number < least { problems.append("\(place) is \(number)") }
      case ("items", _):
        for (index, element) in (value.array ?? []).enumerated() {
          try check(element, argument, at: "\(place)[\(index)]", &problems)
        }
      case ("minItems", .integer(let least)):
        if let count = value.array?.count, count < least { problems.append("\(place) has \(count) items") }
      case ("maxItems", .integer(let most)):
        if let count = value.array?.count, count > most { problems.append("\(place) has \(count) items") }
      case ("required", .array(let names)):
        guard case .object(let members) = value else { break }
        for name in names.compactMap(\.string) where members[name] == nil { problems.append("\(place) lacks \(name)") }
      case ("properties", .object(let properties)):
        guard case .object(let members) = value else { break }
        for (name, member) in members {
          if let property = properties[name] {
            try check(member, property, at: "\(place).\(name)", &problems)
          } else if keywords["additionalProperties"] == .bool(false) {
            problems.append("\(place) has \(name), which the schema does not know")
          }
        }
      default: throw Unsupported(description: "\(keyword): \(argument)")
      }
    }
  }
}

extension JSONSchema {
  /// The keys that the objects of a schema always have.
  func required(_ name: String) throws -> [String] {
    (try resolve(name)["required"]?.array ?? []).compactMap(\.string)
  }
}
