import VaultCore
import VaultPlatform
import VaultStore

// What becomes of a command that has planned a change: the server writes what is its part, the client makes the rest, and
// what was written is taken back where the client does not.
extension EditorServer {
  /// `number`: of another request of the same id, the outcome does not count.
  func finish(_ id: RPCID, _ number: Int, _ root: String, command result: Result<CommandResult, any Error>) {
    guard requests[id]?.number == number else { return }
    switch result {
    case .failure(let error): end(id, number, .failure(Self.error(error)))
    case .success(let done):
      ownRenames = (ownRenames + [done.rename, done.change?.rename].compactMap { $0 }).suffix(Self.mostRenames)
      guard let own = done.change?.own else { return apply(id, number, root, done, undoing: nil) }
      guard own.needsConsent else { return write(id, number, root, done, own) }
      requests[id]?.cancel = { [unowned self] in end(id, number, .failure(.cancelled)) }
      askForConsent(own.files) { [unowned self] isAgreed in
        guard requests[id]?.number == number else { return }
        if isAgreed { return write(id, number, root, done, own) }
        end(id, number, .failure(RPCError(.requestCancelled, "nothing is changed, as asked")))
      }
    }
  }

  /// More renames than these no client has before it.
  private static let mostRenames = 20

  private static let agreement = "Write them"

  private func askForConsent(_ files: Int, then: @escaping (Bool) -> Void) {
    let question =
      "This changes \(files) files that are not open. Shall they be written now? Undo takes them back together."
    ask(
      "window/showMessageRequest",
      .members(
        ("type", .integer(3)), ("message", .text(question)),
        ("actions", .list([.members(("title", .text(Self.agreement))), .members(("title", .text("Cancel")))])))
    ) { result in
      guard case .success(let chosen) = result else { return then(false) }
      then(chosen["title"]?.text == Self.agreement)
    }
  }

  private func write(_ id: RPCID, _ number: Int, _ root: String, _ done: CommandResult, _ own: DividedChange.Own) {
    guard requests[id]?.number == number else { return }
    guard let session = roots[root]?.session else {
      return end(
        id, number, .failure(RPCError(.requestFailed, "the editor works in this vault no more, so nothing is changed")))
    }
    // From here on a cancellation comes too late.
    requests[id]?.cancel = {}
    if hasMovedOn(done) { return end(id, number, .failure(Self.movedOn)) }
    let moved = own.moved
    var question = Question<ChangeOutcome>.change { editor in
      for note in moved {
        let saved = try editor.read { try $0.bytes(ofNoteAt: note.old) } ?? []
        // Emacs has the line ends of its own in an open text.
        guard LineEnding.lf.applied(to: saved) == LineEnding.lf.applied(to: note.text) else {
          throw RPCError(.requestFailed, "\(note.old.text) is open and not saved; save it, and try again")
        }
      }
      return try editor.carryOut(own.planned, own.part, title: done.label)
    }
    // What moves is written like any other file, once it is known to be saved.
    let paths = Set(moved.map(\.old))
    question.overlays = workspace(of: roots[root]).overlays.filter { !paths.contains($0.path) }
    session.ask(question) { [inbox] result in
      inbox.put(
        .perform { server in
          switch result {
          case .failure(let error): server.end(id, number, .failure(Self.error(error)))
          case .success(let outcome):
            server.depart(moved, true)
            server.apply(id, number, root, done, undoing: outcome.value.sequence.map { ($0, moved) })
          }
        })
    }
  }

  /// Notes that are open have other paths now, or their old ones again.
  private func depart(_ moved: [DividedChange.Moved], _ hasDeparted: Bool) {
    for note in moved { documents[note.uri]?.departed = hasDeparted ? note.version : nil }
    textsState += 1
  }

  /// What was written for a command: its number in the history, and the open notes that got another path.
  private typealias Written = (sequence: Int, moved: [DividedChange.Moved])

  private static let movedOn = RPCError(.contentModified, "a document has changed meanwhile, so nothing is changed")

  /// True where the client has other texts by now than those that its part of a change is for.
  private func hasMovedOn(_ done: CommandResult) -> Bool {
    let versions = done.versions.merging(done.change?.versions ?? [:]) { own, _ in own }
    return versions.contains { uri, version in documents[uri].map { $0.open.version != version } ?? true }
  }

  /// Lets the client make its part, and answers then.
  private func apply(_ id: RPCID, _ number: Int, _ root: String, _ done: CommandResult, undoing written: Written?) {
    requests[id]?.cancel = {}
    if hasMovedOn(done) {
      return takeBack(id, number, root, written, "a document has changed meanwhile", .contentModified)
    }
    if let uri = done.shown, client.showsDocuments {
      ask("window/showDocument", .members(("uri", .text(uri.text)), ("takeFocus", .bool(true)))) { _ in }
    }
    guard let edit = done.change?.edit else { return succeed(id, number, root, done, written) }
    guard client.appliesEdits else {
      return takeBack(id, number, root, written, "this editor does not let a server change its texts")
    }
    ask("workspace/applyEdit", .members(("label", .text(done.label)), ("edit", edit))) { [unowned self] applied in
      if case .success(let applied) = applied, applied["applied"]?.isTrue == true {
        return succeed(id, number, root, done, written)
      }
      takeBack(id, number, root, written, "the editor did not make the change")
    }
  }

  private func succeed(_ id: RPCID, _ number: Int, _ root: String, _ done: CommandResult, _ written: Written?) {
    for note in written?.moved ?? [] {
      tell("\(note.old.text) is \(note.new.text) now; open it by that name.", isWarning: false)
    }
    if let written, let shared = done.change?.shared { roots[root]?.share(shared, number: written.sequence) }
    end(id, number, .success(done.value))
  }

  /// The command that a person types.
  private static let undo = "vault undo"

  /// Ends the request with the reason, once what was written is as it was.
  private func takeBack(
    _ id: RPCID, _ number: Int, _ root: String, _ written: Written?, _ reason: String,
    _ code: RPCError.Code = .requestFailed
  ) {
    let refusal = RPCError(code, "\(reason), so nothing is changed")
    guard let written else { return end(id, number, .failure(refusal)) }
    guard let session = roots[root]?.session else {
      let words =
        "\(reason), and the editor works in this vault no more; what was written is taken back by \(Self.undo)"
      return end(id, number, .failure(RPCError(.requestFailed, words)))
    }
    depart(written.moved, false)
    var question = Question<Bool>.change { try $0.undo(number: written.sequence).outcome.end == .done }
    let paths = Set(written.moved.map(\.old))
    question.overlays = workspace(of: roots[root]).overlays.filter { !paths.contains($0.path) }
    session.ask(question) { [inbox] result in
      let error =
        switch result {
        case .success: refusal
        case .failure(let error):
          RPCError(.requestFailed, "\(reason), and what was written cannot be taken back: \(Message(error).text)")
        }
      inbox.put(.perform { $0.end(id, number, .failure(error)) })
    }
  }

  private func end(_ id: RPCID, _ number: Int, _ result: Result<JSONValue, RPCError>) {
    guard requests[id]?.number == number else { return }
    _ = settle(id)
    answer(id, result)
  }
}
