import VaultCore
import VaultInterface
import VaultStore

/// One thing that programs can ask. The table of these makes the router, the OpenAPI document and its test.
struct APIRoute: Sendable {
  /// A part of a path.
  enum Part: Sendable, Hashable {
    case word(String)
    /// One segment.
    case name(String)
    /// The path of a file in the vault: one segment or several.
    case path(String)
  }

  /// What a good answer holds.
  enum Answer: Sendable, Hashable {
    /// A record, by the name of its schema.
    case one(String)
    case list(String)
    /// A JSON object that no command prints.
    case object
    /// Something else, of that type.
    case other(String)
  }

  enum Work: Sendable {
    case answer(@Sendable (APICall) async throws -> WebResponse)
    case change(@Sendable (APICall) throws -> APIChange)
  }

  var method: WebRequest.Method
  var parts: [Part]
  var summary: String
  var parameters: [APIParameter] = []
  /// The members of the JSON object that is sent; nil where none is.
  var body: [APIMember]?
  /// True where the bytes of a file are sent.
  var takesFile = false
  var answer: Answer
  /// What a parameter makes of the answer.
  var otherAnswer: Answer?
  /// The status of a good answer.
  var status = 200
  var work: Work

  /// A question, or what is no change of notes.
  init(
    _ method: WebRequest.Method = .get, _ pattern: String, _ summary: String, _ parameters: [APIParameter] = [],
    body: [APIMember]? = nil, takesFile: Bool = false, answer: Answer, or other: Answer? = nil, status: Int = 200,
    run: @escaping @Sendable (APICall) async throws -> WebResponse
  ) {
    self.init(method, pattern, summary, parameters, body, answer, status, .answer(run))
    (self.takesFile, otherAnswer) = (takesFile, other)
  }

  /// A change.
  init(
    _ method: WebRequest.Method, _ pattern: String, _ summary: String, _ parameters: [APIParameter] = [],
    body: [APIMember]? = nil, answer: Answer = .list("change"), status: Int = 200,
    change: @escaping @Sendable (APICall) throws -> APIChange
  ) {
    self.init(method, pattern, summary, parameters + APIParameter.ofChanges, body, answer, status, .change(change))
  }

  private init(
    _ method: WebRequest.Method, _ pattern: String, _ summary: String, _ parameters: [APIParameter],
    _ body: [APIMember]?, _ answer: Answer, _ status: Int, _ work: Work
  ) {
    (self.method, self.summary, self.parameters, self.body) = (method, summary, parameters, body)
    (self.answer, self.status, self.work) = (answer, status, work)
    parts = pattern.split(separator: "/").map { part in
      part.hasPrefix("{+")
        ? .path(String(part.dropFirst(2).dropLast()))
        : part.hasPrefix("{") ? .name(String(part.dropFirst().dropLast())) : .word(String(part))
    }
  }

  /// The path as OpenAPI writes it: `/notes/{path}/links`.
  var template: String {
    "/"
      + parts.map { part in
        switch part {
        case .word(let word): word
        case .name(let name), .path(let name): "{\(name)}"
        }
      }.joined(separator: "/")
  }

  /// The values of the names in a path that this route is for; nil for another path. A file's path takes as many segments as
  /// the parts behind it leave.
  func values(in segments: [[UInt8]]) -> [String: [UInt8]]? {
    var values: [String: [UInt8]] = [:]
    var place = 0
    for (index, part) in parts.enumerated() {
      switch part {
      case .word(let word):
        guard place < segments.count, segments[place].elementsEqual(word.utf8) else { return nil }
        place += 1
      case .name(let name):
        guard place < segments.count else { return nil }
        values[name] = segments[place]
        place += 1
      case .path(let name):
        let end = segments.count - (parts.count - index - 1)
        guard end > place else { return nil }
        values[name] = Array(segments[place..<end].joined(separator: [UInt8(ascii: "/")]))
        place = end
      }
    }
    return place == segments.count ? values : nil
  }
}

/// A parameter of a query.
struct APIParameter: Sendable {
  enum Kind: Sendable {
    case text, flag
    case number(ClosedRange<Int>)
    case choice([String])
  }

  var name: String
  var kind: Kind
  var meaning: String

  init(_ name: String, _ kind: Kind, _ meaning: String) {
    (self.name, self.kind, self.meaning) = (name, kind, meaning)
  }

  init(_ name: String, _ meaning: String) { self.init(name, .text, meaning) }

  static let query = APIParameter("q", "A query, as `vault search` takes it.")
  static let sort = APIParameter("sort", "Keys like updated,-title.")
  static let limit = APIParameter("limit", .number(1...APICall.mostEntries), "At most so many.")
  static let cursor = APIParameter("cursor", "Where the page begins, as the link to it says.")
  static let envelope = APIParameter("envelope", .flag, "True for an object with items, total, next and notices.")

  static let ofChanges = [
    APIParameter("dry_run", .flag, "True to be told what would be done, as diff and plan, and to do nothing."),
    APIParameter("plan", "The plan of a dry run: anything else is refused."),
  ]
}

/// A member of a JSON object that is sent.
struct APIMember: Sendable {
  enum Kind: Sendable {
    case text, flag, number, texts
    /// Any JSON.
    case any
    /// An object with members of any name.
    case object
    case objects
    case choice([String])
  }

  var name: String
  var kind: Kind
  var isRequired: Bool
  var meaning: String

  init(_ name: String, _ kind: Kind, required: Bool = false, _ meaning: String) {
    (self.name, self.kind, isRequired, self.meaning) = (name, kind, required, meaning)
  }

  init(_ name: String, required: Bool = false, _ meaning: String) {
    self.init(name, .text, required: required, meaning)
  }
}
