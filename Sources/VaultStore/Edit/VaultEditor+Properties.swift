import VaultCore

/// A name that is no key of front matter.
package struct PropertyKeyError: Failure {
  package let key: String

  package var kind: FailureKind { .badArgument }
  package var message: Message { "\"\(key)\" is no name for a property; give one line of text, like status" }
}

extension VaultEditor {
  /// Sets a property in the style in which the note has it.
  package func set(
    _ key: String, to value: PropertyValue, in names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try Self.check(key)
    return try changeFrontMatter("set \(key) in \(Self.list(names))", names, options) { _, _ in [.set(key: key, value)]
    }
  }

  package func unset(
    _ key: String, in names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try Self.check(key)
    return try changeFrontMatter("unset \(key) in \(Self.list(names))", names, options) { _, _ in [.unset(key: key)] }
  }

  /// Sets a checkbox that may go by several names: under the one that the note has, else under the first. False takes the
  /// key away.
  package func setCheckbox(
    _ keys: [String], to isOn: Bool, in names: [String], title: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try changeFrontMatter("\(title) \(Self.list(names))", names, options) { note, _ in
      let key = note.frontMatter.key(keys) ?? keys[0]
      if note.frontMatter[key]?.value.checkbox ?? false == isOn { return [] }
      return isOn ? [.set(key: key, .checkbox(true))] : [.unset(key: key)]
    }
  }

  private static func check(_ key: String) throws {
    let isName = !key.isEmpty && !key.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    guard isName, key.utf8.first != 0x20, key.utf8.last != 0x20 else { throw PropertyKeyError(key: key) }
  }

  /// Changes the front matter of notes. Those in which nothing changes are left out of the outcome.
  func changeFrontMatter(
    _ title: String, _ names: [String], _ options: ChangeOptions,
    _ changes: (Note, ChangePlan) throws -> [FrontMatterChange]
  ) throws -> ChangeOutcome {
    try change(title, options) { plan in
      try plan.changeEach(plan.reader.notes(named: names), options) { path in
        let changes = try changes(plan.note(path), plan)
        if try changeFrontMatter(path, changes, plan) { plan.record(ChangeRecord(.updated, path)) }
      }
    }
  }

  /// An empty block that is left goes where vault had made it.
  func changeFrontMatter(_ path: NotePath, _ changes: [FrontMatterChange], _ plan: ChangePlan) throws -> Bool {
    let before = try plan.text(path)
    guard try plan.changeFrontMatter(path, changes) else { return false }
    let after = try plan.text(path)
    guard Self.isEmptyBlock(after), !Self.isEmptyBlock(before), try madeFrontMatter(of: path, plan) else {
      return true
    }
    try plan.replace(path, with: before)
    return try plan.changeFrontMatter(path, changes, removingEmptyBlock: true)
  }

  private static func isEmptyBlock(_ bytes: [UInt8]) -> Bool {
    let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    return frontMatter.format == .yaml && frontMatter.properties.isEmpty && frontMatter.diagnostics.isEmpty
  }

  /// Returns true when the history has the note without front matter before it had one.
  private func madeFrontMatter(of path: NotePath, _ plan: ChangePlan) throws -> Bool {
    guard let journal = try vault.journal() else { return false }
    let heads = try journal.heads { plan.notice("\($0)") }
    for head in heads where !head.isForeign && head.steps.contains(where: { $0.path == path }) {
      for case .write(path, let before, let after) in try journal.entryIfThere(head.sequence)?.steps ?? []
      where Self.hasBlock(after) && !Self.hasBlock(before) {
        return true
      }
    }
    return false
  }

  private static func hasBlock(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).format != .none }
  }
}
