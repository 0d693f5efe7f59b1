import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Refuses requests that can be read in two ways, before anything else reads them: one with another target than a path, whose
/// host would be dropped, and one with a coding of its body that is not known, whose body would be taken for the next request.
/// The connection ends then.
final class StrictHeads: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private var hasRefused = false
  /// When the body began that is being read, and its bytes so far.
  private var body: (start: NIODeadline, count: Int64) = (.now(), 0)
  /// Whoever sends nothing is ended by the idle timeout, and whoever sends drop by drop here: so many bytes a second are the
  /// least, behind the first half minute.
  private static let slowest: Int64 = 8_000

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      guard Self.isPlain(head) else {
        hasRefused = true
        // What was asked before is answered first; this ends the requests with 400.
        context.fireErrorCaught(HTTPParserError.invalidURL)
        return
      }
      body = (.now(), 0)
      if Self.waits(head) {
        context.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: .continue))), promise: nil)
      }
    case .body(let piece):
      body.count += Int64(piece.readableBytes)
      guard .now() - body.start <= .seconds(30) + .milliseconds(body.count * 1_000 / Self.slowest) else {
        hasRefused = true
        return context.close(promise: nil)
      }
    case .end: break
    }
    context.fireChannelRead(data)
  }

  /// True where the client holds the body back until it is asked for, as curl does with a large one.
  private static func waits(_ head: HTTPRequestHead) -> Bool {
    head.version == .http1_1 && head.headers.first(name: "expect")?.lowercased() == "100-continue"
  }

  private static func isPlain(_ head: HTTPRequestHead) -> Bool {
    let codings = head.headers["transfer-encoding"]
    return head.uri.utf8.first == UInt8(ascii: "/") && codings.allSatisfy { $0.lowercased() == "chunked" }
      && codings.count <= 1 && head.headers["host"].count <= 1
  }

  /// Puts the check, and what is answered at once, in front of what turns heads into values. It stands behind that, where
  /// handlers can be added, and goes.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    private let application: WebApplication

    init(_ application: WebApplication) { self.application = application }

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(StrictHeads(), position: .before(codec))
        try pipeline.addHandler(AssetAnswers(application), position: .before(codec))
      } catch {
        // Whoever cannot be checked is not answered.
        context.close(promise: nil)
      }
    }
  }
}
