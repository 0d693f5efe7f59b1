import Synchronization
import VaultCore
import VaultPlatform

/// A request as the server understood it, before anything of it is trusted.
struct WebRequest: Sendable {
  enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// True where nothing is changed.
    var isReading: Bool { self == .get || self == .head }
  }

  /// Nil for a method that nothing here answers.
  var method: Method?
  /// The path and the query, percent-encoded as they came: `/note/Home.md?view=edit`.
  let target: String
  let path: Substring
  /// What stands behind the `?`.
  let query: Substring
  /// All hosts that it names; one is right.
  var hosts: [String]
  /// Names in small letters.
  var fields: [(name: String, value: String)]
  var body: Body

  /// The bytes behind the head, which are read when somebody asks for them.
  struct Body: Sendable {
    /// Hands over the bytes piece by piece, once.
    var forEachPiece: @Sendable (_ take: @Sendable ([UInt8]) throws -> Void) async throws -> Void

    static let empty = Body { _ in }

    init(_ forEachPiece: @escaping @Sendable (_ take: @Sendable ([UInt8]) throws -> Void) async throws -> Void) {
      self.forEachPiece = forEachPiece
    }
  }

  init(
    _ method: Method?, _ target: String, hosts: [String] = [], fields: [(name: String, value: String)] = [],
    body: Body = .empty
  ) {
    (self.method, self.target, self.hosts, self.fields, self.body) = (method, target, hosts, fields, body)
    let end = target.utf8.firstIndex(of: UInt8(ascii: "?"))
    path = target[..<(end ?? target.endIndex)]
    query = end.map { target[target.utf8.index(after: $0)...] } ?? ""
  }

  /// The value of a field that stands once; nil where there is none or several.
  func field(_ name: String) -> String? {
    let found = fields.filter { $0.name == name }
    return found.count == 1 ? found[0].value : nil
  }

  /// Throws `WebProblem` (413) where the body is longer than `limit`.
  func bytes(atMost limit: Int) async throws -> [UInt8] {
    let all = Mutex<[UInt8]>([])
    try await forEachPiece(atMost: limit) { piece in all.withLock { $0 += piece } }
    return all.withLock { $0 }
  }

  /// The bytes of a JSON object. Throws `WebProblem` as `bytes` does, and 415 for another type or another encoding than UTF-8.
  func json(atMost limit: Int) async throws -> [UInt8] {
    let parts = (field("content-type") ?? "").lowercased().split(separator: ";").map { String($0).trimmingBlanks }
    let encodings = parts.dropFirst().filter { $0.hasPrefix("charset=") }.map { $0.dropFirst(8).filter { $0 != "\"" } }
    guard parts.first == MediaType.json, encodings.allSatisfy({ $0 == "utf-8" || $0 == "utf8" }) else {
      throw WebProblem(415, "bad-argument", "Send a JSON object in UTF-8, as \(MediaType.json).")
    }
    return try await bytes(atMost: limit)
  }

  /// The body in a file, so that many that are long and slow to come take no memory. Throws as `bytes` does.
  func file(atMost limit: Int) async throws -> UnnamedFile {
    let file = try UnnamedFile()
    try await forEachPiece(atMost: limit) { try file.append($0) }
    return file
  }

  private func forEachPiece(atMost limit: Int, _ take: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
    if let length = field("content-length").flatMap({ Int($0) }), length > limit { throw WebProblem.tooLarge(limit) }
    let count = Atomic(0)
    try await body.forEachPiece { piece in
      guard count.add(piece.count, ordering: .relaxed).newValue <= limit else { throw WebProblem.tooLarge(limit) }
      try take(piece)
    }
  }
}
