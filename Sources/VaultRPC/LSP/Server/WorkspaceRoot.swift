import VaultCore
import VaultStore

/// A vault that documents of the client lie in, held open.
final class WorkspaceRoot {
  let place: RootPlace
  let session: VaultSession
  /// What happens to it; nil where that cannot be told.
  let events: SessionEvents?
  /// How its notes are read.
  private(set) var parsing = ParsingOptions()
  private(set) var configuration: Configuration?
  let progress: IndexProgress
  /// Where notes are now that have moved while this server watched, by where they were.
  private(set) var moves: [NotePath: NotePath] = [:]
  private let location: VaultLocation
  private let environment: @Sendable () -> VaultEnvironment

  init(_ location: VaultLocation, _ place: RootPlace, _ options: EditorServer.Options) throws {
    (self.location, self.place, environment) = (location, place, options.environment)
    var session = VaultSession.Options(version: options.version)
    session.interactiveThreads = 2
    session.environment = options.environment
    progress = IndexProgress(place.root)
    self.session = try VaultSession(location, options: session)
    // Who makes the index tells how far it is.
    events = try self.session.events(attends: !Vault(location: location, environment: environment()).hasIndex)
    try configure()
  }

  /// The open documents, as they were at some state of theirs.
  var texts: (state: Int, texts: OpenTexts)?
  /// Changes that the client has made in part, by their numbers in the history.
  private(set) var shared: [Int: SharedChange] = [:]

  /// Counts the states of the vault.
  private(set) var generation = 0
  /// What was found in all notes.
  let problems = WorkspaceProblems()

  /// What is known of the vault may be about another state of it.
  func hasChanged() { generation += 1 }

  /// Remembers a change that the client has made in part, as long as there are not too many.
  func share(_ change: SharedChange, number: Int) {
    if shared.count >= Self.mostShared { shared = [:] }
    shared[number] = change
  }

  private static let mostShared = 100

  /// How many moves are remembered; of more, the earlier ones are forgotten.
  private static let mostMoves = 10_000

  /// Remembers which notes have moved.
  func follow(_ changes: NoteChanges) {
    hasChanged()
    guard case .some(let paths) = changes else { return }
    if moves.count + paths.moved.count > Self.mostMoves { moves = [:] }
    for move in paths.moved {
      for (old, place) in moves where place == move.from { moves[old] = move.to }
      moves[move.from] = move.to
      moves[move.to] = nil
    }
  }

  /// Reads the configuration anew.
  func configure() throws {
    let vault = try Vault(location: location, environment: environment())
    (parsing, configuration) = (vault.parsingOptions, vault.configuration)
  }
}

/// A folder that the client works in.
struct WorkspaceFolder: Sendable, Hashable {
  let uri: DocumentURI
  /// Without symbolic links; nil for what is no folder of this machine.
  let path: String?

  init(_ uri: DocumentURI) {
    self.uri = uri
    path = uri.path.flatMap { FilePlace($0 + "/.")?.folder }
  }
}

/// An open document, and where it belongs.
struct DocumentEntry {
  var open: OpenDocument
  /// Nil for what is no file of this machine.
  let place: FilePlace?
  /// Nil where it belongs to no vault.
  var root: WorkspaceRoot?
  /// The path in its vault; the name alone without one.
  var path: NotePath
  /// The version at which this server gave its note another path: as long as nobody types into it, it is no note of a vault.
  var departed: Int?
  /// The number of the latest look for problems whose outcome is known.
  var look = 0

  /// The path in a vault, also in one that holds the vault that it belongs to; nil outside of it.
  func path(in root: WorkspaceRoot) -> NotePath? { self.root === root ? path : place?.path(below: root.place.root) }
}

/// The open documents in a vault's folder.
struct OpenTexts {
  var documents: [NotePath: DocumentText] = [:]
  /// Those whose text may be another than the client's.
  var doubtful: Set<NotePath> = []
  /// Those whose notes have another path by now.
  var departed: Set<NotePath> = []
  var overlays: [Overlay] = []
}
