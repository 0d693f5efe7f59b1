import VaultCore

/// What is to be taken out of a note.
package enum ExtractedPart: Sendable, Hashable {
  /// A heading, named as for `renameHeading`, and all below it.
  case section(String, line: Int?)
  /// Whole lines, counted from 1 in the file.
  case lines(ClosedRange<Int>)
}

extension VaultEditor {
  /// Takes a part of a note out into a new one, and leaves a link or an embed in its place. All links follow.
  /// - Parameters:
  ///   - target: The new note, with or without extension, relative to the working folder where that lies in the vault. Nil
  ///     for one beside the old one that is called by the section's heading, with 2 and so on where a file is called so.
  package func extract(
    _ part: ExtractedPart, of name: String, to target: String? = nil, leaving rest: SectionExtraction.Rest = .link,
    _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("extract from \(name)\(target.map { " to \($0)" } ?? "")", options) { plan in
      let source = try plan.reader.resolve(name)
      let note = try plan.note(source)
      let path =
        try target.map { try plan.withExtension(vault.pathInVault($0), of: source) }
        ?? place(for: Self.part(part, in: note), of: note, in: source)
      let directory = try plan.reader.snapshot.directory
      var made: [UInt8] = []
      var extraction: SectionExtraction?
      let own = try Self.changing(source) {
        let found = try SectionExtraction(
          Self.part(part, in: note), of: note, in: plan.text(source), to: path, directory: directory)
        extraction = found
        made = try found.text()
        return try found.edits(leaving: rest)
      }
      try plan.create(path, made)
      plan.record(ChangeRecord(.created, path))
      try changeAnchors(
        of: note, own: own, others: [path],
        links: { other, text, _ in
          // Those of the note itself are known.
          other.path == source ? [] : try extraction?.linkEdits(for: other, in: text) ?? []
        }, plan)
    }
  }

  private func place(for part: SectionExtraction.Part, of note: Note, in source: NotePath) throws -> NotePath {
    guard case .section(let line) = part, let heading = note.headings.first(where: { $0.line == line }) else {
      throw NoTitleError()
    }
    let folder = source.folder.isEmpty ? "" : source.folder + "/"
    return try Self.freePlace(heading.text, in: VaultTree(root: location.root)) {
      NotePath(folder + (try NoteFileName.stem(ofTitle: $0)) + ".md")
    }
  }

  private static func part(_ part: ExtractedPart, in note: Note) throws -> SectionExtraction.Part {
    switch part {
    case .section(let heading, let line): .section(line: try Self.heading(heading, line: line, in: note).line)
    case .lines(let lines): .lines(lines)
    }
  }
}
