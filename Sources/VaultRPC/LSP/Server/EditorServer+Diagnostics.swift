import VaultCore
import VaultStore

extension EditorServer {
  /// After the last key.
  private static let pause = Duration.milliseconds(150)

  /// Clients that ask for problems themselves are not told.
  func lookForProblemsSoon(in uri: DocumentURI, isTyped: Bool) {
    if isTyped {
      // What others link to may have another name now, and what is being typed is finished then.
      for other in documents.keys where other != uri { timers.set(.diagnostics(other), in: TypedPlace.patience) }
      if client.pullsDiagnostics { timers.set(.refresh, in: TypedPlace.patience) }
    }
    guard !client.pullsDiagnostics else { return }
    timers.set(.diagnostics(uri), in: isTyped ? Self.pause : .zero)
  }

  func lookForProblems(in uri: DocumentURI) {
    guard !client.pullsDiagnostics, let entry = documents[uri], let text = text(of: uri) else { return }
    let request = LanguageRequest(
      parameters: RPCParameters(nil), document: text, workspace: workspace(of: entry.root), path: entry.path)
    let tell: @Sendable (Result<(all: [JSONValue], isUnfinished: Bool), any Error>) -> Void = { [inbox] result in
      inbox.put(.perform { $0.found(result, in: uri, version: text.version) })
    }
    guard let root = entry.root else {
      counter += 1
      return worker.add(counter) { tell(Result { try DiagnosticMethod.problems(request, nil) }) }
    }
    var question = Question<(all: [JSONValue], isUnfinished: Bool)>(
      key: "problems \(uri.text)", showsHandles: false
    ) { try DiagnosticMethod.problems(request, $0) }
    question.overlays = request.workspace.overlays
    root.session.ask(question) { tell($0.map(\.value)) }
  }

  private func found(
    _ result: Result<(all: [JSONValue], isUnfinished: Bool), any Error>, in uri: DocumentURI, version: Int
  ) {
    guard let entry = documents[uri] else { return }
    // What was typed meanwhile is looked at by its own timer.
    guard entry.open.version == version else { return }
    switch result {
    case .success(let problems):
      publish(problems.all, uri, version: version)
      if problems.isUnfinished { timers.set(.diagnostics(uri), in: TypedPlace.patience) }
    case .failure(let error):
      if error is CancelledError { return }
      tell("Problems of \(ShownName.path(entry.path.text)) cannot be looked for: \(Message(error)).", isWarning: true)
    }
  }

  func publish(_ problems: [JSONValue], _ uri: DocumentURI, version: Int?) {
    notify(
      "textDocument/publishDiagnostics",
      .members(
        ("uri", .text(uri.text)), ("version", client.takesVersions ? version.map { .integer($0) } : nil),
        ("diagnostics", .list(problems))),
      .replacing("problems \(uri.text)"))
  }
}
