/// What is sent back.
struct WebResponse: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Pieces as they come, for as long as there are any.
    case stream(AsyncStream<[UInt8]>)
    /// A part of an open file.
    case file(ServedFile)
  }

  var status: Int
  var fields: [(name: String, value: String)]
  var body: Body

  init(_ status: Int, type: String? = nil, _ bytes: [UInt8] = []) {
    self.status = status
    fields = type.map { [("content-type", $0)] } ?? []
    body = .bytes(bytes)
  }

  /// Sends the browser elsewhere, by GET.
  static func seeOther(_ path: String) -> WebResponse {
    var response = WebResponse(303)
    response["location"] = path
    return response
  }

  subscript(name: String) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { fields.append((name, newValue)) }
    }
  }
}

/// Types of what is sent.
enum MediaType {
  static let html = "text/html; charset=utf-8"
  static let json = "application/json"
  static let problem = "application/problem+json"
  static let markdown = "text/markdown; charset=utf-8"
  static let text = "text/plain; charset=utf-8"
  static let calendar = "text/calendar; charset=utf-8"
  static let archive = "application/x-tar"
  static let css = "text/css; charset=utf-8"
  static let script = "text/javascript; charset=utf-8"
  static let events = "text/event-stream"
  static let bytes = "application/octet-stream"
  static let form = "application/x-www-form-urlencoded"
}
