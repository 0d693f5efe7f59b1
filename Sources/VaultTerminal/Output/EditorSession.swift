import VaultCore
import VaultPlatform
import VaultStore

/// A note in the person's editor, which gets the file itself, and what is seen to afterwards.
package struct EditorSession {
  /// What an editor has left.
  package struct Result: Sendable {
    /// Where the note is by now.
    package let path: NotePath
    package let isChanged: Bool
    /// The number of the operation that made the note what it was, since text seems to have gone by mistake: a person is to
    /// be asked whether it was meant.
    package let putBack: Int?
    /// What seems to have gone.
    package let loss: EditedNote.Loss?
    /// What others made of it meanwhile, and what the editor saved, where that is without something of theirs.
    package let conflict: PlannedChange.Text?
    /// Why not all went well; what was saved stays.
    package let failure: EditorFailure?

    /// `blank`, `without its front matter`
    package var lossInWords: String { loss == .text ? "blank" : "without its front matter" }
  }

  private let note: NoteToEdit
  private let editor: Editor
  /// Makes a change of the vault.
  private let change: (@escaping @Sendable (VaultEditor) throws -> Changed) throws -> Changed

  package enum Changed: Sendable {
    case edited(EditedNote)
    case takenBack(ChangeOutcome)
  }

  package init(
    _ note: NoteToEdit, _ editor: Editor,
    change: @escaping (@escaping @Sendable (VaultEditor) throws -> Changed) throws -> Changed
  ) {
    (self.note, self.editor, self.change) = (note, editor, change)
  }

  /// Waits until the person has left the editor. `line`: where that is to begin, if it can be told, from 1. Throws
  /// `EditorFailure` where the note is gone, or what was saved is not in the history.
  package func run(inVaultAt root: String, line: Int?) throws -> Result {
    // The terminal may close meanwhile, or somebody end this process: what was saved is seen to first, and no change stops
    // half-way.
    let end = DeferredEnd()
    let status = try editor.run(root + "/" + note.file.text, line: line)
    let edited = try finish()
    var putBack: Int?
    if edited.loss != nil, let sequence = edited.outcome.sequence {
      putBack = try takeBack(sequence, titled: "undo: edit \(note.path)").sequence
    }
    end.end()
    let isChanged = edited.outcome.end == .done
    return Result(
      path: edited.path, isChanged: isChanged, putBack: putBack, loss: edited.loss, conflict: edited.conflict,
      failure: failure(status, edited, isChanged: isChanged))
  }

  /// Makes the note what the editor left after all.
  package func keep(_ putBack: Int) throws { _ = try takeBack(putBack, titled: "redo: edit \(note.path)") }

  private func takeBack(_ sequence: Int, titled title: String) throws -> ChangeOutcome {
    guard case .takenBack(let outcome) = try change({ .takenBack(try $0.takeBack(sequence, titled: title)) }) else {
      preconditionFailure("a change answers what it was asked")
    }
    return outcome
  }

  private func finish() throws -> EditedNote {
    let edited: EditedNote
    do {
      guard case .edited(let note) = try change({ [note] in .edited(try $0.finishEditing(note)) }) else {
        preconditionFailure("a change answers what it was asked")
      }
      edited = note
    } catch {
      throw EditorFailure(
        kind: (error as? any Failure)?.kind ?? .refused,
        message: "\(error)\nWhat the editor saved is where it saved it, but not in the history")
    }
    switch edited.loss {
    case .file:
      throw EditorFailure(
        kind: .changedMeanwhile,
        message: "\(note.path): is gone: the editor, or another program, moved, deleted or replaced it; "
          + "\(command: .undo) puts it back as it was, once nothing is in its place")
    case .place:
      throw EditorFailure(
        kind: .changedMeanwhile,
        message: "\(note.path): was moved or deleted meanwhile, with what the editor had saved until then; "
          + "\(command: .history) shows by what")
    case .successor:
      throw EditorFailure(
        kind: .changedMeanwhile,
        message:
          "\(note.path): was moved meanwhile, and another file is in its place; what the editor saved since then, "
          + "if anything, is in that one, and not in the history; \(command: .history) shows what was moved")
    case .text, .frontMatter, nil: return edited
    }
  }

  private func failure(_ status: Int32, _ edited: EditedNote, isChanged: Bool) -> EditorFailure? {
    guard status == 0 else {
      let how: Message =
        status == 127
        ? "the editor (\(editor.command)) cannot be started; set EDITOR, or say \(setting: "editor")"
        : "the editor ended with status \(status)"
      let rest: Message =
        isChanged
        ? "; what it saved is in the note, and \(command: .undo) takes it back"
        : status == 127 ? "" : "; the note is as it was"
      return EditorFailure(kind: .refused, message: "\(note.path): " + how + rest)
    }
    return edited.problem.map {
      EditorFailure(
        kind: $0.kind, message: "\($0). What the editor saved is in the note; \(command: .undo) takes it back")
    }
  }
}

/// What went wrong with an editor, or with what it left.
package struct EditorFailure: Failure, Sendable {
  package let kind: FailureKind
  package let message: Message
}
