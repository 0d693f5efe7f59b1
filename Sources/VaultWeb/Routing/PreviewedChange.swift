import VaultCore
import VaultInterface
import VaultStore

/// A change that a form asks for, which is shown before it is done: the form comes first without a plan, and again with the
/// hash of the plan that a person has seen. Only that plan is carried out.
struct PreviewedChange: Sendable {
  /// The words for it on the page and in the history: `move 3 notes to Sub/`.
  var title: String
  /// The address that the form was sent to, and its fields.
  var url: VaultURL
  var fields: [Field]
  var section: Page.Section
  /// True for what deletes.
  var isDangerous = false
  /// The page that follows once it is done; nil for that of the form.
  var next: (@Sendable (ChangeOutcome) -> VaultURL)?
  /// Makes the change, or (`dryRun`) only plans it.
  let make: @Sendable (VaultEditor, ChangeOptions) throws -> Void

  typealias Field = (name: String, value: String)

  /// The field that has the hash.
  static let planField = "plan"

  func answer(_ application: WebApplication, plan: String?) async throws -> WebResponse {
    guard let plan else { return try await preview(application) }
    let outcome: ChangeOutcome
    do {
      outcome = try await application.change { editor in
        var options = ChangeOptions()
        options.confirmsInFull = true
        options.confirm = { PlanHash.text(of: $0) == plan }
        return try made(by: editor, options)
      }
    } catch is FileChangedError {
      return try await preview(application, isChanged: true)
    }
    switch outcome.end {
    case .declined, .dryRun: return try await preview(application, isChanged: true)
    case .unchanged: return .seeOther(url.path)
    case .done:
      return .seeOther(DoneRemark.address((next?(outcome) ?? url).path, outcome))
    }
  }

  /// All of it is one change of the history, by its title.
  private func made(by editor: VaultEditor, _ options: ChangeOptions) throws -> ChangeOutcome {
    try editor.changeAsOne(title, options) { try make($0, ChangeOptions(dryRun: options.dryRun)) }
  }

  /// Says what would be done, with a form that says yes to it. `isChanged`: what was shown before is no longer what would be
  /// done.
  private func preview(_ application: WebApplication, isChanged: Bool = false) async throws -> WebResponse {
    let options = application.options
    let page = try await application.change { editor -> [UInt8] in
      var notices: [VaultNotice] = []
      var listener = VaultListener()
      listener.notice = { notices.append($0) }
      let planned = try made(by: editor.vault.editor(telling: listener), ChangeOptions(dryRun: true)).planned
      let page = PreviewPage.page(self, planned, notices.map(\.message), isChanged: isChanged)
      return Shell.document(page, Shell.Look(editor.vault, options)).bytes
    }
    return WebResponse(isChanged ? 412 : 200, type: MediaType.html, page)
  }
}
