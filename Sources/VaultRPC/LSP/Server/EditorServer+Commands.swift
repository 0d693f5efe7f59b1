import VaultCore
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
      ownRenames.formUnion(done.renames + (done.change?.renames ?? []))
      guard let own = done.change?.own else { return apply(id, number, root, done, undoing: nil) }
      guard own.needsConsent else { return write(id, number, root, done, own) }
      askForConsent(own.files) { [unowned self] isAgreed in
        if isAgreed { return write(id, number, root, done, own) }
        end(id, number, .failure(RPCError(.requestCancelled, "nothing is changed, as asked")))
      }
    }
  }

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
    guard requests[id]?.number == number, let session = roots[root]?.session else { return }
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
            for note in moved {
              server.tell("\(note.old.text) is \(note.new.text) now; open it by that name.", isWarning: false)
            }
            server.apply(id, number, root, done, undoing: outcome.value.sequence)
          }
        })
    }
  }

  /// Lets the client make its part, and answers then. From here on a cancellation comes too late.
  private func apply(_ id: RPCID, _ number: Int, _ root: String, _ done: CommandResult, undoing sequence: Int?) {
    if let uri = done.shown, client.showsDocuments {
      ask("window/showDocument", .members(("uri", .text(uri.text)), ("takeFocus", .bool(true)))) { _ in }
    }
    guard let edit = done.change?.edit else { return end(id, number, .success(done.value)) }
    guard client.appliesEdits else {
      takeBack(root, sequence)
      return end(
        id, number, .failure(RPCError(.requestFailed, "this editor does not let a server change its texts")))
    }
    ask("workspace/applyEdit", .members(("label", .text(done.label)), ("edit", edit))) { [unowned self] applied in
      if case .success(let applied) = applied, applied["applied"]?.isTrue == true {
        return end(id, number, .success(done.value))
      }
      takeBack(root, sequence)
      end(id, number, .failure(RPCError(.requestFailed, "the editor did not make the change, so nothing is changed")))
    }
  }

  private func takeBack(_ root: String, _ sequence: Int?) {
    guard let sequence, let session = roots[root]?.session else { return }
    session.ask(Question<Bool>.change { try $0.undo(number: sequence).outcome.end == .done }) { [inbox] result in
      guard case .failure(let error) = result else { return }
      inbox.put(.perform { $0.tell("What was written cannot be taken back: \(Message(error)).", isWarning: true) })
    }
  }

  private func end(_ id: RPCID, _ number: Int, _ result: Result<JSONValue, RPCError>) {
    guard requests[id]?.number == number else { return }
    _ = settle(id)
    answer(id, result)
  }
}
