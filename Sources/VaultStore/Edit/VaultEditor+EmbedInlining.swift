import VaultCore

extension VaultEditor {
  /// Replaces an embed of a note, or of a section of one, by its text. The embedded note stays.
  /// - Parameters:
  ///   - line: Where the embed stands alone, from 1 in the file.
  package func inlineEmbed(
    atLine line: Int, of name: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("inline in \(name): line \(line)", options) { plan in
      let path = try plan.reader.resolve(name)
      let note = try plan.note(path)
      let directory = try plan.reader.snapshot.directory
      let edits = try Self.changing(path) {
        let embed = try EmbedInlining.embed(atLine: line, of: note, in: plan.text(path))
        let found = LinkResolver(directory).resolve(target: embed.link.target, kind: .embed, from: path).path
        guard let found, found.isNote else { throw EmbedInliningError.noText(embed.link.target) }
        return [
          try EmbedInlining.edit(
            replacing: embed, of: note, in: plan.text(path), by: plan.note(found), in: plan.text(found),
            directory: directory)
        ]
      }
      for changed in try plan.apply([(path, edits)]) { plan.record(ChangeRecord(.updated, changed)) }
    }
  }
}
