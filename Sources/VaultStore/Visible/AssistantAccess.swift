import VaultCore

/// What an assistant may see and change: what the settings say, narrowed by what whoever starts it says.
package struct AssistantAccess: Sendable, Hashable {
  package let visible: VisibleVault
  /// The folders in which it may write: nil for none, empty for all.
  package let writeFolders: [NotePath]?

  /// What was said when the assistant's server was started.
  package struct Request: Sendable {
    /// True where nothing may be written, whatever the settings say.
    package var isReadOnly = false
    /// True to let it write wherever the settings let it.
    package var writes = false
    package var writeIn: [String] = []
    package var readIn: [String] = []
    package var hide: String?

    package init() {}
  }

  /// Throws `VisibleVaultError` and `MoveError` for folders and queries that cannot be, and `AssistantAccessError` where folders to
  /// write in are none in which it may.
  package init(in vault: Vault, _ request: Request = Request()) throws {
    try Self.checkSettings(vault)
    let (own, given) = (vault.user.configuration, vault.configuration)
    var read = try Self.folders(own.assistantsRead, vault)
    for other in [given.assistantsRead, request.readIn] {
      let folders = try Self.folders(other, vault)
      if let narrowed = Self.narrowed(read, by: folders) {
        read = narrowed
      } else {
        throw AssistantAccessError(folders: other, isWriting: false)
      }
    }
    let allowed = try Self.folders(own.assistantsWrite, vault)
    let isAllowed = !own.assistantsWrite.isEmpty
    let wanted = try Self.folders(request.writeIn, vault)
    guard let write = Self.narrowed(allowed, by: wanted) else {
      throw AssistantAccessError(folders: request.writeIn, isWriting: true)
    }
    let writes = !request.isReadOnly && (isAllowed || request.writes || !request.writeIn.isEmpty)
    writeFolders = writes ? write : nil
    let hide = [own.assistantsHide, given.assistantsHide, request.hide].compactMap(\.self).filter { !$0.isEmpty }
    // One that cannot be read alone could make something else of the others.
    for query in hide { _ = try VisibleVault(in: vault, hide: query) }
    var seen: Set<String> = []
    let query = hide.filter { seen.insert($0).inserted }.map { "(\($0))" }.joined(separator: " OR ")
    visible = try VisibleVault(
      in: vault, readIn: read.map { $0.text.isEmpty ? "." : $0.text }, hide: query.isEmpty ? nil : query,
      writeIn: write.map(\.text), isReadOnly: !writes, leavesTemplates: true)
  }

  /// Throws where settings are not read as they are written: one of them may be what hides a note.
  private static func checkSettings(_ vault: Vault) throws(AssistantSettingsError) {
    if let notice = vault.user.notices.first { throw AssistantSettingsError(notice: notice.text) }
    let mistakes = vault.configurationDiagnostics.filter { $0.code.rawValue != "config-not-here" }
    if let mistake = mistakes.first {
      throw AssistantSettingsError(
        notice:
          "\(ConfigurationFile.relativePath):\(mistake.location.line):\(mistake.location.column): \(mistake.message)")
    }
  }

  /// None where the root is one of them.
  private static func folders(_ names: [String], _ vault: Vault) throws -> [NotePath] {
    // An empty name is mostly a variable that nobody has set.
    if names.contains(where: { $0.allSatisfy(\.isWhitespace) }) { throw VisibleVaultError.folder("") }
    let folders = try names.map { try vault.pathInVault($0) }
    return folders.contains { $0.text.isEmpty } ? [] : folders
  }

  /// What lies in one of each; empty for everything, nil for nothing.
  private static func narrowed(_ some: [NotePath], by others: [NotePath]) -> [NotePath]? {
    if some.isEmpty { return others }
    if others.isEmpty { return some }
    let both = some.flatMap { a in
      others.compactMap { b in a == b || a.isBelow(b) ? a : b.isBelow(a) ? b : nil }
    }
    return both.isEmpty ? nil : both
  }
}

/// Settings are not read as they are written, so that it cannot be told what assistants may see. Nothing was started, and nothing shows.
package struct AssistantSettingsError: Failure {
  let notice: Message

  package var kind: FailureKind { .damaged }
  package var message: Message {
    "assistants see nothing as long as a configuration is not read as it is written, since it may say what to hide; mend it: "
      + notice
  }
}

/// Folders were named in which an assistant may do nothing. Nothing was started.
package struct AssistantAccessError: Failure {
  let folders: [String]
  let isWriting: Bool

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    let names = folders.map { ShownName.path($0) }.joined(separator: ", ")
    return isWriting
      ? "\(names): the setting mcp.write lets assistants write elsewhere only; name one of its folders, or change it with \(setting: "mcp.write")"
      : "\(names): lies outside of what assistants may see by other settings; name a folder within, or change \(setting: "mcp.read")"
  }
}
