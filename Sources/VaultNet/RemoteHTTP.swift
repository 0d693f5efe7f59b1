import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import VaultCore
import VaultInterface
import VaultStore

/// A server of notes over HTTP, as clients of the app NoteApp ask it: the list at an address, and each note below it.
final class RemoteHTTP: RemoteNotes {
  private let settings: RemoteSettings
  private let client: HTTPClient

  /// How many notes are asked for at once.
  private static let pageSize = 200
  private static let mostPages = 10_000
  private static let mostRedirects = 5
  /// How many bytes an answer may have, and all pages of a list together.
  private static let longestAnswer = 256 << 20

  /// `certificates`: a file of certificates that are trusted besides the system's.
  init(_ settings: RemoteSettings, certificates: String?) {
    self.settings = settings
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

  // MARK: Questions

  func list() throws -> RemoteListing {
    var listing = RemoteListing()
    var size = 0
    for page in 1...Self.mostPages {
      let answer = try ask(.GET, "?page=\(page)&limit=\(Self.pageSize)")
      // Some say so behind the last page.
      if page > 1, [404, 410].contains(answer.status) { break }
      guard answer.status == 200 else { throw RemoteError.odd("is \(answer.said), where a list of notes is needed") }
      size += answer.body.count
      guard size <= Self.longestAnswer else {
        throw RemoteError.odd("is a list of more than \(Self.longestAnswer >> 20) MiB")
      }
      guard let value = answer.json else {
        throw RemoteError.odd("is no JSON\(answer.kind.map { " but \($0)" } ?? ""), where a list of notes is needed")
      }
      // A server that knows no pages gives the same again.
      do throws(RemoteNote.Problem) {
        if try !listing.add(value) { break }
      } catch {
        throw RemoteError.odd(error.reason)
      }
    }
    return listing
  }

  func note(_ id: String) throws -> RemoteNote? {
    let answer = try ask(.GET, place(id))
    if [404, 410].contains(answer.status) { return nil }
    guard answer.status == 200, let note = answer.note else {
      throw RemoteRefusal.refused(status: answer.status, answer.reason)
    }
    guard note.id == id else {
      throw RemoteRefusal.refused(status: answer.status, "that is the note \(ShownName.quoted(note.id))")
    }
    return note
  }

  func make(_ note: JSONValue, key: String) throws -> RemoteNote? {
    let answer = try ask(.POST, "", note, ["Idempotency-Key": key])
    try check(answer)
    return answer.note
  }

  func replace(_ id: String, with note: JSONValue, ifIn tag: String?) throws -> RemoteNote? {
    let answer = try ask(.PUT, place(id), note, tag.map { ["If-Match": $0] } ?? [:])
    try check(answer)
    guard let note = answer.note, note.id == id else { return nil }
    return note
  }

  func delete(_ id: String, ifIn tag: String?) throws {
    try check(ask(.DELETE, place(id), nil, tag.map { ["If-Match": $0] } ?? [:]))
  }

  private func check(_ answer: Answer) throws {
    switch answer.status {
    case 200..<300: return
    case 404, 410: throw RemoteRefusal.gone
    case 412: throw RemoteRefusal.changed
    default: throw RemoteRefusal.refused(status: answer.status, answer.reason)
    }
  }

  /// One segment of a path, whatever is in it.
  private func place(_ id: String) -> String {
    var bytes = Array("/".utf8)
    for c in id.utf8 {
      if c.isASCIILetterOrDigit || "-._~".utf8.contains(c) { bytes.append(c) } else { bytes.append(percentEncoding: c) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Over the network

  private struct Answer {
    var status: Int
    var body: [UInt8]
    var tag: String?
    /// `text/html`.
    var kind: String?

    var json: JSONValue? { do { return try JSONReader.read(body) } catch { return nil } }

    var note: RemoteNote? {
      guard let json else { return nil }
      do throws(RemoteNote.Problem) { return try RemoteNote(json, tag: tag) } catch { return nil }
    }

    var said: String { "\(status)\(kind.map { " with \($0)" } ?? "")\(reason.isEmpty ? "" : ": \(reason)")" }

    /// What the server says of it, in one line.
    var reason: String {
      if let json {
        for name in ["detail", "message", "error", "title"] {
          if let text = json[name]?.text { return ShownName.quoted(text) }
        }
        return ""
      }
      guard kind == "text/plain" else { return "" }
      return ShownName.quoted(String(decoding: body.prefix(400), as: UTF8.self).trimmingWhitespace)
    }
  }

  private func ask(
    _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, _ fields: [String: String] = [:]
  ) throws -> Answer {
    var address = settings.address + path
    for _ in 0...Self.mostRedirects {
      let response = try response(method, address, body, fields)
      let status = Int(response.status.code)
      func field(_ name: String) -> String? { response.headers.first(name: name) }
      if (300..<400).contains(status), status != 304, let target = field("Location") {
        address = try follow(target, from: address, status, method)
        continue
      }
      let answer = Answer(
        status: status, body: response.body.map { Array($0.readableBytesView) } ?? [],
        // A weak one is none that a change can name.
        tag: field("ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 },
        kind: field("Content-Type").map {
          ShownName.quoted(String($0.prefix { $0 != ";" }).trimmingWhitespace.lowercased())
        })
      switch status {
      case 401: throw RemoteError.denied(answer.said)
      // A refusal of one note is about that note alone.
      case 403 where path.hasPrefix("?"): throw RemoteError.denied(answer.said)
      case 408, 425, 429, 500...599:
        throw RemoteError.unavailable(
          "the server answers \(answer.said)", seconds: field("Retry-After").flatMap(Self.seconds) ?? 0)
      default: return answer
      }
    }
    throw RemoteError.odd("leads from one address to the next without an end")
  }

  private func response(
    _ method: HTTPMethod, _ address: String, _ body: JSONValue?, _ fields: [String: String]
  ) throws -> HTTPClient.Response {
    var headers = HTTPHeaders([
      ("Accept", "application/json"), ("User-Agent", "vault/\(ProgramVersion.text)"),
    ])
    if let token = settings.token { headers.add(name: "Authorization", value: "Bearer \(token)") }
    for (name, value) in fields { headers.add(name: name, value: value) }
    if body != nil { headers.add(name: "Content-Type", value: "application/json") }
    do {
      let request = try HTTPClient.Request(
        url: address, method: method, headers: headers, body: body.map { .bytes($0.bytes) })
      return try client.execute(
        request: request, delegate: ResponseAccumulator(request: request, maxBodySize: Self.longestAnswer),
        deadline: .now() + .minutes(10)
      ).wait()
    } catch let error as ResponseAccumulator.ResponseTooBigError {
      throw RemoteError.odd("has more than \(error.maxBodySize >> 20) MiB")
    } catch let error as HTTPClientError {
      throw RemoteError.unavailable(Self.words(error), seconds: nil)
    } catch HTTPParserError.invalidEOFState {
      throw RemoteError.unavailable("the server broke off", seconds: nil)
    } catch let error as IOError {
      let place = URL(string: address).map { "\($0.host() ?? ""):\($0.port ?? 443)" } ?? address
      throw RemoteError.unavailable(
        "nothing answers at \(place) (\(String(cString: strerror(error.errnoCode))))", seconds: nil)
    } catch let error as NIOConnectionError {
      let isUnknown = error.connectionErrors.isEmpty
      throw RemoteError.unavailable(
        isUnknown ? "no machine of the name \(error.host) is known" : "nothing answers at \(error.host):\(error.port)",
        seconds: nil)
    } catch {
      throw Self.isAboutSecurity(error)
        ? RemoteError.insecure(
          "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
            ? "its certificate is none that this machine trusts" : "it does not speak TLS as it should")
        : .unavailable(ShownName.quoted("\(error)"), seconds: nil)
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

  /// Only to the same server, and only what may be sent again.
  private func follow(_ target: String, from address: String, _ status: Int, _ method: HTTPMethod) throws -> String {
    guard let old = URL(string: address), let new = URL(string: target, relativeTo: old)?.absoluteURL,
      new.scheme == old.scheme, new.host() == old.host(), new.port == old.port
    else {
      throw RemoteError.odd(
        "leads to another server (\(ShownName.quoted(target))), where notes and token are not sent")
    }
    guard method == .GET || [307, 308].contains(status) else {
      throw RemoteError.odd("leads to \(ShownName.quoted(target)), which is another address of the list of notes")
    }
    return new.absoluteString
  }

  /// Seconds, or a date.
  private static func seconds(_ text: String) -> Int? {
    if let seconds = Int(text) { return max(0, seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text).map { max(0, Int($0.timeIntervalSinceNow.rounded(.up))) }
  }
}
