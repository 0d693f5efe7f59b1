import VaultCore
import VaultPlatform
import VaultStore
import VaultTerminal

/// `EditorSession` at the command line: what came of it is told, and what may have gone by mistake is asked about.
enum EditSession {
  /// `line`: where the editor is to begin, if it can be told, from 1.
  static func run(_ name: String, line: Int? = nil, _ context: CommandContext) throws -> ExitStatus {
    let note = try context.read { try $0.noteToEdit(name) }
    let editor = try Editor(environment: context.environment.variables, setting: context.vault().configuration.editor)
    let session = EditorSession(note, editor) { body in
      let changed = try body(context.editor())
      if case .edited(let edited) = changed, edited.outcome.end == .done { context.hasChanged = true }
      return changed
    }
    let result = try session.run(inVaultAt: context.vault().location.root, line: line)
    if let putBack = result.putBack, try !isWanted(putBack, result, session, context) { return .success }
    if let failure = result.failure { throw failure }
    if !result.isChanged {
      context.note("\(result.path): nothing was changed.")
      if editor.endsAtOnce {
        context.note(
          "What the editor saves from now on is in the note, but not in `vault history`, and `updated` stays; have the "
            + "editor wait (--wait, for most).")
      }
    } else if !context.options.quiet {
      try ChangeReport.write([ChangeRecord(.updated, result.path)], context)
    }
    return .success
  }

  /// Asks whether a note is to be what the editor left after all, and makes it so. Throws where nobody can be asked.
  private static func isWanted(
    _ putBack: Int, _ result: EditorSession.Result, _ session: EditorSession, _ context: CommandContext
  ) throws -> Bool {
    let (path, what) = (result.path, result.lossInWords)
    guard Confirmation.isPossible else {
      throw CommandFailure(
        kind: .changedMeanwhile,
        message: "\(path): came back from the editor \(what), so it is as it was before; "
          + "\(command: .redo) makes it what the editor left")
    }
    let question = "\(path) came back from the editor \(what), and is as it was before. Keep what the editor left?"
    guard try Confirmation.ask(question, showing: [], context) else {
      context.note("\(path) stays as it was before; `vault redo` makes it what the editor left.")
      return false
    }
    try session.keep(putBack)
    return true
  }
}
