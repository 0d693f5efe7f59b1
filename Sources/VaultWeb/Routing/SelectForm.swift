import VaultCore
import VaultInterface
import VaultStore

/// What the form of several notes asks for.
struct SelectForm {
  enum Action: String, CaseIterable {
    case move, rename
    case addTag = "add-tag"
    case removeTag = "remove-tag"
    case archive, delete
  }

  /// The fields beside the notes' own.
  static let values = ["folder", "tag", "replace", "with", "prefix", "suffix", "number", skip]
  static let note = "note"
  /// Says that notes that cannot be changed are left out.
  static let skip = "skip"

  let application: WebApplication

  /// What is refused comes again as it was chosen and typed.
  func answer(_ fields: FormFields, _ url: VaultURL) async throws -> WebResponse {
    do { return try await change(fields, url) } catch {
      let problem = WebProblem(error)
      // The page could not be made, either.
      guard problem.status < 500 else { throw problem }
      let options = application.options
      let page = try await application.ask(
        Question { reader in
          let context = PageContext(reader: reader, url: url, parameters: FormFields(""), isReadOnly: false)
          let page = try SelectPage.page(context, refused: SelectPage.Refused(problem: problem, fields: fields))
          return Shell.document(page, Shell.Look(reader.vault, options)).bytes
        })
      return WebResponse(problem.status, type: MediaType.html, page.value)
    }
  }

  private func change(_ fields: FormFields, _ url: VaultURL) async throws -> WebResponse {
    guard let action = fields["action"].flatMap(Action.init) else {
      throw WebProblem(422, "bad-argument", "Say what is to be done with the notes.")
    }
    let notes = try fields.all(named: Self.note).map { address throws(WebProblem) in
      guard let url = try? VaultURL(address), case .note(let path) = url.place else {
        throw WebProblem(422, "bad-argument", "\(ShownName.quoted(address)) is no address of a note.")
      }
      return path
    }
    guard !notes.isEmpty else { throw WebProblem(422, "bad-argument", "Choose a note at least.") }
    var url = url
    url.cursor = nil
    let named = notes.map { (name: Self.note, value: VaultURL(.note($0)).description) }
    let values = Self.values.compactMap { name in fields[name].map { (name: name, value: $0) } }
    let (title, make) = try Self.change(action, notes, fields)
    let change = PreviewedChange(
      title: title, url: url, fields: [("action", action.rawValue)] + named + values, section: .notes,
      isDangerous: action == .delete
    ) { [skips = fields[Self.skip] != nil] editor, options in
      var options = options
      options.skipsUnchangeable = skips
      try make(editor, options)
    }
    return try await change.answer(application, plan: fields[PreviewedChange.planField])
  }

  private static func change(
    _ action: Action, _ notes: [NotePath], _ fields: FormFields
  ) throws -> (title: String, make: @Sendable (VaultEditor, ChangeOptions) throws -> Void) {
    let names = notes.map { VaultURL(.note($0)).description }
    let which = notes.count == 1 ? notes[0].text : "\(notes.count) notes"
    let tag = (fields["tag"]?.trimmingBlanks).map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 } ?? ""
    switch action {
    case .move:
      let folder = fields["folder"]?.trimmingBlanks ?? ""
      let target = folder.isEmpty ? "./" : folder.hasSuffix("/") ? folder : folder + "/"
      return (
        "move \(which) to \(folder.isEmpty ? "the vault's root" : target)", { _ = try $0.move(names, to: target, $1) }
      )
    case .rename:
      let pattern = try pattern(fields)
      return ("rename \(which)", { _ = try $0.rename(names, by: pattern, $1) })
    case .addTag: return ("add the tag \(tag) to \(which)", { _ = try $0.addTag(tag, to: names, $1) })
    case .removeTag: return ("remove the tag \(tag) from \(which)", { _ = try $0.removeTag(tag, from: names, $1) })
    case .archive: return ("archive \(which)", { _ = try $0.archive(names, $1) })
    case .delete: return ("delete \(which)", { _ = try $0.delete(named: names, $1) })
    }
  }

  private static func pattern(_ fields: FormFields) throws -> NamePattern {
    let typed = fields["number"]?.trimmingBlanks ?? ""
    let number = Int(typed)
    guard number != nil || typed.isEmpty else {
      throw WebProblem(422, "bad-argument", "\(ShownName.quoted(typed)) is no number.")
    }
    return try NamePattern(
      replacing: fields["replace"], with: fields["with"] ?? "", prefix: fields["prefix"] ?? "",
      suffix: fields["suffix"] ?? "", number: number)
  }
}
