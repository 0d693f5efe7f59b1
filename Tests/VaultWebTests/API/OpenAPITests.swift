import Foundation
import Testing
import VaultCore
import VaultTestSupport

@testable import VaultWeb

/// The document says what the table of routes says, and names only schemas that it has.
@Suite struct OpenAPITests {
  private let document = OpenAPI.document

  @Test func everyRouteIsInIt() throws {
    let paths = try #require(document["paths"]?.members)
    let operations = paths.flatMap { path in path.value.members?.map { "\($0.name.uppercased()) \(path.name)" } ?? [] }
    #expect(Set(operations) == Set(API.routes.map { "\($0.method.rawValue) \($0.template)" }))
    #expect(operations.count == API.routes.count)
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let names = Set(try #require(document["components"]?["schemas"]?.members).map(\.name))
    var found: Set<String> = []
    func look(_ value: JSONValue) {
      for member in value.members ?? [] {
        if member.name == "$ref", let text = member.value.text {
          found.insert(text)
          #expect(
            text.hasPrefix("#/components/schemas/")
              && names.contains(String(text.dropFirst("#/components/schemas/".count))),
            "\(text)")
        }
        look(member.value)
      }
      for element in value.list ?? [] { look(element) }
    }
    look(document)
    #expect(found.count > 15)
  }

  @Test func everySchemaOfTheDocumentationIsInIt() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: RepositoryPlaces.root + "/Documentation/schemas")
    #expect(
      RecordSchemas.all.map(\.name) == files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted())
  }

  /// Each pattern is found for a path of its own, and for that alone.
  @Test func everyRouteIsFound() throws {
    for route in API.routes {
      let path = route.template.dropFirst().replacing(/\{[a-z]+\}/) { _ in "x" }
      let found = try API.route(route.method, Substring(path))
      #expect(found.route.template == route.template, "\(path)")
    }
    let (route, values) = try API.route(.get, "notes/a/b%2Ec/links/d.md/links")
    #expect(route.template == "/notes/{path}/links" && values["path"] == Array("a/b.c/links/d.md".utf8))
    #expect(try API.route(.get, "notes/links").values["path"] == Array("links".utf8))
  }

  /// Random paths are answered, and nothing crashes on them.
  @Test(arguments: 0..<20) func randomPaths(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "notes", "tasks", "links", "x.md", "", "..", ".", "%2e", "%2F", "%00", "%", "%zz", "é", "%C3%A9", "%FF", "toggle",
      "files", "a b", "+", "config", "\u{202E}", "notes/", "{path}",
    ]
    for _ in 0..<500 {
      let path = (0..<random.below(6)).map { _ in parts[random.below(parts.count)] }.joined(separator: "/")
      let method = WebRequest.Method.allCases[random.below(WebRequest.Method.allCases.count)]
      do {
        let (route, values) = try API.route(method, Substring(path))
        #expect(values.values.allSatisfy { !$0.contains(0) }, "\(path) \(route.template)")
      } catch {
        #expect(error.status == 404 || error.status == 405, "\(path)")
      }
    }
  }
}
