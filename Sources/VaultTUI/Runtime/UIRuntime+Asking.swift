import VaultCore
import VaultInterface
import VaultPlatform
import VaultStore

extension UIRuntime {
  /// Asks the session; the answer comes by the inbox.
  func ask(_ question: UIQuestion) {
    switch question.body {
    case .list(let list):
      // Nobody types the handles of tasks here, so that they need not be short.
      var asked = Question<ListAnswer>(key: "ui list", showsHandles: false) { reader in
        var answer = try list.answer(reader)
        answer.configured = ConfiguredInterface(reader.vault.configuration)
        return answer
      }
      if list.isTyping { asked.freshness = .recent }
      put(asked, question.number, .question(.list), query: list.text) { .list($0) }
    case .preview(let preview):
      var asked = Question<PreviewContent>(key: "ui preview", showsHandles: false) { try preview.answer($0) }
      if preview.isOfList { asked.freshness = .recent }
      put(asked, question.number, .question(.preview), query: preview.query) { .preview($0) }
    case .names(let typed):
      guard let names = session.names else {
        // They are made in the background once the vault is open.
        let asked = Question<[NamedNote]>(key: "ui names") { try NamedNote.matches(typed, NameTable($0)) }
        put(asked, question.number, .question(.names)) { .names($0) }
        return
      }
      let matches = NamedNote.matches(typed, names)
      inbox.put(
        .answer(UIAnswer(number: question.number, kind: .question(.names), value: .success(.names(matches)))))
    }
  }

  @discardableResult
  private func put<Value: Sendable>(
    _ question: Question<Value>, _ number: Int, _ kind: UIAnswer.Kind, query: String = "",
    _ value: @escaping @Sendable (Value) -> UIAnswer.Value
  ) -> AskedQuestion {
    session.ask(question) { [inbox] result in
      var answer: UIAnswer
      switch result {
      case .success(let found):
        answer = UIAnswer(number: number, kind: kind, value: .success(value(found.value)), isProven: found.isProven)
      case .failure(let error):
        answer = UIAnswer(number: number, kind: kind, value: .failure(UIFailure(error, query: query)))
      }
      inbox.put(.answer(answer))
    }
  }

  func plan(_ change: UIChange, _ number: Int) {
    let question = Question<PlannedText>.change(key: "ui plan") { try change.planned($0) }
    planned = put(question, number, .plan) { .planned($0) }
  }

  /// Carries it out, if what would be done is still what was shown.
  func make(_ change: UIChange, _ number: Int, plan: [UInt8]?) {
    let question = Question<ChangedText>.change { [changedFiles] editor in
      try change.made(editor, plan: plan) { changedFiles.add($0) }
    }
    put(question, number, .change) { .changed($0) }
  }
}

extension NamedNote {
  private static let most = 50

  static func matches(_ typed: String, _ names: NameTable) -> [NamedNote] {
    guard !typed.isEmpty else {
      return names.recent(most).compactMap { names.note(at: $0) }.map { NamedNote(path: $0.path, title: $0.title) }
    }
    return names.matches(typed, limit: most).map { match in
      var note = NamedNote(path: match.note.path, title: match.note.title)
      if case .alias(let alias) = match.name { note.alias = alias }
      return note
    }
  }
}

extension DiffLine {
  static func lines(of diff: ChangeDiff) -> [DiffLine] {
    diff.lines.map { DiffLine(kind: Kind($0.kind), text: String(decoding: $0.text, as: UTF8.self)) }
  }
}

extension DiffLine.Kind {
  init(_ kind: UnifiedDiff.Printed.Kind) {
    self =
      switch kind {
      case .file: .file
      case .remark: .remark
      case .hunk: .hunk
      case .context: .context
      case .removed: .removed
      case .added: .added
      }
  }
}
