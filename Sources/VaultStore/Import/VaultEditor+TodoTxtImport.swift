import VaultCore

extension VaultEditor {
  /// Puts the tasks of a todo.txt file at the end of a note, which is made where it is not there yet. The problems are
  /// lines that could not become what they say. Throws `ImportError`.
  package func importTodoTxt(
    _ source: ImportSource, into note: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> (outcome: ChangeOutcome, count: Int, problems: [TransferProblem]) {
    let (name, bytes) = try read(source)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ImportError.notText(name) }
    if let nul = bytes.firstIndex(of: 0) {
      throw ImportError.nul(name, line: bytes[..<nul].count { $0 == 0x0A } + 1)
    }
    let tasks = TodoTxtTasks(text, format: vault.taskFormat, options: parsingOptions)
    let path = try noteOrNewPath(note)
    let outcome = try change("import \(NotePath(name).name) into \(path)", options) { plan in
      guard !tasks.items.isEmpty else { return }
      try append(tasks.items, to: path, plan)
    }
    let problems = tasks.problems.map { TransferProblem(place: "\(name):\($0.line)", message: $0.message) }
    return (outcome, tasks.items.count, problems)
  }

  private func read(_ source: ImportSource) throws -> (name: String, bytes: [UInt8]) {
    switch source {
    case .bytes(let bytes): ("standard input", bytes)
    case .path(let path): (path, try ImportReader.contents(of: path, from: environment.workingFolder))
    }
  }
}
