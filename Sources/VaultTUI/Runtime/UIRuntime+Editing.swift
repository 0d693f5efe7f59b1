import Dispatch
import Synchronization
import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore
import VaultTerminal

extension UIRuntime {
  /// Opens a note in the person's editor, which has the terminal meanwhile, and tells what came of it.
  func edit(_ path: NotePath, line: Int?) {
    let name = VaultURL(file: path)?.description ?? path.text
    let prepared = wait(
      Question<EditPreparation>(showsHandles: false) { reader in
        EditPreparation(note: try reader.noteToEdit(name), setting: reader.vault.configuration.editor)
      })
    switch prepared {
    case .failure(let error): report(UIFailure(error).text, isProblem: true)
    case .success(let prepared):
      let notices = Mutex<[VaultNotice]>([])
      let editor = Editor(environment: options.environment().variables, setting: prepared.setting)
      let editing = EditorSession(prepared.note, editor) { [self] body in
        let question = Question<EditorSession.Changed>.change { [changedFiles] editor in
          var listener = VaultListener()
          listener.changed = { changedFiles.add($0) }
          listener.notice = { notice in notices.withLock { $0.append(notice) } }
          return try body(editor.vault.editor(telling: listener))
        }
        return try wait(question).get()
      }
      withoutScreen {
        do {
          let result = try editing.run(inVaultAt: location.root, line: line)
          tell(result, notices.withLock(\.self))
        } catch {
          report(UIFailure(error).text, isProblem: true)
        }
      }
    }
  }

  private func tell(_ result: EditorSession.Result, _ notices: [VaultNotice]) {
    if result.putBack != nil {
      return report(
        "\(result.path) came back from the editor \(result.lossInWords), and is as it was before; "
          + "\(command: .redo) makes it what the editor left.", isProblem: true)
    }
    if let conflict = result.conflict {
      let sentence: Message =
        "\(result.path) was changed meanwhile, and not all of that is in what the editor saved: - is what stood "
        + "there, + what the editor saved. \(command: .undo) takes that back."
      return report(
        [sentence, result.failure?.message].compactMap(\.self).joined(separator: "\n"), isProblem: true,
        conflict: DiffLine.lines(of: ChangeDiff([conflict])))
    }
    if let failure = result.failure { return report(failure.message, isProblem: true) }
    let sentence: Message =
      result.isChanged
      ? "Edited \(result.path); \(command: .undo) takes it back." : "\(result.path): nothing was changed."
    report(
      ([sentence] + notices.map(\.text)).joined(separator: " "), isProblem: notices.contains { $0.isWarning })
  }

  private func report(_ sentence: Message, isProblem: Bool, conflict: [DiffLine] = []) {
    inbox.put(.edited(EditReport(sentence: sentence, isProblem: isProblem, conflict: conflict)))
  }

  /// Waits for an answer: the screen is somebody else's, or about to be.
  private func wait<Value: Sendable>(_ question: Question<Value>) -> Result<Value, any Error> {
    let done = DispatchSemaphore(value: 0)
    let box = Mutex<Result<Value, any Error>?>(nil)
    session.ask(question) { result in
      box.withLock { $0 = result.map(\.value) }
      done.signal()
    }
    done.wait()
    return box.withLock { $0 } ?? .failure(CancelledError())
  }
}

/// What an editor needs.
private struct EditPreparation: Sendable {
  var note: NoteToEdit
  var setting: String?
}
