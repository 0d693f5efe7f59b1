import VaultCore
import VaultPlatform
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

  /// All documents of a vault whose time has come are looked at together. The one that is typed in comes by itself, before
  /// the others.
  func lookForProblems(in uris: [DocumentURI]) {
    guard !client.pullsDiagnostics else { return }
    let byRoot = Dictionary(grouping: uris.filter { documents[$0] != nil }) { documents[$0]?.root?.place.root }
    for (path, uris) in byRoot { lookForProblems(in: uris, path.flatMap { roots[$0] }) }
  }

  private typealias Look = (request: LanguageRequest, tell: @Sendable (Result<Problems, any Error>) -> Void)

  private func lookForProblems(in uris: [DocumentURI], _ root: WorkspaceRoot?) {
    let looks = uris.compactMap { look(at: $0) }
    guard let root else {
      counter += 1
      return worker.add(counter) {
        for look in looks { look.tell(Result { try DiagnosticMethod.problems(look.request, nil) }) }
      }
    }
    let key = "problems " + uris.map(\.text).sorted().joined(separator: " ")
    var question = Question<[Result<Problems, any Error>]>(key: key, showsHandles: false) { reader in
      looks.map { look in
        let found = Result { try DiagnosticMethod.problems(look.request, reader) }
        // The index is most often as the files are. Until that is known, what it says is told, and then what is so.
        if case .success = found { look.tell(found) }
        return found
      }
    }
    question.overlays = workspace(of: root).overlays
    root.session.ask(question) { result in
      switch result {
      case .success(let answer): for (look, found) in zip(looks, answer.value) { look.tell(found) }
      case .failure(let error): for look in looks { look.tell(.failure(error)) }
      }
    }
  }

  private func look(at uri: DocumentURI) -> Look? {
    guard let entry = documents[uri], let text = text(of: uri) else { return nil }
    let request = LanguageRequest(
      parameters: RPCParameters(nil), document: text, workspace: workspace(of: entry.root, with: entry),
      path: entry.path)
    counter += 1
    let look = counter
    return (
      request, { [inbox] result in inbox.put(.perform { $0.found(result, in: uri, version: text.version, look) }) }
    )
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
