import VaultCore
import VaultInterface
import VaultStore

/// What the forms of a folder's page ask for.
struct FolderForm {
  let application: WebApplication

  func answer(_ path: NotePath, _ fields: FormFields, _ url: VaultURL) async throws -> WebResponse {
    guard !path.text.isEmpty else {
      throw WebProblem(422, "bad-argument", "The vault itself is neither moved nor deleted from here.")
    }
    let change =
      switch fields["action"] {
      case "move": try Self.move(path, to: fields["value"]?.trimmingBlanks ?? "", url)
      case "delete": Self.deletion(path, url)
      default: throw WebProblem(422, "bad-argument", "A folder is moved or deleted by such a form, and nothing else.")
      }
    return try await change.answer(application, plan: fields[PreviewedChange.planField])
  }

  private static func move(_ path: NotePath, to target: String, _ url: VaultURL) throws(WebProblem) -> PreviewedChange {
    guard !target.isEmpty else { throw WebProblem(422, "bad-argument", "Say where the folder is to be.") }
    let name = path.text + "/"
    var change = PreviewedChange(
      title: "move \(name) to \(target)", url: url, fields: [("action", "move"), ("value", target)], section: .folders
    ) { _ = try $0.move([name], to: target, $1) }
    change.next = { outcome in VaultURL(.folder(outcome.planned.records.first?.path ?? NotePath(""))) }
    return change
  }

  private static func deletion(_ path: NotePath, _ url: VaultURL) -> PreviewedChange {
    let name = path.text + "/"
    var change = PreviewedChange(
      title: "delete \(name)", url: url, fields: [("action", "delete")], section: .folders, isDangerous: true
    ) { _ = try $0.delete(named: [name], $1) }
    change.next = { _ in VaultURL(.folder(path.parent)) }
    return change
  }
}
