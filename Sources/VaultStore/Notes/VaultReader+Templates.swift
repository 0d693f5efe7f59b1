import VaultCore
import VaultPlatform

/// A template that is not there.
package struct NoTemplateError: Failure {
  package let name: String
  /// Where it was looked for.
  package let folders: [String]
  package let known: [String]
  /// A folder that may be the one of templates, where there are none in those.
  var likelyFolder: String?
  /// What names it, where no person did.
  package var namedBy: String?

  package var kind: FailureKind { .refused }
  package var message: Message {
    let near = Suggestion.nearest(to: name, among: known, isGenerous: true)
    let hint: Message =
      if let near = near.first {
        "Did you mean \"\(ShownName.quoted(near))\"?"
      } else if known.isEmpty {
        "There are none yet; \(setting: "templates") names another folder\(likelyFolder.map { ", perhaps \(ShownName.path($0))" } ?? "")"
      } else {
        "There are: \(known.prefix(20).map { ShownName.quoted($0) }.joined(separator: ", "))\(known.count > 20 ? " and \(known.count - 20) more" : "")"
      }
    let named = namedBy.map { ", which \($0) names," } ?? ""
    return
      "there is no template \"\(ShownName.quoted(name))\"\(named) in \(folders.joined(separator: " or ")). \(hint)"
  }
}

extension Vault {
  /// Where templates are, relative to the root: vault's own first.
  func templateFolders(_ notice: (VaultNotice) -> Void = { _ in }) throws -> [String] {
    if let folder = configuration.templateFolder {
      return [try configuredPlace(folder, setting: "templates").text]
    }
    let obsidians = try ObsidianFiles.templates(root: location.root, notice).folder.map { [$0] } ?? []
    return [VaultReader.ownTemplates] + obsidians.filter { !$0.isEmpty }
  }
}

extension VaultReader {
  /// The folder of vault's own templates.
  static let ownTemplates = ".vault/templates"

  private func templateFolders() throws -> [String] { try vault.templateFolders { notice($0) } }

  /// The names of the templates, without `.md`, sorted.
  package func templates() throws -> [String] {
    let tree = try VaultTree(root: location.root)
    return Array(Set(try templateFolders().flatMap { try templates(in: $0, tree) })).sorted()
  }

  private func templates(in folder: String, _ tree: VaultTree) throws -> [String] {
    let path = NotePath(folder)
    guard try tree.exists(path) else { return [] }
    return try FolderNames.read(tree.folder(path.bytes, for: path), path)
      .filter { try NotePath($0).isNote && isVisible(path.appending($0.utf8)) }
      .map { NotePath($0).withoutNoteExtension }
  }

  /// A template's text, by its name in one of the folders or its path from the root, with `.md` or without. Throws
  /// `NoTemplateError`. The first words of a name do where no other begins so (`Book` for `Book Template`). `namedBy`: the
  /// setting that names it; nil for a person.
  package func template(_ name: String, namedBy: String? = nil) throws -> [UInt8] {
    let tree = try VaultTree(root: location.root)
    let folders = try templateFolders()
    if let text = try template(name, in: folders, tree) { return text }
    let known = try templates()
    let words = name.lowercased() + " "
    let beginning = known.filter { $0.lowercased().hasPrefix(words) }
    if beginning.count == 1, let text = try template(beginning[0], in: folders, tree) { return text }
    throw NoTemplateError(
      name: name, folders: folders, known: known, likelyFolder: try known.isEmpty ? likelyTemplateFolder() : nil,
      namedBy: namedBy)
  }

  /// A folder with notes that is called `templates`, perhaps with signs around the word.
  private func likelyTemplateFolder() throws -> String? {
    try folders().first { folder in
      folder.notes > 0 && ["templates", "template"].contains(folder.path.name.lowercased().filter(\.isLetter))
    }?.path.text
  }

  /// Nil where there is none.
  private func template(_ name: String, in folders: [String], _ tree: VaultTree) throws -> [UInt8]? {
    for base in folders.map({ $0.isEmpty ? name : $0 + "/" + name }) + [name] {
      for path in [NotePath(base), NotePath(base + ".md")] where VaultTree.staysInside(path.bytes) {
        // Whoever does not see templates makes notes by those that the settings name.
        let isLeftOut = vault.options.visible?.leavesOut(path) == true
        guard try isLeftOut || isVisible(path), try tree.exists(path) else { continue }
        let place: VaultTree.Place
        do { place = try VaultFolder.holds(path) ? tree.place(path) : tree.resolvedPlace(path) } catch let error
          as ChangeError where error.cause == .linkOutside
        {
          throw ChangeError(
            path, .refused("is a link out of the vault, where nothing is read; put a copy of the template in its place")
          )
        }
        guard try isLeftOut && place.path == path || isVisible(place.path) else { continue }
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
    return nil
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
