import VaultCore
import VaultInterface
import VaultStore

/// A request of a program, with what its route found in it.
struct APICall: Sendable {
  let application: WebApplication
  let request: WebRequest
  let route: APIRoute
  let values: [String: [UInt8]]
  let query: FormFields
  /// The JSON object that was sent; empty where none is.
  let body: JSONValue
  /// What the journal keeps of a request that may come again.
  var key: String?

  static let usualLimit = 50
  static let mostEntries = 500

  /// Percent-decoded text of a name in the path. Throws 404 for what is no UTF-8.
  func name(_ name: String) throws(WebProblem) -> String {
    guard let text = String(validating: values[name] ?? [], as: UTF8.self), !text.isEmpty else {
      throw .notFound("There is nothing of that name.")
    }
    return text
  }

  /// The path of a file of the vault. What could leave the vault, or hides in it, is 404.
  func path(_ name: String) throws(WebProblem) -> NotePath {
    let bytes = values[name] ?? []
    let parts = bytes.split(separator: 0x2F, omittingEmptySubsequences: false)
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0.first != 0x2E && !$0.contains(0) }) else {
      throw .notFound("There is no such file.")
    }
    return NotePath(bytes: bytes)
  }

  /// The address by which readers find exactly the note of a path.
  func note(_ name: String) throws(WebProblem) -> String { VaultURL(.note(try path(name))).description }

  func flag(_ name: String) throws(WebProblem) -> Bool {
    switch query[name] {
    case nil, "false"?: return false
    case "true"?, ""?: return true
    case let text?:
      throw WebProblem(422, "bad-argument", "\(name) takes true or false, not \(ShownName.quoted(text)).")
    }
  }

  /// Throws 422 for what is no number in the range.
  func number(_ name: String, usual: Int, in range: ClosedRange<Int>) throws(WebProblem) -> Int {
    guard let text = query[name] else { return usual }
    guard let number = Int(text), range.contains(number) else {
      throw WebProblem(
        422, "bad-argument",
        "\(name) takes a number from \(range.lowerBound) to \(range.upperBound), not \(ShownName.quoted(text)).")
    }
    return number
  }

  func limit() throws(WebProblem) -> Int { try number("limit", usual: Self.usualLimit, in: 1...Self.mostEntries) }

  /// Where the page that is asked for begins; nil for the first. Throws for a place in another list.
  func place(in question: ListCursor.Question) throws -> ListPlace? {
    try query["cursor"].map { try ListCursor.place($0, in: question) }
  }

  // MARK: Answers

  func ask<Value: Sendable>(_ body: @escaping @Sendable (VaultReader) throws -> Value) async throws -> Value {
    try await application.ask(Question(body: body)).value
  }

  /// All records of a question, as `--json` prints them.
  func records<Record: Sendable>(
    _ fields: @escaping @Sendable (Vault) -> RecordFields<Record>,
    _ body: @escaping @Sendable (VaultReader) throws -> [Record]
  ) async throws -> WebResponse {
    let (bytes, count) = try await ask { reader in
      let records = try body(reader)
      return (fields(reader.vault).array(records), records.count)
    }
    return try list(bytes, total: count)
  }

  /// A list as `--json` prints it, with how many there are in all, and where the next page is.
  func list(_ bytes: [UInt8], total: Int, next: String? = nil, notices: [String] = []) throws(WebProblem) -> WebResponse
  {
    let address = next.map { Self.address(of: request, cursor: $0) }
    var response = WebResponse(200, type: MediaType.json, bytes)
    if try flag("envelope") {
      var json = JSONWriter()
      json.beginObject()
      json.key("items")
      json.raw(bytes.last == 0x0A ? bytes.dropLast() : bytes[...])
      json.key("total")
      json.integer(total)
      json.key("next")
      JSONValue.text(address).write(to: &json)
      json.key("notices")
      JSONValue.texts(notices).write(to: &json)
      json.endObject()
      response.body = .bytes(json.bytes + [0x0A])
    }
    response["vault-total"] = "\(total)"
    if let address { response["link"] = "<\(address)>; rel=\"next\"" }
    return response
  }

  private static func address(of request: WebRequest, cursor: String) -> String {
    let kept = request.query.split(separator: "&").filter { !$0.hasPrefix("cursor=") }
    return request.path + "?" + (kept + ["cursor=\(cursor)"]).joined(separator: "&")
  }

  static func one(_ bytes: [UInt8]) -> WebResponse { WebResponse(200, type: MediaType.json, bytes) }

  static func json(_ value: JSONValue) -> WebResponse { one(value.bytes + [0x0A]) }
}
