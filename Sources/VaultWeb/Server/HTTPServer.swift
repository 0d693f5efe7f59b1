import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals
import VaultInterface
import VaultPlatform

/// HTTP/1.1 by Hummingbird, which nothing outside of this file knows of.
struct HTTPServer {
  /// Bytes of a request's head.
  private static let longestHead = 16 << 10
  private static let mostFields = 100
  /// Connections that are answered at once, streams of events among them.
  private static let mostConnections = 512

  let application: WebApplication
  let place: ServeOptions.Place

  /// Serves until a signal ends it. `running` hears of the port once there are answers.
  func run(running: @escaping @Sendable (_ port: Int?) async -> Void) async throws {
    let address: BindAddress =
      switch place {
      case .address(let host, let port): .hostname(host, port: port)
      case .socket(let path): .unixDomainSocket(path: path)
      }
    var logger = Logger(label: "vault-net") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    let server = Application(
      responder: Responder(application: application),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [StrictHeads.Installer(application)], idleTimeout: .seconds(30),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: Self.longestHead, maxHeaderListSize: Self.longestHead,
            maxHeaderFieldCount: Self.mostFields))),
      configuration: ApplicationConfiguration(
        address: address, availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)),
      onServerRunning: { channel in await running(channel.localAddress?.port) },
      logger: logger)
    var group = ServiceGroupConfiguration(
      services: [.init(service: server), .init(service: StreamEnd(application: application))],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    group.maximumGracefulShutdownDuration = .seconds(4)
    try await ServiceGroup(configuration: group).run()
  }

  /// Ends the streams once the server is to end: it waits for whoever is connected.
  private struct StreamEnd: Service {
    let application: WebApplication

    func run() async throws {
      try? await gracefulShutdown()
      application.endStreams()
    }
  }

  private struct Responder: HTTPResponder {
    typealias Context = BasicRequestContext
    let application: WebApplication

    func respond(to request: Request, context: Context) async throws -> Response {
      // Whoever waits for the connection's end waits for the body's, so only one that is taken in whole lets an assistant
      // give its question up by closing.
      guard request.uri.path == AssistantEndpoint.path,
        let length = request.headers[.contentLength].flatMap({ Int($0) }), length <= AssistantEndpoint.longestBody
      else {
        return Response(await application.respond(to: WebRequest(request)))
      }
      return try await request.body.consumeWithCancellationOnInboundClose { body in
        var own = request
        own.body = RequestBody(buffer: try await body.collect(upTo: AssistantEndpoint.longestBody))
        var response = Response(await application.respond(to: WebRequest(own)))
        // Whether somebody still waits is told by what comes on the connection, which is of no other use afterwards.
        response.headers[.connection] = "close"
        return response
      }
    }
  }
}

extension WebRequest {
  fileprivate init(_ request: Request) {
    let head = request.head
    // The first Host is the authority; another stays a field.
    let hosts = [head.authority].compactMap(\.self) + head.headerFields[values: .init("host")!]
    self.init(
      Method(rawValue: head.method.rawValue), head.path ?? "", hosts: hosts,
      fields: head.headerFields.map { ($0.name.canonicalName, $0.value) },
      body: Body { [body = request.body] take in
        var pieces = body.makeAsyncIterator()
        while true {
          let piece: ByteBuffer?
          do { piece = try await pieces.next() } catch {
            throw WebProblem(400, "bad-argument", "The request ended before its body did, or its body is malformed.")
          }
          guard let piece else { return }
          try take(Array(piece.readableBytesView))
        }
      })
  }
}

extension Response {
  /// To look at a name letter by letter, again and again, takes a tenth of a small answer's time.
  private static let names = Dictionary(
    (SecurityFields.names + [
      "content-type", "cache-control", "content-length", "etag", "vary", "link", "vault-total", "vault-change",
      "location",
    ]).compactMap { name in HTTPField.Name(name).map { (name, $0) } },
    uniquingKeysWith: { first, _ in first })

  fileprivate init(_ response: WebResponse) {
    var fields = HTTPFields()
    for (name, value) in response.fields {
      if let name = Self.names[name] ?? HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let body: ResponseBody =
      switch response.body {
      case .bytes(let bytes): bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      case .stream(let pieces): ResponseBody(asyncSequence: pieces.map { ByteBuffer(bytes: $0) })
      case .file(let file):
        ResponseBody(contentLength: file.range.count) { writer in
          var reader = file.reader()
          while let bytes = try reader.next() { try await writer.write(ByteBuffer(bytes: bytes)) }
          try await writer.finish(nil)
        }
      }
    self.init(status: .init(code: response.status), headers: fields, body: body)
  }
}
