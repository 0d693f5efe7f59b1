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

  private var hasRefused = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasRefused else { return }
    if case .head(let head) = unwrapInboundIn(data), !Self.isPlain(head) {
      hasRefused = true
      // What was asked before is answered first; this ends the requests with 400.
      context.fireErrorCaught(HTTPParserError.invalidURL)
      return
    }
    context.fireChannelRead(data)
  }

  private static func isPlain(_ head: HTTPRequestHead) -> Bool {
    let codings = head.headers["transfer-encoding"]
    return head.uri.utf8.first == UInt8(ascii: "/") && codings.allSatisfy { $0.lowercased() == "chunked" }
      && codings.count <= 1 && head.headers["host"].count <= 1
  }

  /// Puts the check in front of what turns heads into values. It stands behind that, where handlers can be added, and goes.
  final class Installer: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    func handlerAdded(context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      do {
        let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
        try pipeline.addHandler(StrictHeads(), position: .before(codec))
      } catch {
        // Whoever cannot be checked is not answered.
        context.close(promise: nil)
      }
    }
  }
}
