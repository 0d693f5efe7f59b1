import Synchronization
import VaultCore
import VaultPlatform
import VaultStore

extension EditorServer {
  /// Asks all vaults of the client, whatever documents are open. `then` is called once.
  func askAll(
    _ id: RPCID, _ parameters: RPCParameters, most: Int,
    _ body: @escaping @Sendable (LanguageRequest, VaultReader) throws -> [JSONValue],
    then: @escaping @Sendable (Result<JSONValue, any Error>) -> Void
  ) {
    openFolders()
    let roots = roots.values.sorted { $0.place.root < $1.place.root }
    guard !roots.isEmpty else { return then(.success(.list([]))) }
    let gathered = GatheredLists(of: roots.count, most: most, then: then)
    let asked = roots.enumerated().map { index, root in
      let request = LanguageRequest(
        parameters: parameters, document: nil, workspace: workspace(of: root), path: NotePath(""))
      var question = Question<[JSONValue]>(showsHandles: false) { try body(request, $0) }
      question.overlays = request.workspace.overlays
      return root.session.ask(question) { gathered.put($0.map(\.value), at: index) }
    }
    requests[id]?.cancel = { for question in asked { question.cancel() } }
  }

  /// Holds the vaults open that the client's folders are, or lie in. Else a document has to be opened first.
  func openFolders() {
    for folder in folders {
      guard let path = folder.path, status(of: path)?.isFolder == true, let given = folder.uri.path else { continue }
      if let file = FilePlace(given + "/note.md") { _ = root(of: file) }
    }
  }
}

/// Lists from several vaults, which come when they like, put together to one answer.
final class GatheredLists: Sendable {
  private let lists: Mutex<[Result<[JSONValue], any Error>?]>
  private let most: Int
  private let then: @Sendable (Result<JSONValue, any Error>) -> Void

  /// `then`: called once, with the last of so many lists.
  init(of count: Int, most: Int, then: @escaping @Sendable (Result<JSONValue, any Error>) -> Void) {
    lists = Mutex([Result<[JSONValue], any Error>?](repeating: nil, count: count))
    (self.most, self.then) = (most, then)
  }

  /// Each place gets its list once.
  func put(_ list: Result<[JSONValue], any Error>, at index: Int) {
    let all = lists.withLock { lists in
      lists[index] = list
      return lists.compactMap { $0 }.count == lists.count ? lists.compactMap { $0 } : nil
    }
    if let all { then(together(all)) }
  }

  /// The best of each first. A vault that cannot be asked takes nothing from the others.
  private func together(_ results: [Result<[JSONValue], any Error>]) -> Result<JSONValue, any Error> {
    let lists = results.compactMap { try? $0.get() }
    if lists.isEmpty, case .failure(let error)? = results.first { return .failure(error) }
    var all: [JSONValue] = []
    for place in 0..<(lists.map(\.count).max() ?? 0) where all.count < most {
      all += lists.compactMap { place < $0.count ? $0[place] : nil }
    }
    return .success(.list(Array(all.prefix(most))))
  }
}
