import Foundation
import Synchronization
import VaultCore
import VaultInterface
import VaultStore

/// Decides who is let in: nothing else looks at hosts, origins and credentials.
final class AccessGate: Sendable {
  let token: AccessToken
  private let keys = LoginKeys()
  private let tries = SignInTries()
  private let place: ServeOptions.Place
  private let names: [String]
  private let port = Mutex<Int?>(nil)
  private let root: String
  private let now: @Sendable () -> ContinuousClock.Instant

  init(
    _ options: ServeOptions, token: AccessToken,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.token, self.now) = (token, now)
    place = options.place
    names = options.hosts.map { $0.lowercased() }
    root = options.location.root
    if case .address(_, let port) = options.place { self.port.withLock { $0 = port } }
  }

  func isListening(onPort number: Int?) {
    if let number { port.withLock { $0 = number } }
  }

  /// How a browser of this machine reaches the server: `http://127.0.0.1:7523`.
  var address: String { "http://" + (ownNames.first ?? "localhost") }

  private var ownNames: [String] {
    switch place {
    case .socket: return ["localhost"]
    case .address(let address, _):
      let port = port.withLock { $0 ?? 0 }
      let host = address.contains(":") ? "[\(address)]" : address
      guard ServeOptions.isOfThisMachine(address) else { return ["\(host):\(port)"] + withPort(port) }
      return ["\(host):\(port)", "localhost:\(port)"] + withPort(port)
    }
  }

  /// A name without a port is that of a proxy at a usual port, or ours with the port that we listen on.
  private func withPort(_ port: Int) -> [String] {
    names.flatMap { $0.contains(":") && !$0.hasSuffix("]") ? [$0] : [$0, "\($0):\(port)"] }
  }

  /// A key that signs a browser in once, within a minute.
  func newKey() -> String { keys.make(at: now()) }

  // MARK: Where a request comes from

  /// Throws for a request that was meant for somebody else: a page of another name may have been made to lead here.
  func checkHost(_ request: WebRequest) throws(WebProblem) {
    let allowed = if case .socket = place { ownNames + names } else { ownNames }
    guard request.hosts.count == 1, let host = request.hosts.first?.lowercased(), allowed.contains(host) else {
      throw WebProblem(
        421, "misdirected", "This server is not the one that the request names; its address is \(address).")
    }
  }

  /// Throws for a request that a page from elsewhere has made.
  func checkOrigin(_ request: WebRequest, byCookie: Bool) throws(WebProblem) {
    let origins = request.fields.filter { $0.name == "origin" }.map(\.value)
    let host = request.hosts.first?.lowercased() ?? ""
    let own = ["http://\(host)", "https://\(host)"]
    guard origins.allSatisfy({ own.contains($0.lowercased()) }), origins.count <= 1 else { throw Self.foreignOrigin }
    guard byCookie, request.method?.isReading == false, origins.isEmpty else { return }
    guard request.field("sec-fetch-site") == "same-origin" else { throw Self.foreignOrigin }
  }

  private static let foreignOrigin = WebProblem(
    403, "foreign-origin", "The request comes from another page than this server's, and is not answered.")

  // MARK: Who it is

  enum Credential: Sendable {
    case cookie, token
    /// Nobody but this user can connect.
    case socket
  }

  /// Returns nil for a request that brings no credentials. Throws for wrong ones.
  func credential(of request: WebRequest) throws(WebProblem) -> Credential? {
    if case .socket = place { return .socket }
    if let given = request.field("authorization") {
      guard let secret = Self.secret(given) else { throw wrong() }
      guard equalInConstantTime(secret, token.text) else { throw wrong() }
      return .token
    }
    guard let given = cookie(in: request) else { return nil }
    // An old cookie is nobody's guess: the page asks to sign in.
    return equalInConstantTime(given, token.cookie) ? .cookie : nil
  }

  /// Throws for a request without the token, whatever else it brings and wherever it comes from.
  func checkToken(_ request: WebRequest) throws(WebProblem) {
    guard let given = request.field("authorization") else {
      throw WebProblem(401, "not-signed-in", "Send the token from the file that vault serve names.")
    }
    guard let secret = Self.secret(given), equalInConstantTime(secret, token.text) else { throw wrong() }
  }

  /// Counts a failure. Throws 429 where there were too many.
  func wrong() -> WebProblem {
    let moment = now()
    guard tries.isAllowed(at: moment) else {
      return WebProblem(429, "too-many-tries", "Too many wrong keys; try again in a minute.", retryAfter: 60)
    }
    tries.failed(at: moment)
    return WebProblem(401, "not-signed-in", "The token is wrong; the right one is in the file that vault serve names.")
  }

  /// Returns true when a person has shown a key or the token. Throws where there were too many failures.
  func signsIn(key: String) throws(WebProblem) -> Bool {
    if keys.use(key, at: now()) || equalInConstantTime(key, token.text) { return true }
    let problem = wrong()
    if problem.status == 429 { throw problem }
    return false
  }

  /// The token of `Bearer TOKEN`, or of `Basic`, where it is the password.
  private static func secret(_ field: String) -> String? {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer": return String(parts[1])
    case "basic":
      guard let decoded = Data(base64Encoded: String(parts[1])), let text = String(validating: decoded, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    default: return nil
    }
  }

  // MARK: Cookies

  /// By vault and port, since browsers give a cookie to every port of a host.
  private var cookieName: String {
    "vault-\(VaultMark.text(ofRoot: root))-\(port.withLock { $0 ?? 0 })"
  }

  private func cookie(in request: WebRequest) -> String? {
    let pairs = request.fields.filter { $0.name == "cookie" }.flatMap { $0.value.split(separator: ";") }
    for pair in pairs {
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == cookieName { return String(parts[1]) }
    }
    return nil
  }

  /// What has a browser remember that it was let in, for a year.
  var setCookie: String {
    "\(cookieName)=\(token.cookie); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
  }
}
