import VaultCore
import VaultPlatform

extension EditorServer {
  /// Answers before anything is opened.
  func initialize(_ parameters: RPCParameters) throws(RPCError) -> JSONValue {
    client = ClientCapabilities(parameters.json)
    parent = parameters.json["processId"]?.integer.flatMap { pid_t(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
    if let given = parameters.json["workspaceFolders"]?.list {
      addFolders(given)
    } else if let root = parameters.json["rootUri"]?.text {
      folders = [WorkspaceFolder(DocumentURI(root))]
    }
    phase = .running
    return .members(
      ("capabilities", ServerCapabilities.json(for: client)),
      ("serverInfo", .members(("name", .text("vault")), ("version", .text(options.version)))))
  }

  /// Nothing is told before the client knows who speaks.
  func greet(_ parameters: RPCParameters) {
    if let value = parameters.json["trace"]?.text { trace = value }
    if let given = parameters.json["initializationOptions"] { tell(firstSettings.read(given)) }
    write("speaks with \(ShownName.quoted(client.name)), counting in \(client.encoding.rawValue)")
  }

  func initialized() {
    lookForParent()
    askForSettings()
  }

  /// A client that is not to be asked says what they are now.
  func changeSettings(_ parameters: RPCParameters) {
    if client.givesSettings { return askForSettings() }
    guard let given = parameters.json[path: ["settings", "vault"]] else { return }
    tell(settings.read(given))
    refresh()
  }

  /// What a client's own settings say goes before a vault's.
  func askForSettings() {
    guard client.givesSettings else { return }
    ask("workspace/configuration", .members(("items", .list([.members(("section", .text("vault")))])))) {
      [unowned self] result in
      guard case .success(.list(let values)) = result, let given = values.first else { return }
      tell(settings.read(given))
      refresh()
    }
  }

  private func tell(_ problems: [String]) { for problem in problems { tell(problem, isWarning: true) } }
}
