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
      let editor = Editor(environment: options.environment().variables, setting: prepared.setting)
      let editing = EditorSession(prepared.note, editor) { [self] body in
        try wait(Question<EditorSession.Changed>.change { try body($0) }).get()
      }
      withoutScreen {
        do {
          let result = try editing.run(inVaultAt: location.root, line: line)
          tell(result, editing)
        } catch {
          report(UIFailure(error).text, isProblem: true)
        }
      }
    }
  }

  private func tell(_ result: EditorSession.Result, _ editing: EditorSession) {
    if result.putBack != nil {
      return report(
        "\(result.path) came back from the editor \(result.lossInWords), and is as it was before; U makes it what the "
          + "editor left.", isProblem: true)
    }
    if let conflict = result.conflict {
      return report(
        "\(result.path) was changed meanwhile, and not all of that is in what the editor saved: - is what stood "
          + "there, + what the editor saved. u takes that back.",
        isProblem: true, conflict: DiffLine.lines(of: ChangeDiff([conflict])))
    }
    if let failure = result.failure { return report(failure.message.text.capitalizedFirst, isProblem: true) }
    report(
      result.isChanged ? "Edited \(result.path); u takes it back." : "\(result.path): nothing was changed.",
      isProblem: false)
  }

  private func report(_ sentence: String, isProblem: Bool, conflict: [DiffLine] = []) {
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
