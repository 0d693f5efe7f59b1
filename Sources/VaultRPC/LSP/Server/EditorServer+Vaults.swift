import Synchronization
import VaultCore
import VaultPlatform
import VaultStore

extension EditorServer {
  /// Asks all vaults of the client, whatever documents are open. `then` is called once.
  func askAll(
    _ id: RPCID, _ number: Int, _ method: LanguageMethod, _ parameters: RPCParameters, most: Int,
    _ body: @escaping @Sendable (LanguageRequest, VaultReader) throws -> [JSONValue],
    then: @escaping @Sendable (Result<JSONValue, any Error>) -> Void
  ) {
    openFolders()
    let roots = roots.values.sorted { $0.place.root < $1.place.root }
    let gathered = GatheredLists(named: roots.map(\.place.root), most: most) { [inbox] result, failures in
      if !failures.isEmpty { inbox.put(.perform { server in for failure in failures { server.write(failure) } }) }
      then(result.map(method.together))
    }
    guard !roots.isEmpty else { return then(.success(method.together([]))) }
    let priority: Question<[JSONValue]>.Priority = method.isInBackground ? .background : .interactive
    let token = most == .max ? parameters.json["partialResultToken"].flatMap { $0 == .null ? nil : $0 } : nil
    requests[id]?.comesInParts = token != nil
    let stream = token.map { token in
      { @Sendable [inbox] (list: [JSONValue]) in inbox.put(.perform { $0.stream(list, of: id, number, method, token) })
      }
    }
    let asked = roots.enumerated().map { index, root in
      let request = LanguageRequest(
        parameters: parameters, document: nil, workspace: workspace(of: root), path: NotePath(""))
      var question = Question<[JSONValue]>(priority: priority, showsHandles: false) { try body(request, $0) }
      question.overlays = method.seesOpenTexts ? request.workspace.overlays : []
      return root.session.ask(question) { result in
        guard let stream, case .success(let answer) = result else {
          return gathered.put(result.map(\.value), at: index)
        }
        stream(answer.value)
        gathered.put(.success([]), at: index)
      }
    }
    requests[id]?.cancel = { for question in asked { question.cancel() } }
  }

  /// So many entries make one message.
  private static let partLength = 100

  /// Tells a part of an answer while the rest is still looked for, to a client that gave a token for it.
  private func stream(_ list: [JSONValue], of id: RPCID, _ number: Int, _ method: LanguageMethod, _ token: JSONValue) {
    guard requests[id]?.number == number else { return }
    for start in stride(from: 0, to: list.count, by: Self.partLength) {
      let part = method.together(Array(list[start..<min(start + Self.partLength, list.count)]))
      notify("$/progress", .members(("token", token), ("value", part)))
    }
  }

  /// Holds the vaults open that the client's folders are, or lie in. Else a document has to be opened first.
  func openFolders() {
    for folder in folders { if let file = Self.place(in: folder) { _ = root(of: file) } }
  }

  /// A place for a note in a folder; nil where that is none.
  static func place(in folder: WorkspaceFolder) -> FilePlace? {
    guard let path = folder.path, status(of: path)?.isFolder == true, let given = folder.uri.path else { return nil }
    return FilePlace(given + "/note.md")
  }
}

/// Lists from several vaults, which come when they like, put together to one answer.
final class GatheredLists: Sendable {
  private let lists: Mutex<[Result<[JSONValue], any Error>?]>
  private let most: Int
  private let names: [String]
  private let then: @Sendable (Result<[JSONValue], any Error>, [String]) -> Void

  /// `then`: called once, with the last of so many lists, and with why some of them are missing.
  init(
    named names: [String], most: Int, then: @escaping @Sendable (Result<[JSONValue], any Error>, [String]) -> Void
  ) {
    lists = Mutex([Result<[JSONValue], any Error>?](repeating: nil, count: names.count))
    (self.names, self.most, self.then) = (names, most, then)
  }

  /// Each place gets its list once.
  func put(_ list: Result<[JSONValue], any Error>, at index: Int) {
    let all = lists.withLock { lists in
      lists[index] = list
      return lists.compactMap { $0 }.count == lists.count ? lists.compactMap { $0 } : nil
    }
    guard let all else { return }
    let failures = zip(names, all).compactMap { name, result -> String? in
      guard case .failure(let error) = result, !(error is CancelledError) else { return nil }
      return "\(name) cannot be asked: \(Message(error).text)"
    }
    then(together(all), failures)
  }

  /// The best of each first. A vault that cannot be asked takes nothing from the others.
  private func together(_ results: [Result<[JSONValue], any Error>]) -> Result<[JSONValue], any Error> {
    let lists = results.compactMap { try? $0.get() }
    if lists.isEmpty, let first = results.first { return first }
    var all: [JSONValue] = []
    for place in 0..<(lists.map(\.count).max() ?? 0) where all.count < most {
      all += lists.compactMap { place < $0.count ? $0[place] : nil }
    }
    return .success(Array(all.prefix(most)))
  }
}
