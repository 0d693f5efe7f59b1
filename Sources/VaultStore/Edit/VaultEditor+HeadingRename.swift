import VaultCore

/// A heading that is not there, or cannot be told.
package struct HeadingNameError: Failure {
  package let note: NotePath
  package let problem: HeadingNameProblem
  /// True where a heading of that name can be made.
  var makesHeading = false

  package var kind: FailureKind { problem.kind }
  package var message: Message {
    switch problem {
    case .ambiguous: "\(note): \(problem), or say which by \(option: .line)"
    case .notFound where makesHeading:
      "\(note): \(problem)\(problem.description.hasSuffix("?") ? " Or say" : "; say") \(option: .createHeading), and it is made"
    default: "\(note): \(problem)"
    }
  }
}

extension VaultEditor {
  /// Renames a heading of a note, and every link to it. `heading` is its text, after the headings above it where need be
  /// (`Above#Heading`); `line`, from 1, tells one of several, and must hold that heading.
  package func renameHeading(
    _ heading: String, line: Int?, of name: String, to text: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("heading rename in \(name): \(heading) to \(text)", options) { plan in
      let reader = plan.reader
      let target = try reader.resolve(name)
      let note = try plan.note(target)
      let found = try Self.heading(heading, line: line, in: note)
      for note in try reader.partlyRead(.link([target.stem] + note.aliases)) {
        plan.notice(note.notice("links in it stay as they are"))
      }
      let rename = HeadingLinkRename(headings: note.headings, line: found.line, newText: text)
      let own = try Self.changing(target) {
        try HeadingRename.edit(ofHeadingAtLine: found.line, to: text, in: plan.text(target), note: note)
      }
      let links = try linkEdits(rename, to: note, seenBy: reader, plan) { error in
        guard error.cause == .notUTF8, error.path != target else { throw error }
        plan.notice("\(error.path): is not UTF-8, so its links stay as they are")
      }
      try plan.checkLinks(links) { whole, refused in
        try linkEdits(rename, to: note, seenBy: whole, plan, refused: refused)
      }
      let ofLinks = links.first { $0.path == target }?.edits ?? []
      for path in try plan.apply([(target, own + ofLinks)] + links.filter { $0.path != target }) {
        plan.record(ChangeRecord(.updated, path))
      }
    }
  }

  /// The edits of the links to a heading that a look sees, the note's own first.
  private func linkEdits(
    _ rename: HeadingLinkRename?, to note: Note, seenBy reader: VaultReader, _ plan: ChangePlan,
    refused: (ChangeError) throws -> Void
  ) throws -> [(path: NotePath, edits: [TextEdit])] {
    guard let rename else { return [] }
    let notes = try reader.snapshot.notes(linkingToAny: LinkKey.all(to: note.path, aliases: note.aliases))
    let sources = try reader.snapshot.heads(of: notes).map(\.path).filter { $0 != note.path }.sorted()
    let resolver = LinkResolver(try reader.snapshot.directory)
    return try ([note.path] + sources).compactMap { path in
      do {
        let source = path == note.path ? note : try plan.note(path)
        let edits = try Self.changing(path) {
          try HeadingRename.linkEdits(
            for: source, in: plan.text(path), target: note.path, rename, resolver: resolver)
        }
        return (path, edits)
      } catch let error as ChangeError {
        try refused(error)
        return nil
      }
    }
  }

  /// Says of which note an error is.
  private static func changing(_ path: NotePath, _ edits: () throws -> [TextEdit]) throws -> [TextEdit] {
    do { return try edits() } catch let error where error is HeadingRenameError || error is LinkRewriteError {
      throw ChangeError(path, .refused("\(error)"))
    }
  }

  private static func heading(_ name: String, line: Int?, in note: Note) throws -> Heading {
    do {
      return note.headings[try HeadingName(name).find(in: HeadingName.Site.sites(note.headings), line: line)]
    } catch {
      throw HeadingNameError(note: note.path, problem: error)
    }
  }
}
