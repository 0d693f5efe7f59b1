import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

/// Sends requests to servers that the user has named. Where they lead to another address, that is an answer like any other.
final class HTTPExchange {
  private let client: HTTPClient

  enum Problem: Error {
    /// More bytes than may be.
    case tooLarge
    /// Nothing answers, and why.
    case unavailable(String)
    /// The connection cannot be trusted, and why.
    case insecure(String)
  }

  /// `certificates`: a file of certificates that are trusted besides the system's.
  init(certificates: String?) {
    var configuration = HTTPClient.Configuration()
    configuration.timeout = .init(connect: .seconds(10), read: .seconds(60))
    // The token is for this server alone.
    configuration.redirectConfiguration = .disallow
    configuration.httpVersion = .http1Only
    configuration.networkFrameworkWaitForConnectivity = false
    configuration.connectionPool.retryConnectionEstablishment = false
    if let certificates {
      var security = TLSConfiguration.makeClientConfiguration()
      security.additionalTrustRoots = [.file(certificates)]
      configuration.tlsConfiguration = security
    }
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func end() {
    // What is left open ends with the program.
    try? client.syncShutdown()
  }

  /// Sends JSON and asks for JSON. `longest`: in bytes, what the answer may have.
  func answer(
    _ method: HTTPMethod, _ address: String, _ body: [UInt8]?, token: String?, _ fields: [String: String] = [:],
    longest: Int, seconds: Int64
  ) throws(Problem) -> HTTPAnswer {
    var headers = HTTPHeaders([("Accept", "application/json"), ("User-Agent", "vault/\(ProgramVersion.text)")])
    if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
    for (name, value) in fields { headers.add(name: name, value: value) }
    if body != nil { headers.add(name: "Content-Type", value: "application/json") }
    do {
      let request = try HTTPClient.Request(
        url: address, method: method, headers: headers, body: body.map { .bytes($0) })
      let response = try client.execute(
        request: request, delegate: ResponseAccumulator(request: request, maxBodySize: longest),
        deadline: .now() + .seconds(seconds)
      ).wait()
      return HTTPAnswer(response)
    } catch is ResponseAccumulator.ResponseTooBigError {
      throw .tooLarge
    } catch let error as HTTPClientError {
      throw .unavailable(Self.words(error))
    } catch HTTPParserError.invalidEOFState {
      throw .unavailable("the server broke off")
    } catch let error as IOError {
      let place =
        URL(string: address).map { "\($0.host() ?? ""):\($0.port ?? ($0.scheme == "http" ? 80 : 443))" } ?? address
      throw .unavailable("nothing answers at \(place) (\(String(cString: strerror(error.errnoCode))))")
    } catch let error as NIOConnectionError {
      let isUnknown = error.connectionErrors.isEmpty
      throw .unavailable(
        isUnknown ? "no machine of the name \(error.host) is known" : "nothing answers at \(error.host):\(error.port)")
    } catch {
      guard Self.isAboutSecurity(error) else { throw .unavailable(ShownName.quoted("\(error)")) }
      throw .insecure(
        "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
          ? "its certificate is none that this machine trusts" : "it does not speak TLS as it should")
    }
  }

  private static func isAboutSecurity(_ error: any Error) -> Bool {
    error is NIOSSLError || error is NIOSSLExtraError || error is BoringSSLError
  }

  private static func words(_ error: HTTPClientError) -> String {
    switch error {
    case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded: "the server does not answer"
    case .remoteConnectionClosed: "the server broke off"
    default: ShownName.quoted("\(error)")
    }
  }
}

/// What a server has answered.
struct HTTPAnswer {
  let status: Int
  let body: [UInt8]
  /// `text/html`.
  let kind: String?
  private let headers: HTTPHeaders

  fileprivate init(_ response: HTTPClient.Response) {
    status = Int(response.status.code)
    body = response.body.map { Array($0.readableBytesView) } ?? []
    headers = response.headers
    kind = headers.first(name: "Content-Type").map {
      ShownName.quoted(String($0.prefix { $0 != ";" }).trimmingWhitespace.lowercased())
    }
  }

  func field(_ name: String) -> String? { headers.first(name: name) }

  var json: JSONValue? { do { return try JSONReader.read(body) } catch { return nil } }

  /// `404 with text/html: not here`.
  var said: String { "\(status)\(kind.map { " with \($0)" } ?? "")\(reason.isEmpty ? "" : ": \(reason)")" }

  /// What the server says of it, in one line; empty where it says nothing.
  var reason: String {
    if let json {
      // Servers of models say it one deeper.
      for name in ["detail", "message", "error", "title"] {
        if let text = json[name]?.text ?? json["error"]?[name]?.text { return ShownName.quoted(text) }
      }
      return ""
    }
    guard kind == "text/plain" else { return "" }
    return ShownName.quoted(String(decoding: body.prefix(400), as: UTF8.self).trimmingWhitespace)
  }
}
