import VaultCore
import VaultPlatform

/// What is made beforehand, in the background, so that the questions to come are answered sooner.
extension SessionCore {
  /// Begins to make all of it.
  func prepare() {
    guard options.prepares else { return }
    mendNames(after: .many)
    makeWords()
  }

  /// Makes the list of the words, and of the names. Both are kept in the index, so that this takes long only once.
  func makeWords() {
    _ = ask(
      Question<Bool>(priority: .background, key: "\0words", showsHandles: false) { reader in
        // The list is of what is saved, whatever texts of editors are laid over that.
        let snapshot = try reader.snapshot
        guard let index = (snapshot as? OverlaidSnapshot)?.index ?? snapshot as? IndexSnapshot else { return false }
        _ = try (index.wordList(), index.keptNames)
        return true
      }
    ) { if case .success = $0 { returnFreeMemory() } }
  }

  func mendNames(after changes: NoteChanges) {
    guard options.prepares, names.needsMending(after: changes) else { return }
    let asked = AskedQuestion(
      key: nil, lane: lanes.background,
      run: { [self] cancellation in
        names.mend { body in
          try answer(Question(priority: .background, showsHandles: false, body: body), cancellation).get().value
        }
        if changes == .many { returnFreeMemory() }
        return {}
      }, drop: { _ in })
    lanes.add(asked)
  }
}
