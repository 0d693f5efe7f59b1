import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultStore
import VaultTestSupport

@testable import VaultCommands

/// What the help says of JSON, what the tables print and what the schemas promise is one and the same.
struct JSONHelpTests {
  private static let kinds = RecordKind.all(in: .live)
  private static let folder = RepositoryPlaces.root + "/Documentation/schemas/"

  private static func schema(_ name: String) throws -> JSONValue {
    try JSONReader.read([UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + name))))
  }

  @Test func everySchemaIsOfAKindOrAMember() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(files) == Set(Self.kinds.map { $0.schema + ".json" } + ["warning.json"]))
  }

  @Test(arguments: kinds.map(\.schema)) func fieldsAreThoseOfTheSchema(_ name: String) throws {
    let kind = try #require(Self.kinds.first { $0.schema == name })
    let properties = try #require(try Self.schema(name + ".json")["properties"]?.members)
    #expect(Set(kind.fields) == Set(properties.map(\.name)))
    for property in properties {
      let meaning = try #require(kind.meaning(of: property.name), "\(property.name) has no meaning")
      #expect(!meaning.words.isEmpty)
      #expect(meaning.type == (try Self.type(property.value)), "\(property.name)")
      let members = try Self.members(property.value)
      #expect(Set(meaning.members.map(\.name)) == Set(members.map { "\(property.name).\($0.name)" }))
      for member in members {
        let own = try #require(meaning.members.first { $0.name == "\(property.name).\(member.name)" })
        #expect(own.type == (try Self.type(member.value)), "\(own.name)")
      }
    }
  }

  @Test func everyFieldIsInTheHelp() {
    let page = JSONHelp.page(in: .live, schemas: "")
    var terms: Set<String> = []
    for case .rows(let rows) in page.parts { terms.formUnion(rows.filter { !$0.help.isEmpty }.map(\.term)) }
    for kind in Self.kinds { #expect(terms.isSuperset(of: kind.fields), "\(kind.schema)") }
    #expect(terms.contains("matches.ranges") && terms.contains("warnings.column"))
  }

  /// As the help writes a schema's type.
  private static func type(_ schema: JSONValue) throws -> String {
    if schema["$ref"] != nil { return "object" }
    let types = schema["type"]?.list?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
    if types.count > 2 { return "any" }
    let name = try #require(types.first { $0 != "null" })
    return try plainType(name, schema) + (types.contains("null") ? "?" : "")
  }

  private static func plainType(_ name: String, _ schema: JSONValue) throws -> String {
    switch name {
    case "array":
      let items = try #require(schema["items"])
      return schema["minItems"] == .number("2") ? "range" : "[\(try type(items))]"
    case "string":
      let pattern = schema["pattern"]?.string ?? ""
      return !pattern.hasPrefix("^\\d{4}-") ? "text" : pattern.contains("T") ? "time" : "day"
    default: return name
    }
  }

  /// Those of an object, or of the objects of a list. A task's are those of its own kind.
  private static func members(_ schema: JSONValue) throws -> [JSONValue.Member] {
    let object = schema["items"] ?? schema
    guard let name = object["$ref"]?.string else { return object["properties"]?.members ?? [] }
    return name == "task.json" ? [] : try Self.schema(name)["properties"]?.members ?? []
  }
}

extension JSONValue {
  fileprivate var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  fileprivate var list: [JSONValue]? { if case .list(let values) = self { values } else { nil } }
  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate subscript(_ name: String) -> JSONValue? { members?.first { $0.name == name }?.value }
}
