import VaultCore
import VaultPlatform
import VaultStore

/// A request of the client's that is not answered yet.
struct OpenRequest {
  /// Tells it from others that have had the same id.
  let number: Int
  let method: String
  let lapses: LanguageMethod.Lapse
  /// True for what may change files, and is answered whatever becomes of the document.
  var isCommand = false
  /// Nil for requests that are about no document.
  let document: DocumentURI?
  /// The name by which the client shows that it is at work; nil where it does not.
  var token: JSONValue?
  /// True where parts of the answer may be on their way.
  var comesInParts = false
  /// Keeps its vault from being let go; nil for requests that are about none.
  var root: String?
  /// Ends the work on it; its answer is not waited for.
  var cancel: () -> Void = {}
}

extension EditorServer {
  func receive(_ message: RPCMessage) {
    switch message {
    case .request(let id, let method, let parameters): request(id, method, RPCParameters(parameters))
    case .notification(let method, let parameters): notification(method, RPCParameters(parameters))
    case .response(let id, let result):
      guard let then = asked.removeValue(forKey: id) else { return write("an answer came to nothing that was asked") }
      then(result)
    }
  }

  // MARK: Requests

  private func request(_ id: RPCID, _ method: String, _ parameters: RPCParameters) {
    if requests[id] != nil {
      return answer(id, .failure(RPCError(.invalidRequest, "a request of this id is still open; give each its own")))
    }
    do throws(RPCError) {
      try check(method)
      switch method {
      case "initialize":
        answer(id, .success(try initialize(parameters)))
        greet(parameters)
      case "shutdown":
        phase = .shutDown
        for open in requests.keys { drop(open, .cancelled) }
        answer(id, .success(.null))
      default:
        guard let known = LanguageMethod.all[method] else {
          throw RPCError(.methodNotFound, "the method \(ShownName.quoted(method)) is not known")
        }
        try begin(id, known, parameters)
      }
    } catch {
      answer(id, .failure(error))
    }
  }

  /// Throws where it is not the time for a request.
  private func check(_ method: String) throws(RPCError) {
    switch phase {
    case .new where method != "initialize":
      throw RPCError(.notInitialized, "the server is not initialized yet; send initialize first")
    case .running where method == "initialize":
      throw RPCError(.invalidRequest, "the server is initialized already")
    case .shutDown: throw RPCError(.invalidRequest, "the server is shut down, and waits for exit alone")
    default: break
    }
  }

  private func begin(_ id: RPCID, _ method: LanguageMethod, _ parameters: RPCParameters) throws(RPCError) {
    let uri = try Self.document(of: parameters)
    let entry = uri.flatMap { documents[$0] }
    // A command may be about a note that is not open.
    if let uri, entry == nil, parameters.json["textDocument"] != nil || !method.isCommand {
      // What is no Markdown gets no answers, and no complaints either.
      if uri.path.map({ NotePath($0).isNote }) ?? true {
        throw RPCError(.invalidParams, "the document is not open; send textDocument/didOpen first")
      }
      return answer(id, .success(.null))
    }
    if method.lapses == .whenAskedAgain, let uri { lapse(uri, .cancelled) { $0.method == method.name } }
    counter += 1
    let number = counter
    let renamed = FileRename.all(in: parameters)?.first?.old
    let closed = entry == nil ? uri ?? renamed : nil
    let root = entry?.root ?? closed.flatMap { self.root(of: $0) } ?? (uri == nil ? firstRoot() : nil)
    let request = LanguageRequest(
      parameters: parameters, document: uri.flatMap { text(of: $0) }, workspace: workspace(of: root, with: entry),
      path: entry?.path ?? NotePath(""))
    requests[id] = OpenRequest(number: number, method: method.name, lapses: method.lapses, document: uri)
    requests[id]?.root = root?.place.root
    if method.isCommand {
      requests[id]?.isCommand = true
      showWork(id, parameters)
    }
    // What is long to write is written where it was found, and not on the thread that all messages pass.
    let tell: @Sendable (Result<JSONValue, any Error>) -> Void = { [inbox] result in
      let answer = result.mapError(Self.error)
      let body = RPCMessage.response(id, answer).body
      inbox.put(.perform { $0.finish(id, number, answer, body) })
    }
    switch (method.work, root) {
    case (.text(let body), _): work(id, number) { tell(Result { try body(request) }) }
    case (.vaults(let most, let body), _): askAll(id, number, method, parameters, most: most, body, then: tell)
    case (.vault(let body), nil): work(id, number) { tell(Result { try body(request, nil) }) }
    case (.plan(let body), nil): work(id, number) { tell(Result { try body(request, nil) }) }
    case (.command(let body), nil):
      worker.add(number) { [inbox] in
        let result = Result { try body(request, nil) }
        inbox.put(.perform { $0.finish(id, number, "", command: result) })
      }
    case (.vault(let body), let root?):
      var question = Question<JSONValue>(showsHandles: false) { try body(request, $0) }
      if let beforeIndex = method.beforeIndex {
        question.answerBeforeIndex = { vault, _ in
          try vault.notesBeforeIndex().flatMap { try beforeIndex(request, $0) }
        }
      }
      if method.doesAlone {
        question.answerBeforeIndex = { vault, _ in
          guard !vault.hasIndex else { return nil }
          let found = try body(request, nil)
          return found == .null || found == .list([]) ? nil : found
        }
      }
      question.overlays = request.workspace.overlays
      let asked = root.session.ask(question) { tell($0.map(\.value)) }
      requests[id]?.cancel = { asked.cancel() }
    case (.plan(let body), let root?):
      var question = Question<JSONValue>.change { try body(request, $0) }
      question.overlays = request.workspace.overlays
      let asked = root.session.ask(question) { tell($0.map(\.value)) }
      requests[id]?.cancel = { asked.cancel() }
    case (.command(let body), let root?):
      let path = root.place.root
      var question = Question<CommandResult>.change { try body(request, $0) }
      question.overlays = request.workspace.overlays
      let asked = root.session.ask(question) { [inbox] result in
        inbox.put(.perform { $0.finish(id, number, path, command: result.map(\.value)) })
      }
      requests[id]?.cancel = { asked.cancel() }
    }
  }

  private func work(_ id: RPCID, _ number: Int, _ body: @escaping @Sendable () -> Void) {
    worker.add(number, body)
    requests[id]?.cancel = { [worker] in worker.drop(number) }
  }

  private static func document(of parameters: RPCParameters) throws(RPCError) -> DocumentURI? {
    if parameters.json["textDocument"] != nil { return DocumentURI(try parameters.text("textDocument", "uri")) }
    // What was offered comes back with what was sent along; a command says it in its first argument, unless that is words.
    let command = parameters.json["command"]?.text.flatMap { CommandMethod.Command(rawValue: $0) }
    let argument = command?.takesWords == true ? nil : parameters.json["arguments"]?.list?.first
    let uri = parameters.json[path: ["data", "uri"]]?.text ?? argument?["uri"]?.text ?? argument?.text
    return uri.flatMap { $0.hasPrefix("file:") || $0.hasPrefix("untitled:") ? DocumentURI($0) : nil }
  }

  /// `number`: of another request of the same id, the answer does not count.
  private func finish(_ id: RPCID, _ number: Int, _ result: Result<JSONValue, RPCError>, _ body: [UInt8]) {
    guard requests[id]?.number == number else { return }
    _ = settle(id)
    note(result)
    output.send(body)
  }

  func answer(_ id: RPCID, _ result: Result<JSONValue, RPCError>, _ place: MessageOutput.Place = .inOrder) {
    note(result)
    output.send(RPCMessage.response(id, result).body, place)
  }

  private func note(_ result: Result<JSONValue, RPCError>) {
    if case .failure(let error) = result, error.code != RPCError.Code.requestCancelled.rawValue {
      write("a request was refused (\(error.code)): \(error.message)")
    }
  }

  /// What a client is told of an error.
  static func error(_ error: any Error) -> RPCError {
    switch error {
    case let error as RPCError: error
    case is CancelledError: .cancelled
    case let error as OutdatedLineError: RPCError(.contentModified, error.message.text)
    case let error as QueryError:
      RPCError(.invalidParams, [error.message, error.remedy].compactMap { $0 }.joined(separator: " "))
    case let failure as any Failure: RPCError(.requestFailed, failure.message.text)
    default: RPCError(.internalError, Message(error).text)
    }
  }

  // MARK: Work that takes long

  /// Shows that a rename or a command is at work, to a client that gave a token for it.
  private func showWork(_ id: RPCID, _ parameters: RPCParameters) {
    guard let token = parameters.json["workDoneToken"], token != .null else { return }
    requests[id]?.token = token
    shownWork[token] = id
    let value = JSONValue.members(
      ("kind", .text("begin")), ("title", .text("Changing notes")), ("cancellable", .bool(true)))
    notify("$/progress", .members(("token", token), ("value", value)))
  }

  /// So long after the last answer nobody is at work.
  private static let restPause = Duration.seconds(2)

  /// Takes a request off the table.
  func settle(_ id: RPCID) -> OpenRequest? {
    timers.set(.rest, in: Self.restPause)
    guard let request = requests.removeValue(forKey: id) else { return nil }
    // A vault may have waited for it.
    if request.root != nil { timers.set(.roots, in: Self.rootsPause) }
    if let token = request.token {
      shownWork[token] = nil
      notify("$/progress", .members(("token", token), ("value", .members(("kind", .text("end"))))))
    }
    return request
  }

  // MARK: Dropping

  /// Answers a request with an error, and ends the work on it. What changes files is answered by itself: it may be done
  /// already, or be what cannot be ended.
  func drop(_ id: RPCID, _ error: RPCError) {
    if let request = requests[id], request.isCommand { return request.cancel() }
    guard let request = settle(id) else { return }
    request.cancel()
    // Long answers may wait to be read. What was shown of the work, and parts of an answer, come before it.
    answer(id, .failure(error), request.token == nil && !request.comesInParts ? .first : .inOrder)
  }

  /// Drops the requests about a document that are meant.
  func lapse(_ uri: DocumentURI, _ error: RPCError, where isMeant: (OpenRequest) -> Bool) {
    for (id, request) in requests where request.document == uri && isMeant(request) { drop(id, error) }
  }

  // MARK: Notifications

  private func notification(_ method: String, _ parameters: RPCParameters) {
    if method == "exit" {
      end = phase == .shutDown ? .asked : .left
      return
    }
    guard phase == .running else { return }
    do throws(RPCError) {
      switch method {
      case "initialized": initialized()
      case "$/cancelRequest": if let id = parameters.json["id"].flatMap({ RPCID($0) }) { drop(id, .cancelled) }
      case "$/setTrace": trace = try parameters.text("value")
      case "textDocument/didOpen": try didOpen(parameters)
      case "textDocument/didChange": try didChange(parameters)
      case "textDocument/didSave": try didSave(parameters)
      case "textDocument/didClose": try didClose(parameters)
      case "workspace/didChangeWorkspaceFolders": try didChangeFolders(parameters)
      case "workspace/didChangeConfiguration": changeSettings(parameters)
      // Where the vault is watched, what happens to files is seen there.
      case "workspace/didChangeWatchedFiles", "workspace/didCreateFiles", "workspace/didDeleteFiles": lookAgain()
      case "window/workDoneProgress/cancel":
        if let id = parameters.json["token"].flatMap({ shownWork[$0] }) { drop(id, .cancelled) }
      case "workspace/didRenameFiles":
        let renames = FileRename.all(in: parameters) ?? []
        ownRenames.removeAll { !Set($0.renames).isDisjoint(with: renames) }
        lookAgain()
      default:
        // Those with a dollar are left to whoever knows them.
        if !method.hasPrefix("$/") { write("the notification \(ShownName.quoted(method)) is not known") }
      }
    } catch {
      write("\(method): \(error.message)")
    }
  }
}
