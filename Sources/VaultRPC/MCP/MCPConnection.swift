import Dispatch
import Synchronization
import VaultCore
import VaultPlatform
import VaultStore

/// Speaks with one client over its standard output and input: a message a line.
package struct MCPConnection {
  /// In bytes.
  package static let longestMessage = 4 << 20
  package static let deepestMessage = 64
  /// How long the last answers may take to be read, in seconds.
  private static let patience = 10.0

  private let server: MCPServer
  private let client = MCPClient()

  package init(_ server: MCPServer) { self.server = server }

  /// Answers until the client goes or a signal ends it; a change that is being made is finished. Returns why it ended; nil where
  /// the client just went.
  package func run(input: CInt = STDIN_FILENO, output: CInt = STDOUT_FILENO) throws -> String? {
    let queue = MessageQueue()
    let problem = Mutex<String?>(nil)
    @Sendable func fail(_ reason: String) {
      problem.withLock { $0 = $0 ?? reason }
      queue.end(dropping: true)
    }
    let answers = MessageOutput(output, .lines, failed: fail)
    guard let signals = SignalPipe([SIGTERM, SIGINT, SIGHUP]) else {
      throw ShortageError("the assistant's server cannot start", .system(errno))
    }
    defer { withExtendedLifetime(signals) {} }
    let descriptor = signals.descriptor
    let isStarted =
      answers.start()
      && OwnThread.start {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, -1) < 0, errno == EINTR {}
        queue.end(dropping: true)
      }
      && MessageInput.start(input, .lines, limit: Self.longestMessage, deepest: Self.deepestMessage) {
        Self.hear($0, queue, problem)
      }
    guard isStarted else { throw ShortageError("the assistant's server cannot start", .threads) }
    while let entry = queue.next() {
      switch entry {
      case .answer(let body): answers.send(body)
      case .request(let id, let method, let params):
        let isDone = DispatchSemaphore(value: 0)
        let question = server.answer(id, method, params, from: client) { body in
          if let body { answers.send(body) }
          isDone.signal()
        }
        queue.ask(question)
        isDone.wait()
        queue.finish()
      }
    }
    answers.finish(patience: Self.patience)
    return problem.withLock { $0 }
  }

  private static func hear(_ event: MessageInput.Event, _ queue: MessageQueue, _ problem: borrowing Mutex<String?>) {
    switch event {
    case .message(.request(let id, let method, let params), let bytes):
      queue.put(.request(id, method: method, params: params), bytes: bytes)
    case .message(.notification("notifications/cancelled", let params), _):
      if let id = params?["requestId"].flatMap({ RPCID($0) }) { queue.cancel(id) }
    case .message(.notification, _), .message(.response, _): break
    case .refused(let refusal):
      if refusal.isAnswered { queue.put(.answer(refusal.body), bytes: refusal.body.count) }
    case .end(nil): queue.end(dropping: false)
    case .end(let reason?):
      // What it has asked for before is answered still.
      problem.withLock { $0 = $0 ?? reason }
      queue.end(dropping: false)
    }
  }
}
