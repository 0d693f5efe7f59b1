import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import Synchronization

/// Answers requests of the files that pages are made with, on the thread that has read them: they are known beforehand, and to
/// hand such a request to another thread and back takes longer than all the rest.
///
/// Whatever is asked before is answered first, so that only a connection on which nothing is under way is answered here.
final class AssetAnswers: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let application: WebApplication
  /// Requests that were handed on and have no answer yet.
  private var waiting = 0
  /// True while the rest of a request comes that is answered already.
  private var isAnswered = false
  /// By address, which has a hash of what is in the file: as many as there are files.
  private static let known = Mutex<[String: (fields: HTTPHeaders, bytes: ByteBuffer)]>([:])

  init(_ application: WebApplication) { self.application = application }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      if waiting == 0, answer(head, context) {
        isAnswered = true
      } else {
        waiting += 1
        context.fireChannelRead(data)
      }
    case .body: if !isAnswered { context.fireChannelRead(data) }
    case .end:
      if isAnswered { isAnswered = false } else { context.fireChannelRead(data) }
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { waiting = max(0, waiting - 1) }
    context.write(data, promise: promise)
  }

  /// False where somebody else is to answer: for whatever is no such file, wants the connection to end, or would be more than
  /// the client has read so far.
  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) -> Bool {
    guard head.method == .GET, head.version == .http1_1, head.isKeepAlive, context.channel.isWritable,
      !head.headers.contains(name: "content-length"), !head.headers.contains(name: "transfer-encoding"),
      !head.headers.contains(name: "expect"),
      let (fields, bytes) = asset(head)
    else { return false }
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .ok, headers: fields))), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    return true
  }

  private func asset(_ head: HTTPRequestHead) -> (fields: HTTPHeaders, bytes: ByteBuffer)? {
    let request = WebRequest(.get, head.uri, hosts: head.headers["host"])
    guard let response = application.asset(for: request) else { return nil }
    let address = String(request.path)
    if let known = Self.known.withLock({ $0[address] }) { return known }
    guard response.status == 200, case .bytes(let bytes) = response.body else { return nil }
    var fields = HTTPHeaders(response.fields.map { ($0.name, $0.value) })
    fields.add(name: "content-length", value: "\(bytes.count)")
    let made = (fields, ByteBuffer(bytes: bytes))
    Self.known.withLock { $0[address] = made }
    return made
  }
}
