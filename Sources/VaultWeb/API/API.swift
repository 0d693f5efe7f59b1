import VaultCore
import VaultInterface

/// The API for programs: finds the route of a request, and reads what it brings.
struct API {
  static let path = "/api/v1/"
  /// Bytes of a JSON object that is sent.
  private static let longestBody = 32 << 20

  let application: WebApplication

  static let routes =
    noteRoutes + findingRoutes + taskRoutes + vaultRoutes + fileRoutes + transferRoutes + syncRoutes
    + [batchRoute, OpenAPI.route]

  /// All routes, by the first word of their paths.
  private static let routesByWord = Dictionary(grouping: routes) { route in
    if case .word(let word)? = route.parts.first { word } else { "" }
  }

  func answer(_ request: WebRequest) async throws -> WebResponse {
    let (route, values) = try Self.route(request.method, request.path.dropFirst(Self.path.count))
    let query = FormFields(request.query)
    try Self.check(query, of: route)
    let bytes = route.body == nil ? [] : try await request.json(atMost: Self.longestBody)
    let call = APICall(
      application: application, request: request, route: route, values: values, query: query,
      body: try route.body.map { try Self.object(bytes, $0) } ?? .object([]))
    if request.method == .post, try !call.flag("dry_run"), let key = request.field("idempotency-key") {
      let keyed = try RepeatedRequests.Keyed(key, asking: Array(request.target.utf8), bytes)
      return try await application.repeated.answer(keyed, of: application, known: call.answer) {
        var call = call
        call.key = keyed.name
        return try await Self.answer(call)
      }
    }
    return try await Self.answer(call)
  }

  private static func answer(_ call: APICall) async throws -> WebResponse {
    switch call.route.work {
    case .answer(let run): return try await run(call)
    case .change(let change): return try await call.answer(change(call))
    }
  }

  /// Throws 422 for a parameter that a change does not know: whoever misspells `dry_run` wants nothing done.
  static func check(_ query: FormFields, of route: APIRoute) throws(WebProblem) {
    guard !route.method.isReading else { return }
    let known = route.parameters.map(\.name)
    if let name = query.names.first(where: { query.all(named: $0).count > 1 }) {
      throw WebProblem(422, "bad-argument", "The parameter \(ShownName.quoted(name)) is there twice. Nothing was done.")
    }
    guard let name = query.names.first(where: { !known.contains($0) }) else { return }
    let near = Suggestion.nearest(to: name, among: known).first
    throw WebProblem(
      422, "bad-argument",
      "There is no parameter \(ShownName.quoted(name)) here\(near.map { "; did you mean \($0)?" } ?? ".") Nothing was done."
    )
  }

  /// Throws 404 for another path, and 405 where it answers other methods alone.
  static func route(
    _ method: WebRequest.Method?, _ path: Substring
  ) throws(WebProblem) -> (route: APIRoute, values: [String: [UInt8]]) {
    let segments = try segments(path)
    let named = routesByWord[segments.first.map { String(decoding: $0, as: UTF8.self) } ?? ""] ?? []
    let found = named.compactMap { route in route.values(in: segments).map { (route, $0) } }
    // The path of a note takes several segments, and may have a word of another route at its end: the longest pattern is
    // meant.
    let most = found.map(\.0.parts.count).max()
    let own = found.filter { $0.0.parts.count == most }
    guard !own.isEmpty else { throw .notFound("The API has no such path; \(Self.path)openapi.json lists all.") }
    guard let method, let match = own.first(where: { $0.0.method == (method == .head ? .get : method) }) else {
      var problem = WebProblem(405, "bad-argument", "This path does not answer that method.")
      problem.allowed = own.map(\.0.method)
      throw problem
    }
    return match
  }

  /// Each segment is percent-decoded once. Empty ones are none of any path.
  private static func segments(_ path: Substring) throws(WebProblem) -> [[UInt8]] {
    var segments: [[UInt8]] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      guard let bytes = FormFields.bytes(part, plus: 0x2B), !bytes.isEmpty, !bytes.contains(0x2F), !bytes.contains(0)
      else { throw .notFound("There is no such path.") }
      segments.append(bytes)
    }
    return segments
  }

  /// Throws 400 for what is no JSON, and 422 for what is not what the route takes.
  static func object(_ bytes: [UInt8], _ members: [APIMember]) throws(WebProblem) -> JSONValue {
    let (value, replacements): (JSONValue, [JSONReader.Replacement])
    do throws(JSONError) { (value, replacements, _) = try JSONReader.readNoting(bytes) } catch {
      throw WebProblem(
        400, "bad-argument",
        "Line \(error.location.line), column \(error.location.column): \(error.description.sentence)")
    }
    if let place = replacements.first?.location {
      throw WebProblem(
        400, "bad-argument",
        "Line \(place.line), column \(place.column): half of a surrogate pair stands there alone, which no text can hold."
      )
    }
    return try checked(value, members)
  }

  static func checked(_ value: JSONValue, _ members: [APIMember]) throws(WebProblem) -> JSONValue {
    guard let given = value.members else {
      throw WebProblem(422, "bad-argument", "Send a JSON object, not \(value.kind).")
    }
    var seen: Set<String> = []
    for member in given {
      guard members.contains(where: { $0.name == member.name }) else {
        let near = Suggestion.nearest(to: member.name, among: members.map(\.name)).first
        throw WebProblem(
          422, "bad-argument",
          "There is no member \(ShownName.quoted(member.name)) here\(near.map { "; did you mean \($0)?" } ?? ".")")
      }
      guard seen.insert(member.name).inserted else {
        throw WebProblem(422, "bad-argument", "The member \(member.name) is there twice.")
      }
    }
    for member in members where member.isRequired && (value[member.name] ?? .null) == .null {
      throw WebProblem(422, "bad-argument", "The member \(member.name) is missing: \(member.meaning)")
    }
    for member in members {
      guard case .choice(let choices) = member.kind, let text = value[member.name]?.text else { continue }
      guard choices.contains(text) else {
        throw WebProblem(
          422, "bad-argument",
          "\(member.name) takes \(choices.joined(separator: ", ")), not \(ShownName.quoted(text)).")
      }
    }
    return value
  }
}
