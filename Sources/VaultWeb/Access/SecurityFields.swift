/// What browsers are told about everything that is served.
enum SecurityFields {
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    + "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    + "trusted-types vault; require-trusted-types-for 'script'"

  static var names: [String] { all.map(\.name) }

  /// The policy of referrers: other sites are not told where somebody comes from. Without any, browsers would call the origin
  /// of our own forms `null`, as that of a page that hides where it is from.
  private static let all: [(name: String, value: String)] = [
    ("content-security-policy", policy), ("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "private, no-cache"),
  ]

  static func add(to response: inout WebResponse) {
    for (name, value) in all where response[name] == nil { response.fields.append((name, value)) }
  }
}
