import VaultCore
import VaultPlatform

/// A template that is not there.
package struct NoTemplateError: Failure {
  package let name: String
  /// Where it was looked for.
  package let folders: [String]
  package let known: [String]
  /// What names it, where no person did.
  package var namedBy: String?

  package var kind: FailureKind { .refused }
  package var message: Message {
    let near = Suggestion.nearest(to: name, among: known, isGenerous: true)
    let hint =
      near.first.map { "Did you mean \"\($0)\"?" }
      ?? (known.isEmpty ? "There are none yet" : "There are: \(known.prefix(20).joined(separator: ", "))")
    let named = namedBy.map { ", which \($0) names," } ?? ""
    return
      "there is no template \"\(ShownName.quoted(name))\"\(named) in \(folders.joined(separator: " or ")). \(hint)"
  }
}

extension VaultReader {
  /// The folder of vault's own templates.
  static let ownTemplates = ".vault/templates"

  /// Where templates are, relative to the root: vault's own first.
  func templateFolders() throws -> [String] {
    if let folder = configuration.templateFolder {
      return [try vault.configuredPlace(folder, setting: "templates").text]
    }
    let obsidians = try templateSettings().folder.map { [$0] } ?? []
    return [Self.ownTemplates] + obsidians.filter { !$0.isEmpty }
  }

  /// The names of the templates, without `.md`, sorted.
  package func templates() throws -> [String] {
    let tree = try VaultTree(root: location.root)
    return Array(Set(try templateFolders().flatMap { try Self.templates(in: $0, tree) })).sorted()
  }

  private static func templates(in folder: String, _ tree: VaultTree) throws -> [String] {
    let path = NotePath(folder)
    guard try tree.exists(path) else { return [] }
    return try FolderNames.read(tree.folder(path.bytes, for: path), path).filter { NotePath($0).isNote }
      .map { NotePath($0).withoutNoteExtension }
  }

  /// A template's text, by its name in one of the folders or its path from the root, with `.md` or without. Throws
  /// `NoTemplateError`. `namedBy`: the setting that names it; nil for a person.
  func template(_ name: String, namedBy: String? = nil) throws -> [UInt8] {
    let tree = try VaultTree(root: location.root)
    let folders = try templateFolders()
    for base in folders.map({ $0.isEmpty ? name : $0 + "/" + name }) + [name] {
      for path in [NotePath(base), NotePath(base + ".md")] where VaultTree.staysInside(path.bytes) {
        guard try tree.exists(path) else { continue }
        let place: VaultTree.Place
        do { place = try VaultFolder.holds(path) ? tree.place(path) : tree.resolvedPlace(path) } catch let error
          as ChangeError where error.cause == .linkOutside
        {
          throw ChangeError(
            path, .refused("is a link out of the vault, where nothing is read; put a copy of the template in its place")
          )
        }
        let kind = try VaultTree.kind(place)
        if kind == S_IFLNK {
          throw ChangeError(
            path, .refused("is a symbolic link, and none is followed there; put a copy of the template in its place"))
        }
        guard kind == S_IFREG else { continue }
        let bytes =
          try pipeline.overlays[path]?.bytes ?? FileImage.read(place, limit: configuration.maximumFileSize).bytes
        guard String(validating: bytes, as: UTF8.self) != nil else { throw ChangeError(path, .notUTF8) }
        return bytes
      }
    }
    throw NoTemplateError(name: name, folders: folders, known: try templates(), namedBy: namedBy)
  }

  /// Fills in a template; what it names and nothing is known by stays, and is told.
  func filled(_ template: [UInt8], name: String, title: String, time: CivilTime, others: [String: String] = [:]) throws
    -> [UInt8]
  {
    let settings = try templateSettings()
    let filled = Template(template).filled(
      Template.Values(
        title: title, time: time, dateFormat: settings.dateFormat, timeFormat: settings.timeFormat, others: others))
    if !filled.unknown.isEmpty {
      let names = filled.unknown.map { "{{\($0)}}" }.joined(separator: ", ")
      notice(VaultNotice("the template \(name) has \(names), which is not known here and stays as it is"))
    }
    return filled.text
  }
}
