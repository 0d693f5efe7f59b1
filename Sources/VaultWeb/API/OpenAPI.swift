import VaultCore
import VaultInterface
import VaultPlatform

/// The API as an OpenAPI 3.1 document, made of the table of routes and of the schemas of the records.
enum OpenAPI {
  private typealias Member = JSONValue.Member

  static let route = APIRoute(.get, "openapi.json", "This document.", answer: .other(MediaType.json)) { _ in
    APICall.json(document)
  }

  static let document = JSONValue.object([
    .init("openapi", .text("3.1.0")),
    .init(
      "info",
      .object([
        .init("title", .text("vault")), .init("version", .text(ProgramVersion.text)),
        .init("summary", .text("A folder of Markdown notes: notes, tasks, links and their changes.")),
      ])),
    .init("servers", .list([.object([.init("url", .text(String(API.path.dropLast())))])])),
    .init("security", .list([.object([.init("token", .list([]))])])),
    .init("paths", .object(paths)),
    .init(
      "components",
      .object([
        .init(
          "securitySchemes",
          .object([
            .init("token", .object([.init("type", .text("http")), .init("scheme", .text("bearer"))]))
          ])),
        .init("schemas", .object(schemas)),
      ])),
  ])

  private static var paths: [Member] {
    var order: [String] = []
    var byPath: [String: [Member]] = [:]
    for route in API.routes {
      if byPath[route.template] == nil { order.append(route.template) }
      byPath[route.template, default: []].append(Member(route.method.rawValue.lowercased(), operation(route)))
    }
    return order.map { Member($0, .object(byPath[$0] ?? [])) }
  }

  private static func operation(_ route: APIRoute) -> JSONValue {
    var members: [Member] = [.init("summary", .text(route.summary))]
    let parameters =
      route.parts.compactMap(pathParameter) + route.parameters.map(queryParameter) + headers(of: route).map(header)
    if !parameters.isEmpty { members.append(.init("parameters", .list(parameters))) }
    let body = route.body.map { content(MediaType.json, schema(of: $0)) }
    if let body = route.takesFile ? content(MediaType.bytes, .object([])) : body {
      members.append(
        .init("requestBody", .object([.init("required", .bool(true)), .init("content", .object([body]))])))
    }
    members.append(.init("responses", .object(responses(to: route))))
    return .object(members)
  }

  private static func responses(to route: APIRoute) -> [Member] {
    let schema = schema(of: route)
    let good = { (status: Int, content: [Member]) in
      Member("\(status)", .object([.init("description", .text("Done."))] + [.init("content", .object(content))]))
    }
    var responses: [Member] = []
    if case .change = route.work {
      let planned = reference("planned-change")
      if route.status == 200 {
        let either = JSONValue.object([.init("anyOf", .list([schema.1, planned]))])
        responses.append(good(200, [content(schema.0, either)]))
      } else {
        responses.append(good(route.status, [content(schema.0, schema.1)]))
        responses.append(good(200, [content(MediaType.json, planned)]))
      }
    } else {
      responses.append(good(route.status, [content(schema.0, schema.1)]))
    }
    responses.append(
      .init(
        "default",
        .object([
          .init("description", .text("A problem.")),
          .init("content", .object([content(MediaType.problem, reference("problem"))])),
        ])))
    return responses
  }

  /// Fields of the head that a route heeds, with what they mean.
  private static func headers(of route: APIRoute) -> [(name: String, meaning: String)] {
    var headers: [(name: String, meaning: String)] = []
    if route.method == .post {
      headers.append(
        ("Idempotency-Key", "A name for the request: sent again, it changes nothing and has the same answer."))
    }
    if route.method == .put, route.parts.first == .word("notes") {
      headers.append(("If-Match", "The etag of the text that was changed; without it the answer is 428."))
    }
    return headers
  }

  private static func header(_ name: String, _ meaning: String) -> JSONValue {
    .object([
      .init("name", .text(name)), .init("in", .text("header")), .init("description", .text(meaning)),
      .init("schema", .object([.init("type", .text("string"))])),
    ])
  }

  private static func pathParameter(_ part: APIRoute.Part) -> JSONValue? {
    let name: String
    switch part {
    case .word: return nil
    case .name(let text), .path(let text): name = text
    }
    return .object([
      .init("name", .text(name)), .init("in", .text("path")), .init("required", .bool(true)),
      .init("schema", .object([.init("type", .text("string")), .init("minLength", .number("1"))])),
    ])
  }

  private static func queryParameter(_ parameter: APIParameter) -> JSONValue {
    let schema: [Member] =
      switch parameter.kind {
      case .text: [.init("type", .text("string"))]
      case .flag: [.init("type", .text("boolean"))]
      case .choice(let values): [.init("type", .text("string")), .init("enum", .texts(values))]
      case .number(let range):
        [
          .init("type", .text("integer")), .init("minimum", .integer(range.lowerBound)),
          .init("maximum", .integer(range.upperBound)),
        ]
      }
    return .object([
      .init("name", .text(parameter.name)), .init("in", .text("query")), .init("description", .text(parameter.meaning)),
      .init("schema", .object(schema)),
    ])
  }

  private static func schema(of body: [APIMember]) -> JSONValue {
    let properties = body.map { member -> Member in
      var schema: [Member] =
        switch member.kind {
        case .text: [.init("type", .texts(["string", "null"]))]
        case .flag: [.init("type", .texts(["boolean", "null"]))]
        case .number: [.init("type", .texts(["integer", "null"]))]
        case .texts:
          [
            .init("type", .texts(["array", "null"])), .init("items", .object([.init("type", .text("string"))])),
          ]
        case .objects:
          [
            .init("type", .texts(["array", "null"])), .init("items", .object([.init("type", .text("object"))])),
          ]
        case .any: []
        case .object: [.init("type", .texts(["object", "null"]))]
        case .choice(let values): [.init("enum", .list(values.map { .text($0) } + [.null]))]
        }
      if member.isRequired, case .text = member.kind { schema = [.init("type", .text("string"))] }
      return Member(member.name, .object(schema + [.init("description", .text(member.meaning))]))
    }
    var members: [Member] = [.init("type", .text("object")), .init("properties", .object(properties))]
    let required = body.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(.init("required", .texts(required))) }
    return .object(members + [.init("additionalProperties", .bool(false))])
  }

  private static func schema(of route: APIRoute) -> (type: String, schema: JSONValue) {
    let (type, own) = schema(of: route.answer, route)
    guard let other = route.otherAnswer else { return (type, own) }
    return (type, .object([.init("anyOf", .list([own, schema(of: other, route).schema]))]))
  }

  private static func schema(of answer: APIRoute.Answer, _ route: APIRoute) -> (type: String, schema: JSONValue) {
    switch answer {
    case .one(let name): return (MediaType.json, reference(name))
    case .object: return (MediaType.json, .object([.init("type", .text("object"))]))
    case .list(let name):
      let list = JSONValue.object([.init("type", .text("array")), .init("items", reference(name))])
      guard route.parameters.contains(where: { $0.name == APIParameter.envelope.name }) else {
        return (MediaType.json, list)
      }
      return (MediaType.json, .object([.init("anyOf", .list([list, envelope(of: list)]))]))
    case .other(let type): return (type, .object([]))
    }
  }

  /// What `envelope=true` puts around a list.
  private static func envelope(of list: JSONValue) -> JSONValue {
    .object([
      .init("type", .text("object")), .init("required", .texts(["items", "total", "next", "notices"])),
      .init(
        "properties",
        .object([
          .init("items", list), .init("total", .object([.init("type", .text("integer"))])),
          .init("next", .object([.init("type", .texts(["string", "null"]))])),
          .init(
            "notices",
            .object([.init("type", .text("array")), .init("items", .object([.init("type", .text("string"))]))])),
        ])),
    ])
  }

  private static func content(_ type: String, _ schema: JSONValue) -> Member {
    Member(type, .object([.init("schema", schema)]))
  }

  private static func reference(_ name: String) -> JSONValue {
    .object([.init("$ref", .text("#/components/schemas/\(name)"))])
  }

  // MARK: Schemas

  private static var schemas: [Member] {
    RecordSchemas.all.map { Member($0.name, $0.schema.referring) } + [
      Member("problem", problem), Member("planned-change", plannedChange),
    ]
  }

  private static let problem = object(["type": "string", "title": "string", "status": "integer", "detail": "string"])

  private static let plannedChange = object(["diff": "string", "plan": "string", "changes": "array"])

  private static func object(_ members: KeyValuePairs<String, String>) -> JSONValue {
    .object([
      .init("type", .text("object")), .init("required", .texts(members.map(\.key))),
      .init(
        "properties",
        .object(members.map { name, type in Member(name, .object([.init("type", .text(type))])) })),
    ])
  }
}

extension JSONValue {
  /// A schema whose references lead to others of the document, in place of files beside it.
  fileprivate var referring: JSONValue {
    switch self {
    case .object(let members):
      .object(
        members.filter { $0.name != "$schema" }.map { member in
          if member.name == "$ref", let file = member.value.text, file.hasSuffix(".json") {
            return Member("$ref", .text("#/components/schemas/\(file.dropLast(5))"))
          }
          return Member(member.name, member.value.referring)
        })
    case .list(let values): .list(values.map(\.referring))
    default: self
    }
  }
}
