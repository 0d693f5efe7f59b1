import VaultCore
import VaultStore

/// What the client was told last of a document.
struct ToldProblems: Equatable {
  let version: Int?
  let problems: [JSONValue]
}

extension EditorServer {
  /// What was found in a document; `isUnfinished` where more may be wrong with what is just being typed.
  typealias Problems = (all: [JSONValue], isUnfinished: Bool)

  /// After the last key.
  private static let pause = Duration.milliseconds(150)

  /// Clients that ask for problems themselves are not told.
  func lookForProblemsSoon(in uri: DocumentURI, isTyped: Bool) {
    if isTyped {
      // What others link to may have another name now, and what is being typed is finished then.
      for other in documents.keys where other != uri {
        timers.set(.diagnostics(other), atLatestIn: TypedPlace.patience)
      }
      if client.pullsDiagnostics { timers.set(.problems, in: TypedPlace.patience) }
    }
    guard !client.pullsDiagnostics else { return }
    timers.set(.diagnostics(uri), in: isTyped ? Self.pause : .zero)
  }

  func lookForProblems(in uri: DocumentURI) {
    guard !client.pullsDiagnostics, let entry = documents[uri], let text = text(of: uri) else { return }
    let request = LanguageRequest(
      parameters: RPCParameters(nil), document: text, workspace: workspace(of: entry.root, with: entry),
      path: entry.path)
    counter += 1
    let look = counter
    let tell: @Sendable (Result<Problems, any Error>) -> Void = { [inbox] result in
      inbox.put(.perform { $0.found(result, in: uri, version: text.version, look) })
    }
    guard let root = entry.root else {
      counter += 1
      return worker.add(counter) { tell(Result { try DiagnosticMethod.problems(request, nil) }) }
    }
    var question = Question<Problems>(key: "problems \(uri.text)", showsHandles: false) { reader in
      let found = try DiagnosticMethod.problems(request, reader)
      // The index is most often as the files are. Until that is known, what it says is told, and then what is so.
      tell(.success(found))
      return found
    }
    question.overlays = request.workspace.overlays
    root.session.ask(question) { tell($0.map(\.value)) }
  }

  private func found(
    _ result: Result<Problems, any Error>, in uri: DocumentURI, version: Int, _ look: Int
  ) {
    guard let entry = documents[uri] else { return }
    // What was typed meanwhile is looked at by its own timer, and what a later look has found is not taken back.
    guard entry.open.version == version, look >= entry.look else { return }
    documents[uri]?.look = look
    switch result {
    case .success(let problems):
      publish(problems.all, uri, version: version)
      if problems.isUnfinished { timers.set(.diagnostics(uri), in: TypedPlace.patience) }
    case .failure(let error):
      if error is CancelledError { return }
      tell("Problems of \(ShownName.path(entry.path.text)) cannot be looked for: \(Message(error)).", isWarning: true)
    }
  }

  /// Says nothing twice.
  func publish(_ problems: [JSONValue], _ uri: DocumentURI, version: Int?) {
    let told = ToldProblems(version: version, problems: problems)
    guard toldProblems[uri] != told else { return }
    toldProblems[uri] = version == nil ? nil : told
    notify(
      "textDocument/publishDiagnostics",
      .members(
        ("uri", .text(uri.text)), ("version", client.takesVersions ? version.map { .integer($0) } : nil),
        ("diagnostics", .list(problems))),
      .replacing("problems \(uri.text)"))
  }
}
