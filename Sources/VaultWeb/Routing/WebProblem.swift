import VaultCore
import VaultInterface

/// A request that is not answered as it was meant: with a status, a word that programs know, and a sentence for people.
struct WebProblem: Error, Sendable {
  var status: Int
  /// One of the words that assistant.md and the API's documentation name: `not-found`.
  var word: String
  var detail: String
  /// The file that it is about.
  var path: String?
  /// Names that may have been meant.
  var candidates: [String] = []
  /// The part of a query that it is about, in bytes of UTF-8.
  var range: Range<Int>?
  /// The seconds until another try makes sense.
  var retryAfter: Int?
  /// The methods that the path answers, for the status 405.
  var allowed: [WebRequest.Method] = WebRequest.Method.allCases
  /// Texts of the form that was refused, for a page that keeps them.
  var typed: [String] = []
  /// A form that a page offers, which asks for the same in another way.
  var again: (title: String, fields: [(name: String, value: String)])?
  /// More members of the JSON object.
  var members: [JSONValue.Member] = []

  init(
    _ status: Int, _ word: String, _ detail: String, path: String? = nil, retryAfter: Int? = nil
  ) {
    (self.status, self.word, self.detail, self.path, self.retryAfter) = (status, word, detail, path, retryAfter)
  }

  static func notFound(_ what: String) -> WebProblem { WebProblem(404, "not-found", what) }

  static func tooLarge(_ limit: Int) -> WebProblem {
    WebProblem(413, "too-large", "That is more than the \(limit) bytes that are taken at once.")
  }

  static let readOnly = WebProblem(403, "not-allowed", "This server shows the notes and changes nothing.")

  static let busy = WebProblem(503, "busy", "The answer takes too long; try again in a moment.", retryAfter: 2)

  /// `application/problem+json` of RFC 9457.
  var json: [UInt8] {
    var object: [JSONValue.Member] = [
      .init("type", .text("urn:vault:problem:\(word)")), .init("title", .text(Self.title(status))),
      .init("status", .integer(status)), .init("detail", .text(detail)),
    ]
    if let path { object.append(.init("path", .text(path))) }
    if !candidates.isEmpty { object.append(.init("candidates", .texts(candidates))) }
    if let range { object.append(.init("range", .init(range: range))) }
    object += members
    return JSONValue.object(object).bytes + [0x0A]
  }

  private static let titles = [
    400: "Bad request", 401: "Not signed in", 403: "Not allowed", 404: "Not found", 405: "Method not allowed",
    409: "Conflict", 412: "Changed meanwhile", 413: "Too large", 414: "Address too long",
    415: "Type not supported", 416: "No such range", 421: "Misdirected", 422: "Not possible",
    428: "Condition required", 429: "Too many tries", 500: "Failed", 503: "Busy", 507: "Disk full",
  ]

  static func title(_ status: Int) -> String { titles[status] ?? "Problem" }
}
