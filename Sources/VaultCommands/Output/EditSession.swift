import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

/// A note in the person's editor, which gets the file itself, and what is seen to afterwards.
enum EditSession {
  /// `line`: where the editor is to begin, if it can be told, from 1.
  static func run(_ name: String, line: Int? = nil, _ context: CommandContext) throws -> ExitStatus {
    let note = try context.read { try $0.noteToEdit(name) }
    let path = note.path
    let editor = try Editor(environment: context.environment.variables, setting: context.vault().configuration.editor)
    // The terminal may close meanwhile, or somebody end this process: what was saved is seen to first, and no change stops
    // half-way.
    let end = DeferredEnd()
    let status = try editor.run(context.vault().location.root + "/" + note.file.text, line: line)
    let edited = try finish(note, context)
    let putBack = try putBack(edited, path, context)
    end.end()

    if let putBack, try !isWanted(putBack, edited, path, context) { return .success }
    let isChanged = edited.outcome.end == .done
    guard status == 0 else {
      let how: Message =
        status == 127
        ? "the editor cannot be started; set EDITOR, or say \(setting: "editor")"
        : "the editor ended with status \(status)"
      let rest: Message =
        isChanged
        ? "; what it saved is in the note, and \(command: .undo) takes it back"
        : status == 127 ? "" : "; the note is as it was"
      throw CommandFailure(kind: .refused, message: "\(path): " + how + rest)
    }
    if let problem = edited.problem {
      throw CommandFailure(
        kind: problem.kind, message: "\(problem). What the editor saved is in the note; \(command: .undo) takes it back"
      )
    }
    if !isChanged {
      context.note("\(path): nothing was changed.")
      if editor.endsAtOnce {
        context.note(
          "What the editor saves from now on is in the note, but not in `vault history`, and `updated` stays; have the "
            + "editor wait (--wait, for most).")
      }
    } else if !context.options.quiet {
      try ChangeReport.write([ChangeRecord(.updated, path)], context)
    }
    return .success
  }

  private static func finish(_ note: NoteToEdit, _ context: CommandContext) throws -> EditedNote {
    let edited: EditedNote
    do { edited = try context.editor().finishEditing(note) } catch {
      throw CommandFailure(
        kind: (error as? any Failure)?.kind ?? .refused,
        message: "\(error)\nWhat the editor saved is where it saved it, but not in the history")
    }
    if edited.outcome.end == .done { context.hasChanged = true }
    switch edited.loss {
    case .file:
      throw CommandFailure(
        kind: .changedMeanwhile,
        message: "\(note.path): is gone: the editor, or another program, moved, deleted or replaced it; "
          + "\(command: .undo) puts it back as it was, once nothing is in its place")
    case .place:
      throw CommandFailure(
        kind: .changedMeanwhile,
        message: "\(note.path): was moved or deleted meanwhile, with what the editor had saved until then; "
          + "\(command: .history) shows by what")
    case .text, .frontMatter, nil: return edited
    }
  }

  // MARK: Text that is gone

  /// Makes a note what it was where text seems to have gone by mistake. The result is the number of that operation.
  private static func putBack(_ edited: EditedNote, _ path: NotePath, _ context: CommandContext) throws -> Int? {
    guard edited.loss != nil, let sequence = edited.outcome.sequence else { return nil }
    return try context.editor().takeBack(sequence, titled: "undo: edit \(path)").sequence
  }

  /// Asks whether a note is to be what the editor left after all, and makes it so. Throws where nobody can be asked.
  private static func isWanted(
    _ putBack: Int, _ edited: EditedNote, _ path: NotePath, _ context: CommandContext
  ) throws -> Bool {
    let what = edited.loss == .text ? "blank" : "without its front matter"
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
    _ = try context.editor().takeBack(putBack, titled: "redo: edit \(path)")
    return true
  }
}
