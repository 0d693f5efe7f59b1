import VaultCore

extension VaultEditor {
  /// Gives notes another name by which links find them. Those that have it already are left alone.
  package func addAlias(
    _ alias: String, to names: [String], _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try changeFrontMatter("add the alias \(alias) to \(Self.list(names))", names, options) { note, _ in
      let key = note.frontMatter.key(FrontMatterReader.aliasKeys) ?? FrontMatterReader.aliasKeys[0]
      return [.append(key: key, [alias], comparing: .caseInsensitive)]
    }
  }
}
