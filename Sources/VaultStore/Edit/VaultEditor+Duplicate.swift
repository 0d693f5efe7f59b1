import VaultCore

extension VaultEditor {
  /// Makes a copy of a note beside it, by the first free of `Name copy`, `Name copy 2` and so on. An id is not copied, since
  /// it names one note alone.
  package func duplicate(_ name: String, _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    let path = try read { try $0.resolve(name) }
    return try change("duplicate \(path)", options) { plan in
      var (copy, number) = (Self.copy(of: path, 1), 1)
      while try plan.exists(copy) {
        number += 1
        copy = Self.copy(of: path, number)
      }
      try plan.create(copy, plan.text(path))
      let text = try plan.text(copy)
      if text.withUnsafeBufferPointer({ FrontMatterParser.parse($0) })["id"] != nil {
        try plan.changeFrontMatter(copy, [.unset(key: "id")])
      }
      plan.record(ChangeRecord(.created, copy))
    }
  }

  private static func copy(of path: NotePath, _ number: Int) -> NotePath {
    let name = path.stem + (number == 1 ? " copy" : " copy \(number)") + path.fileExtension
    return NotePath(path.folder.isEmpty ? name : path.folder + "/" + name)
  }
}
