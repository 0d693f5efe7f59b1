import VaultCore
import VaultStore

/// What the answer to a request is made of: all of it as it was when the request came.
struct LanguageRequest: Sendable {
  let parameters: RPCParameters
  /// Nil for requests that are about no document.
  let document: DocumentText?
  let workspace: OpenWorkspace
  /// The document's path in its vault; its name alone where it belongs to none.
  let path: NotePath

  /// Throws where the request is about no open document.
  var text: DocumentText {
    get throws(RPCError) {
      guard let document else { throw RPCError(.invalidParams, "the parameter textDocument is missing") }
      return document
    }
  }

  /// What the document says.
  var note: Note { get throws(RPCError) { try text.note(at: path, workspace.parsing) } }

  /// The place in the document that the request names, in its bytes.
  var offset: Int {
    get throws(RPCError) { try text.offset(of: Position(parameters.object("position"))) }
  }

  var client: ClientCapabilities { workspace.client }

  /// The names of all notes, with those that open documents have by now.
  func names(_ reader: VaultReader) throws -> NameTable {
    guard var table = workspace.names else { return try NameTable(reader) }
    let stale = try workspace.documents.filter { path, text in
      if workspace.departed.contains(path) { return false }
      // What is ignored is no note of the vault, open or not.
      guard let known = table.note(at: path) else { return try reader.isNote(at: path) }
      let note = text.note(at: path, workspace.parsing)
      return known.title != note.title || known.aliases != note.aliases
    }.keys
    // The reader has the documents' texts.
    if !stale.isEmpty { try table.mend(.some(NoteChanges.Paths(changed: stale.sorted())), reader) }
    return table
  }
}

/// The documents that a client has open in one vault, and how the client calls what is in it.
struct OpenWorkspace: Sendable {
  let client: ClientCapabilities
  /// Nil for a document that belongs to no vault.
  let place: RootPlace?
  /// One that belongs to no vault has itself alone.
  var documents: [NotePath: DocumentText]
  /// As questions take them, without those whose notes have another path by now.
  var overlays: [Overlay] = []
  /// Those whose text may be another than the client's.
  var doubtful: Set<NotePath> = []
  /// Those whose notes have another path by now.
  var departed: Set<NotePath> = []
  let parsing: ParsingOptions
  let settings: EditorSettings
  /// The names of all notes; nil until they are known.
  var names: NameTable?
  /// Where notes are now that were elsewhere, by where they were.
  var moves: [NotePath: NotePath] = [:]
  /// Files that the client renames because this server has said so.
  var ownRenames: [OwnRename] = []
  /// Changes that the client has made in part, by their numbers in the history.
  var shared: [Int: SharedChange] = [:]
  /// Counts the states of the vault.
  var generation = 0
  /// What was found in all notes.
  var problems = WorkspaceProblems()

  /// The address of a file of the vault: as the client wrote it, where that has it open.
  func uri(of path: NotePath) -> DocumentURI {
    documents[path]?.uri ?? place?.uri(of: path) ?? DocumentURI(folder: "/", path)
  }

  /// Places in a note, whose bytes are as the reader sees them.
  func coder(of path: NotePath, _ bytes: [UInt8]) -> PositionCoder {
    documents[path].flatMap { $0.bytes == bytes ? $0.coder : nil }
      ?? PositionCoder(bytes, client.encoding, hidesMark: true)
  }
}

/// What a command of the client's has done.
struct CommandResult: Sendable {
  /// What the client gets as the answer.
  var value = JSONValue.null
  /// The open documents that the client is to change by its answer, and which text of theirs.
  var versions: [DocumentURI: Int] = [:]
  /// What is to be changed; nil where nothing is left to be done.
  var change: DividedChange?
  /// The files that the client is to rename by its answer.
  var rename: OwnRename?
  /// What the change is called.
  var label = ""
  /// A document that the person should see.
  var shown: DocumentURI?
}

/// A request of the protocol that is about notes, and what answers it.
struct LanguageMethod: Sendable {
  enum Work: Sendable {
    /// The text of the document is all that it takes.
    case text(@Sendable (LanguageRequest) throws -> JSONValue)
    /// Nil instead of a look at the vault for a document that belongs to none.
    case vault(@Sendable (LanguageRequest, VaultReader?) throws -> JSONValue)
    /// All vaults are asked, and their lists put together, at most so many entries. It is about no document.
    case vaults(most: Int, @Sendable (LanguageRequest, VaultReader) throws -> [JSONValue])
    /// Only plans what the client is to change.
    case plan(@Sendable (LanguageRequest, VaultEditor?) throws -> JSONValue)
    /// Does something, or plans it for the client to do.
    case command(@Sendable (LanguageRequest, VaultEditor?) throws -> CommandResult)
  }

  /// When an answer is no longer of use.
  enum Lapse: Sendable {
    case never
    /// Once the same is asked again of the document.
    case whenAskedAgain
    /// Once the document is another.
    case whenChanged
  }

  let name: String
  var lapses = Lapse.never
  let work: Work
  var isCommand: Bool { if case .command = work { true } else { false } }
  /// True where nobody waits for the answer.
  var isInBackground = false
  /// False where the files count, whatever is typed.
  var seesOpenTexts = true
  /// What is made of the list of all vaults' entries.
  var together: @Sendable ([JSONValue]) -> JSONValue = { .list($0) }
  /// True where the text alone gives an answer that does as long as there is no index, unless it is an empty one.
  var doesAlone = false
  /// Answers by the paths of all notes, as long as there is no index; nil for what has to wait for it.
  var beforeIndex: (@Sendable (LanguageRequest, [NotePath]) throws -> JSONValue?)?
}
