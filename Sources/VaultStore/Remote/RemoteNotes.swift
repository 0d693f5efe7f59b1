import VaultCore

/// A server of notes, by what can be asked of it. Each call waits for the answer. All throw `RemoteError` where nothing more can
/// be asked, and what changes something throws `RemoteRefusal` where the server does not do it.
package protocol RemoteNotes {
  /// All notes, without their states.
  func list() throws -> RemoteListing
  /// Returns the note as it is now; nil where there is none. Throws `RemoteRefusal` where the server does not say.
  func note(_ id: String) throws -> RemoteNote?
  /// Makes a note. `key`: the same for the same note, should it be sent again. Returns nil where the answer does not say what was
  /// made.
  func make(_ note: JSONValue, key: String) throws -> RemoteNote?
  /// Gives a note another content. `tag`: only in that state; nil where the server tells none. Returns nil where the answer does
  /// not say what it is now.
  func replace(_ id: String, with note: JSONValue, ifIn tag: String?) throws -> RemoteNote?
  func delete(_ id: String, ifIn tag: String?) throws
}

/// One note that a server does not change.
package enum RemoteRefusal: Error, Hashable {
  /// It is in another state by now.
  case changed
  case gone
  /// In words.
  case refused(status: Int, String)
}

/// Why a vault is not in step with a server. No text is lost.
package enum RemoteError: Failure {
  /// The file of settings is not there.
  case noSettings(String)
  /// The names that there are.
  case unknown(String, known: [String], path: String)
  /// The file, the line, and what is wrong.
  case settings(String, line: Int, Message)
  /// The server whose `query` cannot be read, and why.
  case query(String, Message)
  /// Others may read the file with the token.
  case openSettings(String)
  /// `seconds`: when the server can be asked again, by what it says; nil where it does not answer at all.
  case unavailable(String, seconds: Int?)
  case denied(String)
  /// The connection cannot be trusted, and why.
  case insecure(String)
  /// What answers is no server of notes.
  case odd(String)
  case atWork(String)
  /// The notes here or there were others each time.
  case restless
  case hides
  /// The vault's own folder for it, and why.
  case noPlace(String, Message)

  package var kind: FailureKind {
    switch self {
    case .noSettings, .noPlace: .noPlace
    case .unknown: .ambiguous
    case .settings, .query, .odd: .damaged
    case .openSettings, .denied, .insecure, .hides: .refused
    case .unavailable, .atWork, .restless: .busy
    }
  }

  /// True for what a server has answered that does not say when it can be asked again.
  var isAnswer: Bool {
    if case .unavailable(_, 0) = self { true } else { false }
  }

  /// True for what will be the same the next time.
  package var isLasting: Bool {
    switch self {
    case .noSettings, .unknown, .settings, .query, .openSettings, .denied, .insecure, .hides: true
    case .unavailable, .odd, .atWork, .restless, .noPlace: false
    }
  }

  package var message: Message {
    switch self {
    case .noSettings(let path):
      """
      \(path): there is no such file; it names the servers: `NAME:`, and below it, indented, `address: https://…`, `token: …`, \
      and where wanted `query: …` (which notes go out) and `folder: …` (where new ones come in)
      """
    case .unknown(let name, let known, let path):
      "\(path) has no server \"\(name)\"; "
        + (known.isEmpty ? "it names none" : "it has \(known.joined(separator: ", "))")
    case .settings(let path, let line, let problem): "\(path):\(line): " + problem
    case .query(let name, let reason): "the query of the server \(name) in remotes.yaml: " + reason
    case .openSettings(let path):
      "\(path): others may read it, and it has tokens; make it yours alone with `chmod 600`"
    case .unavailable(let reason, _): "offline: \(reason)"
    case .denied(let reason):
      "the server does not let you in: \(reason); look at the token in remotes.yaml"
    case .insecure(let reason):
      """
      the connection to the server cannot be trusted: \(reason); where the certificate is your own, name its file in the \
      environment's SSL_CERT_FILE
      """
    case .odd(let reason): "what the server answers \(reason); look at the address in remotes.yaml"
    case .atWork(let name): "\(name) is being synced already, by another process; try again when that is done"
    case .restless: "notes are changed by other programs again and again, so that the two are not in step; try again"
    case .hides: "only what everybody may see is shown here, and a sync is about everything; ask on the machine itself"
    case .noPlace(let path, let reason): "\(path): " + reason
    }
  }
}
