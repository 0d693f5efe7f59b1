import VaultCore

extension Engine {
  /// Reads what stands below its name in `engines.yaml`.
  init(reading entry: Property) throws(SettingProblem) {
    let isName = !entry.key.isEmpty && entry.key.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D || $0 == 0x5F }
    guard isName, entry.key != Self.rulesName else {
      throw SettingProblem(
        "\"\(ShownName.quoted(entry.key))\" is no name for an engine: letters, digits, - and _, and not rules")
    }
    guard case .map(let members) = entry.value else {
      throw SettingProblem("\"\(entry.key)\" needs a command or a url below it, indented")
    }
    var found = Members()
    for member in members {
      do throws(SettingProblem) { try found.read(member) } catch {
        throw SettingProblem(error.message, line: member.location.line)
      }
    }
    self.init(name: "\(entry.key)/\(found.version)", work: try found.work(of: entry.key))
  }

  private struct Members {
    private var command: [String]?
    private var server: HTTPEngine?
    private var (style, model, token): (HTTPEngine.Style?, String?, String?) = (nil, nil, nil)
    private(set) var version = "1"

    mutating func read(_ member: Property) throws(SettingProblem) {
      let text: String? = if case .number(_, let text) = member.value { text } else { member.value.text }
      switch member.key {
      case "command":
        guard case .list(let items) = member.value, items.first?.text?.isEmpty == false,
          items.allSatisfy({ $0.text?.utf8.contains(0) == false })
        else {
          throw SettingProblem("\"command\" needs a list: the program, then its arguments")
        }
        command = items.compactMap(\.text)
      case "url":
        let example = "http://127.0.0.1:11434/v1/chat/completions"
        server = HTTPEngine(address: try ServerAddress.checked(text ?? "", like: example, takesQuery: true))
      case "style":
        guard let style = text.flatMap(HTTPEngine.Style.init) else {
          throw SettingProblem("\"style\" is \(HTTPEngine.Style.allCases.map(\.rawValue).joined(separator: " or "))")
        }
        self.style = style
      case "model":
        guard let text, !text.isEmpty else { throw SettingProblem("\"model\" needs the name of a model") }
        model = text
      case "token": token = try ServerAddress.token(text ?? "")
      case "version":
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 0x2E || $0 == 0x2D })
        else { throw SettingProblem("\"version\" needs a word or a number") }
        version = text
      default:
        throw SettingProblem(
          "there is no \"\(ShownName.quoted(member.key))\"; there are command, url, style, model, token, version")
      }
    }

    func work(of name: String) throws(SettingProblem) -> Work {
      if let command {
        guard server == nil, style == nil, model == nil, token == nil else {
          throw SettingProblem("\"\(name)\" has a command, which goes with none of url, style, model, token")
        }
        return .command(command)
      }
      guard var server else { throw SettingProblem("\"\(name)\" has no command and no url") }
      guard (style == .chat) == (model != nil) else {
        throw SettingProblem("\"\(name)\" needs both of \"style: chat\" and \"model: NAME\", or none")
      }
      (server.style, server.model, server.token) = (style ?? .plain, model, token)
      return .http(server)
    }
  }
}
