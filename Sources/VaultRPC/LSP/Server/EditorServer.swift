import Foundation
import VaultCore
import VaultPlatform
import VaultStore

/// The editor server (LSP 3.17): one client, its documents and the vaults that they lie in.
///
/// A thread reads, a thread writes, and the one that calls `run` does the rest: it keeps the documents and the table of
/// requests, hands questions to sessions and to the worker, and waits for none of them. So everything here is for that
/// thread alone, and what others find out comes to it through the inbox.
package final class EditorServer {
  package struct Options: Sendable {
    package var version: String
    /// Asked anew for each question.
    package var environment: @Sendable () -> VaultEnvironment
    /// The path of the file that the server writes its log to.
    package var log: String?
    package var input: CInt = STDIN_FILENO
    package var output: CInt = STDOUT_FILENO

    package init(version: String, environment: @escaping @Sendable () -> VaultEnvironment) {
      (self.version, self.environment) = (version, environment)
    }
  }

  /// How it ended.
  package enum End: Sendable, Equatable {
    /// As the client asked: `exit` behind `shutdown`, or the end of the input.
    case asked
    /// `exit` without `shutdown`, or the client's process is gone.
    case left
    case problem(String)
  }

  /// What other threads tell.
  enum Event: Sendable {
    case input(MessageInput.Event)
    case outputFailed(String)
    case perform(@Sendable (EditorServer) -> Void)
  }

  enum Phase { case new, running, shutDown }

  let options: Options
  let inbox: Inbox<Event>
  let log: ServerLog
  let output: MessageOutput
  let worker = TextWorker()
  var end: End?

  var phase = Phase.new
  var client = ClientCapabilities()
  /// What the client's own settings say, and what it said with the initialization, which they go before.
  var settings = EditorSettings.Given()
  var firstSettings = EditorSettings.Given()
  /// The client's process; nil where it does not say.
  var parent: pid_t?
  /// How much `$/logTrace` tells.
  var trace = "off"

  var documents: [DocumentURI: DocumentEntry] = [:]
  /// Counts the states of their texts, and of where they belong.
  var textsState = 0
  /// Keyed by the folder's path without symbolic links.
  var roots: [String: WorkspaceRoot] = [:]
  var folders: [WorkspaceFolder] = []
  /// Sessions that are being ended.
  let ending = DispatchGroup()

  /// The problems that the client was told last, keyed by document.
  var toldProblems: [DocumentURI: ToldProblems] = [:]
  /// The client's, until they are answered.
  var requests: [RPCID: OpenRequest] = [:]
  /// The last ones that the client was told to make.
  var ownRenames: [OwnRename] = []
  /// This server's, until they are answered.
  var asked: [RPCID: (Result<JSONValue, RPCError>) -> Void] = [:]
  /// The kinds of answers that the client was told to ask for anew, until it has answered; true where it is to do so again.
  var refreshes: [String: Bool] = [:]
  var counter = 0
  var timers = ServerTimers()
  /// True where the client was asked to tell of changed files.
  var isTold = false
  /// The client's requests that show how far they are, by the token.
  var shownWork: [JSONValue: RPCID] = [:]
  /// What people were told, each once.
  var told: Set<String> = []

  package init(_ options: Options) throws {
    self.options = options
    log = try ServerLog(options.log)
    do { inbox = try Inbox() } catch { throw ShortageError("the editor server cannot start", .system(error.code)) }
    output = MessageOutput(options.output, .headers) { [inbox] in inbox.put(.outputFailed($0)) }
  }

  /// Serves until the client goes.
  package func run() throws -> End {
    let isStarted =
      output.start() && MessageInput.start(options.input, .headers) { [inbox] in inbox.put(.input($0)) }
    guard isStarted else { throw ShortageError("the editor server cannot start", .threads) }
    write("version \(options.version) begins")
    while end == nil {
      wait()
      for event in inbox.take() where end == nil { hear(event) }
      for root in roots.values where end == nil { hear(root) }
      let due = timers.due()
      lookForProblems(in: due.compactMap { if case .diagnostics(let uri) = $0 { uri } else { nil } })
      for timer in due where end == nil { ring(timer) }
    }
    write("ends: \(end.map { "\($0)" } ?? "")")
    close()
    return end ?? .asked
  }

  /// Waits for whatever comes first.
  private func wait() {
    var descriptors = ([inbox.descriptor] + roots.values.compactMap { $0.events?.descriptor }).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if poll(&descriptors, nfds_t(descriptors.count), timers.wait) < 0, errno != EINTR {
      end = .problem("nothing can be waited for: \(systemMessage(errno))")
    }
  }

  private func hear(_ event: Event) {
    switch event {
    case .input(.message(let message, _)): receive(message)
    case .input(.refused(let refusal)):
      write("a message was refused: \(refusal.error.message)")
      if refusal.isAnswered { output.send(refusal.body) }
    case .input(.end(nil)): end = phase == .running ? .left : .asked
    case .input(.end(let problem?)): end = .problem(problem)
    case .outputFailed(let problem): end = .problem(problem)
    case .perform(let body): body(self)
    }
  }

  private func ring(_ timer: ServerTimers.Name) {
    switch timer {
    // All at once, before.
    case .diagnostics: break
    case .problems: refreshProblems()
    case .refresh: refresh()
    case .texts: tellTexts()
    case .places: assignDocuments()
    case .roots: endRoots()
    case .rest:
      counter += 1
      worker.add(counter) { returnFreeMemory() }
    case .parent: lookForParent()
    }
  }

  private func close() {
    for request in requests.values { request.cancel() }
    worker.end()
    for root in roots.values { root.session.end() }
    ending.wait()
    if case .problem(let problem) = end { tell("The editor server ends: \(problem).", isWarning: true) }
    output.finish(patience: 1)
  }

  /// How often the client's process is looked at, should it be gone without closing the input.
  private static let parentPause = Duration.seconds(10)

  func lookForParent() {
    guard let parent else { return }
    if kill(parent, 0) != 0, errno == ESRCH {
      end = .left
    } else {
      timers.set(.parent, in: Self.parentPause)
    }
  }

  // MARK: What is told

  var now: Date { options.environment().now }

  /// Milliseconds since 1970.
  var nowInMilliseconds: Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// Into the log, and to a client that traces.
  func write(_ text: String) {
    log.write(text, at: Date())
    if trace != "off" { notify("$/logTrace", .members(("message", .text(text)))) }
  }

  /// Tells the person at the editor; each message once.
  func tell(_ text: String, isWarning: Bool) {
    write(text)
    guard phase == .running, told.insert(text).inserted else { return }
    notify(
      "window/showMessage",
      .members(("type", .integer(isWarning ? 2 : 3)), ("message", .text(text))))
  }

  func notify(_ method: String, _ parameters: JSONValue, _ place: MessageOutput.Place = .inOrder) {
    output.send(RPCMessage.notification(method: method, params: parameters).body, place)
  }

  /// Asks the client; `then` is called with its answer, should it give one.
  func ask(
    _ method: String, _ parameters: JSONValue?, then: @escaping (Result<JSONValue, RPCError>) -> Void
  ) {
    counter += 1
    let id = RPCID.number(String(counter))
    asked[id] = then
    output.send(RPCMessage.request(id, method: method, params: parameters).body)
  }
}
