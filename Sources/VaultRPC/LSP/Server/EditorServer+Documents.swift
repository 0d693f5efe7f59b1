import Dispatch
import VaultCore
import VaultPlatform
import VaultStore

extension EditorServer {
  /// Nobody is told of texts that are still being typed.
  private static let textsPause = Duration.milliseconds(150)

  // MARK: What a client does with its documents

  func didOpen(_ parameters: RPCParameters) throws(RPCError) {
    let uri = DocumentURI(try parameters.text("textDocument", "uri"))
    let text = try parameters.text("textDocument", "text")
    let version = try parameters.integer("textDocument", "version")
    let isMarkdown = try parameters.text("textDocument", "languageId").lowercased() == "markdown"
    // A path tells what a file is; what has none may be anything.
    guard uri.path.map({ NotePath($0).isNote }) ?? isMarkdown else { return }
    if documents[uri] != nil { write("a document was opened twice; its new text counts") }
    let place = uri.path.flatMap { FilePlace($0) }
    let root = place.flatMap { self.root(of: $0) }
    let path = Self.path(of: uri, place, in: root)
    documents[uri] = DocumentEntry(
      open: OpenDocument(
        uri, version: version, text: text, fileHasMark: place.map(Self.beginsWithMark) ?? false,
        encoding: client.encoding, now: nowInMilliseconds),
      place: place, root: root, path: path)
    if root == nil {
      // In words that are the same for all of them, so that they are said once.
      tell(
        "A note that lies in no vault is known by itself alone. Make a folder .vault in the folder of your notes, "
          + "or open that folder as a workspace.", isWarning: false)
    }
    changed(uri, isTyped: false)
  }

  func didChange(_ parameters: RPCParameters) throws(RPCError) {
    let uri = DocumentURI(try parameters.text("textDocument", "uri"))
    guard documents[uri] != nil else { throw isNote(uri) ? notOpen : ignored }
    let version: Int
    var changes: [OpenDocument.Change] = []
    do throws(RPCError) {
      version = try parameters.integer("textDocument", "version")
      for change in try parameters.list("contentChanges") { changes.append(try OpenDocument.Change(change)) }
    } catch {
      documents[uri]?.open.doubt()
      textsState += 1
      throw error
    }
    for problem in documents[uri]?.open.change(changes, version: version, now: nowInMilliseconds) ?? [] {
      write("a change did not fit: \(problem); the document is in doubt until its whole text comes")
    }
    lapse(uri, RPCError(.contentModified, "the document has changed")) { $0.lapses == .whenChanged }
    changed(uri, isTyped: true)
  }

  func didSave(_ parameters: RPCParameters) throws(RPCError) {
    let uri = DocumentURI(try parameters.text("textDocument", "uri"))
    documents[uri]?.departed = nil
    guard let text = parameters.json["text"]?.text, documents[uri] != nil else { return }
    textsState += 1
    if documents[uri]?.open.set(text, now: nowInMilliseconds) == true {
      write("a document was saved with another text than was told; the saved one counts")
      changed(uri, isTyped: false)
    }
  }

  func didClose(_ parameters: RPCParameters) throws(RPCError) {
    let uri = DocumentURI(try parameters.text("textDocument", "uri"))
    guard let closed = documents.removeValue(forKey: uri) else { throw isNote(uri) ? notOpen : ignored }
    textsState += 1
    timers.cancel(.diagnostics(uri))
    lapse(uri, .cancelled) { !$0.isCommand }
    if !client.pullsDiagnostics { publish([], uri, version: nil) }
    timers.set(.texts, in: Self.textsPause)
    if closed.root != nil { timers.set(.roots, in: Self.rootsPause) }
  }

  private func isNote(_ uri: DocumentURI) -> Bool { uri.path.map { NotePath($0).isNote } ?? true }

  private var notOpen: RPCError { RPCError(.invalidParams, "the document is not open") }
  private var ignored: RPCError { RPCError(.invalidParams, "the document is no Markdown, and nothing is known of it") }

  /// What follows a new text.
  private func changed(_ uri: DocumentURI, isTyped: Bool) {
    textsState += 1
    timers.set(.texts, in: Self.textsPause)
    lookForProblemsSoon(in: uri, isTyped: isTyped)
  }

  /// Sessions make names beforehand, of the texts that are open.
  func tellTexts() {
    for root in roots.values { root.session.setOverlays(workspace(of: root).overlays) }
  }

  private static func beginsWithMark(_ place: FilePlace) -> Bool {
    let file = openInside(place.folder.isEmpty ? "/" : place.folder, place.name)
    guard file >= 0 else { return false }
    defer { close(file) }
    var start = [UInt8](repeating: 0, count: PositionCoder.mark.count)
    let count = start.withUnsafeMutableBytes { readSome(file, $0) }
    return count == start.count && start == PositionCoder.mark
  }

  // MARK: What requests are answered with

  /// The text of a document as it is now.
  func text(of uri: DocumentURI) -> DocumentText? { documents[uri]?.open.text() }

  /// `entry`: the document at hand.
  func workspace(of root: WorkspaceRoot?, with entry: DocumentEntry? = nil) -> OpenWorkspace {
    var texts = OpenTexts()
    if let root {
      texts = self.texts(in: root)
    } else if let entry {
      texts.documents[entry.path] = text(of: entry.open.uri)
    }
    return OpenWorkspace(
      client: client, place: root?.place, documents: texts.documents, overlays: texts.overlays,
      doubtful: texts.doubtful, departed: texts.departed,
      parsing: root?.parsing ?? ParsingOptions(),
      settings: EditorSettings(root?.configuration, [settings, firstSettings]), names: root?.session.names,
      moves: root?.moves ?? [:], ownRenames: ownRenames, shared: root?.shared ?? [:],
      generation: root?.generation ?? 0, problems: root?.problems ?? WorkspaceProblems())
  }

  /// The open documents in the vault's folder: those of a vault within it, too, since its notes are read here as well. They
  /// are put together once for each state of theirs, however many questions are asked about it.
  private func texts(in root: WorkspaceRoot) -> OpenTexts {
    if let known = root.texts, known.state == textsState { return known.texts }
    var texts = OpenTexts()
    for (uri, entry) in documents {
      guard let path = entry.path(in: root), let text = text(of: uri) else { continue }
      texts.documents[path] = text
      if entry.open.isInDoubt { texts.doubtful.insert(path) }
      if entry.departed == entry.open.version { texts.departed.insert(path) }
    }
    texts.overlays = texts.documents.filter { !texts.departed.contains($0.key) }.map { $0.value.overlay(at: $0.key) }
    root.texts = (textsState, texts)
    return texts
  }

  // MARK: Where documents belong

  /// Returns the path in its vault; the name alone without one.
  private static func path(of uri: DocumentURI, _ place: FilePlace?, in root: WorkspaceRoot?) -> NotePath {
    root.flatMap { place?.path(below: $0.place.root) } ?? NotePath(uri.path.map { NotePath($0).name } ?? "")
  }

  func didChangeFolders(_ parameters: RPCParameters) throws(RPCError) {
    let removed = try parameters.list("event", "removed").compactMap { $0["uri"]?.text }.map { DocumentURI($0) }
    folders.removeAll { removed.contains($0.uri) }
    addFolders(try parameters.list("event", "added"))
    assignDocuments()
    endRoots()
  }

  /// Finds anew which vaults the documents belong to: a vault may have been made, or opened, around them.
  func assignDocuments() {
    for (uri, entry) in documents {
      let root = entry.place.flatMap { self.root(of: $0) }
      guard root !== entry.root else { continue }
      documents[uri]?.root = root
      documents[uri]?.path = Self.path(of: uri, entry.place, in: root)
      changed(uri, isTyped: false)
    }
  }

  /// So long a vault is held open of which nothing is: the next note of it may be opened at once.
  static let rootsPause = Duration.seconds(20)

  /// Lets the vaults go that no folder and no document needs. That waits for changes that are being written, so nobody here
  /// waits for it.
  func endRoots() {
    let places = folders.compactMap(Self.place(in:)).compactMap { location(of: $0)?.root }
    let asked = requests.values.compactMap(\.root)
    for (path, root) in roots
    where !places.contains(path) && !asked.contains(path) && !documents.values.contains(where: { $0.root === root }) {
      roots[path] = nil
      write("lets the vault \(path) go")
      let session = root.session
      ending.enter()
      let isStarted = OwnThread.start { [ending] in
        session.end()
        ending.leave()
      }
      if !isStarted {
        session.end()
        ending.leave()
      }
    }
  }

  func addFolders(_ added: [JSONValue]) {
    folders += added.compactMap { $0["uri"]?.text }.map { WorkspaceFolder(DocumentURI($0)) }
  }

  /// The vault that is meant where no document is named: that of the first folder that is one.
  func firstRoot() -> WorkspaceRoot? {
    openFolders()
    let first = folders.lazy.compactMap(\.path).compactMap { self.roots[$0] }.first
    return first ?? roots.values.min { $0.place.root < $1.place.root }
  }

  func root(of uri: DocumentURI) -> WorkspaceRoot? {
    uri.path.flatMap { FilePlace($0) }.flatMap { root(of: $0) }
  }

  /// The vault that a file belongs to, held open from now on; nil where it belongs to none.
  func root(of file: FilePlace) -> WorkspaceRoot? {
    guard let location = location(of: file) else { return nil }
    if let root = roots[location.root] { return root }
    guard let place = file.place(of: location.root) else { return nil }
    do {
      let root = try WorkspaceRoot(location, place, options)
      roots[location.root] = root
      write("holds the vault \(location.root) open")
      if documents.values.contains(where: { $0.root == nil }) { timers.set(.places, in: .zero) }
      return root
    } catch {
      tell("The vault \(ShownName.path(location.root)) cannot be opened: \(Message(error)).", isWarning: true)
      return nil
    }
  }

  private func location(of file: FilePlace) -> VaultLocation? {
    let environment = options.environment()
    let user: UserConfiguration
    do { user = try UserConfiguration.load(environment.folders) } catch {
      tell("\(Message(error))", isWarning: true)
      user = UserConfiguration()
    }
    if let found = VaultLocation.nearest(from: file.existingFolder, user) { return found }
    let home = environment.variables["HOME"].flatMap { FilePlace($0 + "/.")?.folder }
    let folder = folders.compactMap(\.path).filter { folder in
      file.path(below: folder) != nil && !Self.isAbove(folder, home)
    }.max { $0.utf8.count < $1.utf8.count }
    return folder.map { VaultLocation(root: $0, marker: .none) }
  }

  /// True for the home folder, for those above it, and for the root of all.
  private static func isAbove(_ folder: String, _ home: String?) -> Bool {
    guard folder != "/", let home else { return folder == "/" }
    return home == folder || NotePath(home).isBelow(NotePath(folder))
  }
}
