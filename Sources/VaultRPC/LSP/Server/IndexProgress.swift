import VaultCore

/// What a client shows of an index that is being made: nothing before the client has agreed, and the last state alone where
/// it is slow.
final class IndexProgress {
  private enum State { case none, asked, shown }

  private let token: JSONValue
  private let name: String
  private var state = State.none

  init(_ root: String) {
    token = .text("index \(root)")
    name = NotePath(root).name
  }

  /// So many notes of so many are read.
  func report(_ done: Int, of total: Int, through server: EditorServer) {
    guard server.client.showsProgress, total > 0 else { return }
    if done >= total { return end(through: server) }
    switch state {
    case .none: ask(server)
    case .asked: break
    case .shown:
      tell(
        server, "report", .whenIdle, ("message", .text("\(done) of \(total) notes")),
        ("percentage", .integer(done * 100 / total)))
    }
  }

  func end(through server: EditorServer) {
    if state == .shown { tell(server, "end", .inOrder) }
    state = .none
  }

  private func ask(_ server: EditorServer) {
    state = .asked
    server.ask("window/workDoneProgress/create", .members(("token", token))) { [self, unowned server] answer in
      // It may be over meanwhile.
      guard state == .asked, case .success = answer else { return }
      state = .shown
      tell(server, "begin", .inOrder, ("title", .text("Reading the notes of \(name)")), ("percentage", .integer(0)))
    }
  }

  private func tell(
    _ server: EditorServer, _ kind: String, _ place: MessageOutput.Place, _ members: (String, JSONValue)...
  ) {
    let value = JSONValue.object(
      [JSONValue.Member("kind", .text(kind))] + members.map { JSONValue.Member($0.0, $0.1) })
    server.notify("$/progress", .members(("token", token), ("value", value)), place)
  }
}
