import Dispatch
import Synchronization
import VaultCore
import VaultInterface
import VaultStore

/// Everything that is served of one vault: who is let in, and which page, file or answer a request gets. It knows nothing of
/// the network.
final class WebApplication: Sendable {
  let session: VaultSession
  let options: ServeOptions
  let gate: AccessGate
  let environment: @Sendable () -> VaultEnvironment
  let streams: EventStreams
  let syncs: VaultSyncs
  let repeated = RepeatedRequests()
  let assistants: AssistantEndpoint

  /// It ends when the look does that was begun before anybody asked; nil once somebody has asked.
  private let firstLook = Mutex<AsyncStream<Void>?>(nil)

  /// Bytes of a path with its query.
  private static let longestTarget = 8 << 10
  private let patience: Patience
  /// How long a form waits for what goes on behind it.
  let formPatience: Duration

  init(
    session: VaultSession, options: ServeOptions, token: AccessToken,
    environment: @escaping @Sendable () -> VaultEnvironment,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }, patience: Duration = .seconds(10)
  ) {
    (self.session, self.options, self.environment) = (session, options, environment)
    self.patience = Patience(patience)
    formPatience = patience / 2
    gate = AccessGate(options, token: token, now: now)
    streams = EventStreams(session)
    assistants = AssistantEndpoint(options, environment)
    syncs = VaultSyncs(options, environment, streams)
  }

  func isListening(onPort port: Int?) { gate.isListening(onPort: port) }

  var address: String { gate.address }

  func newLoginKey() -> String { gate.newKey() }

  func endStreams() { streams.end() }

  func end() {
    syncs.stop()
    streams.end()
    assistants.end()
    session.end()
  }

  // MARK: Answers

  func respond(to request: WebRequest) async -> WebResponse {
    var response: WebResponse
    do {
      response = try await answer(request)
    } catch {
      var problem = WebProblem(error)
      // As the protocol of assistants has it.
      if problem.status == 421, request.path == AssistantEndpoint.path { problem.status = 403 }
      response = refusal(problem, of: request)
    }
    SecurityFields.add(to: &response)
    if request.method == .head, case .bytes(let bytes) = response.body {
      response["content-length"] = "\(bytes.count)"
      response.body = .bytes([])
    }
    return response
  }

  /// A file that pages are made with, for a request that names one and this server; nil for any other, which `respond` says
  /// what is wrong with.
  func asset(for request: WebRequest) -> WebResponse? {
    guard Assets.mayBe(request), (try? check(request)) != nil, var response = Assets.response(for: request) else {
      return nil
    }
    SecurityFields.add(to: &response)
    return response
  }

  private func answer(_ request: WebRequest) async throws -> WebResponse {
    try check(request)
    if let asset = Assets.response(for: request) { return asset }
    if request.path == AssistantEndpoint.path {
      try gate.checkOrigin(request, byCookie: false)
      try gate.checkToken(request)
      return try await assistants.answer(request)
    }
    let credential = try gate.credential(of: request)
    if request.path == SignInPage.path {
      try gate.checkOrigin(request, byCookie: true)
      return try await signIn(request)
    }
    guard let credential else { throw Self.notSignedIn }
    do {
      try gate.checkOrigin(request, byCookie: credential == .cookie)
      return try await answerToWhoIsLetIn(request)
    } catch {
      let problem = WebProblem(error)
      return refusal(problem, of: request, in: Self.isForProgram(request) ? nil : await look(for: problem))
    }
  }

  private func answerToWhoIsLetIn(_ request: WebRequest) async throws -> WebResponse {
    if request.method?.isReading == false, options.isReadOnly { throw WebProblem.readOnly }
    if request.path.hasPrefix(API.path) { return try await API(application: self).answer(request) }
    if request.path == NoteAppAPI.path || request.path.hasPrefix(NoteAppAPI.path + "/") {
      return try await NoteAppAPI(application: self).answer(request)
    }
    if request.path == EventStreams.path { return try await streams.response(to: request) }
    return try await PageRouter(application: self).answer(request)
  }

  private static let notSignedIn = WebProblem(
    401, "not-signed-in", "Sign in with the address that vault serve prints, or send the token that it names.")

  private func check(_ request: WebRequest) throws(WebProblem) {
    guard request.target.utf8.count <= Self.longestTarget else {
      throw WebProblem(414, "bad-argument", "The address is longer than \(Self.longestTarget) bytes.")
    }
    guard request.target.utf8.first == UInt8(ascii: "/"), request.target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
      !request.target.utf8.contains(UInt8(ascii: "#")),
      // A browser takes what follows two slashes for another server.
      !request.target.hasPrefix("//"), !request.target.hasPrefix("/\\")
    else { throw WebProblem(400, "bad-argument", "The request names no path of this server.") }
    try gate.checkHost(request)
    guard request.method != nil else {
      throw WebProblem(405, "bad-argument", "Nothing here answers that method.")
    }
  }

  private func signIn(_ request: WebRequest) async throws -> WebResponse {
    var key = FormFields(request.query)["key"] ?? ""
    if request.method == .post { key = try await FormFields(of: request)["key"] ?? "" }
    guard try !key.isEmpty && gate.signsIn(key: key) else {
      return refusal(
        WebProblem(401, "not-signed-in", key.isEmpty ? SignInPage.lead : SignInPage.wrongKey), of: request)
    }
    var response = WebResponse.seeOther("/")
    response.fields.append(("set-cookie", gate.setCookie))
    return response
  }

  /// The vault's look; the usual one where it is the vault that does not answer.
  private func look(for problem: WebProblem) async -> Shell.Look {
    let usual = Shell.Look(options)
    guard problem.status < 500 else { return usual }
    // What is wrong with the request is said in whatever look there is.
    return (try? await ask(Question { [options] in Shell.Look($0.vault, options) }).value) ?? usual
  }

  private static func isForProgram(_ request: WebRequest) -> Bool {
    request.path == EventStreams.path || request.path == AssistantEndpoint.path || request.path.hasPrefix(API.path)
      || request.path.hasPrefix(NoteAppAPI.path)
      || request.field("accept")?.contains("text/html") != true
  }

  /// A page for people, and JSON for programs. `look`: of the vault, for whoever is let in.
  private func refusal(_ problem: WebProblem, of request: WebRequest, in look: Shell.Look? = nil) -> WebResponse {
    let isForProgram = Self.isForProgram(request)
    var response =
      isForProgram
      ? WebResponse(problem.status, type: MediaType.problem, problem.json)
      : WebResponse(problem.status, type: MediaType.html, ErrorPage.page(problem, request, in: look).bytes)
    if let seconds = problem.retryAfter {
      response["retry-after"] = "\(seconds)"
      // Whoever opens a large vault for the first time sees it once its index is made.
      if problem.status == 503, !isForProgram, request.method?.isReading == true { response["refresh"] = "\(seconds)" }
    }
    if problem.status == 401 { response["www-authenticate"] = "Bearer" }
    if problem.status == 405 { response["allow"] = problem.allowed.map(\.rawValue).joined(separator: ", ") }
    return response
  }

  // MARK: Questions

  /// Looks at the vault while the browser is still on its way: the first list that is asked for within a second waits for the
  /// end of that and relies on it. What was written since then is told as what is written later is.
  func lookAhead() {
    let (look, end) = AsyncStream<Void>.makeStream()
    // What is wrong is told to whoever asks.
    session.ask(Question { try $0.list(Query(), limit: PageContext.pageLength).total }) { _ in end.finish() }
    // Making the index anew takes longer, and each question waits for that as long as it may.
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { end.finish() }
    firstLook.withLock { $0 = look }
  }

  /// The same as `ask`, for the list that the first page shows.
  func askAfterFirstLook<Value: Sendable>(_ question: Question<Value>) async throws -> Answer<Value> {
    var question = question
    if let look = takeFirstLook() {
      for await _ in look {}
      question.freshness = .recent
    }
    return try await ask(question)
  }

  /// Throws `WebProblem` (503) for an answer that takes too long.
  func ask<Value: Sendable>(_ question: Question<Value>) async throws -> Answer<Value> {
    try await patience.ask(question, of: session)
  }

  /// What was begun is finished, however long it takes.
  func change<Value: Sendable>(_ body: @escaping @Sendable (VaultEditor) throws -> Value) async throws -> Value {
    _ = takeFirstLook()
    return try await session.ask(.change(body: body)).value
  }

  private func takeFirstLook() -> AsyncStream<Void>? {
    firstLook.withLock { look in
      defer { look = nil }
      return look
    }
  }
}
