import VaultCore

/// The fields of a form or of an address' query: names and values, percent-decoded, `+` for a blank.
struct FormFields: Sendable {
  private let all: [(name: String, value: String)]

  /// A form's longest text; notes are limited by the setting for them.
  static let longest = 32 << 20

  /// What is no UTF-8, or not percent-encoded as it should be, is left out.
  init(_ text: some StringProtocol) {
    all = text.split(separator: "&").compactMap { pair in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
        return nil
      }
      return (name, value)
    }
  }

  /// Throws `WebProblem`: 415 for what is no form, 413 for one that is too long.
  init(of request: WebRequest) async throws {
    guard request.field("content-type")?.lowercased().hasPrefix(MediaType.form) == true else {
      throw WebProblem(415, "bad-argument", "Forms are sent as \(MediaType.form).")
    }
    self.init(String(decoding: try await request.bytes(atMost: Self.longest), as: UTF8.self))
  }

  /// The first of that name.
  subscript(name: String) -> String? { all.first { $0.name == name }?.value }

  var names: [String] { all.map(\.name) }

  /// All of that name, in their order.
  func all(named name: String) -> [String] { all.filter { $0.name == name }.map(\.value) }

  private static func decoded(_ text: some StringProtocol) -> String? {
    bytes(text, plus: 0x20).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// What percent escapes stand for; `plus`: what a `+` is. Nil for a `%` that begins none.
  static func bytes(_ text: some StringProtocol, plus: UInt8) -> [UInt8]? {
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var i = 0
    while i < bytes.count {
      if let byte = bytes.percentEscape(at: i) {
        out.append(byte)
        i += 3
      } else if bytes[i] == UInt8(ascii: "%") {
        return nil
      } else {
        out.append(bytes[i] == UInt8(ascii: "+") ? plus : bytes[i])
        i += 1
      }
    }
    return out
  }
}
