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
      let notes = try reader.snapshot.notes(linkingToAny: LinkKey.all(to: target, aliases: note.aliases))
      let sources = try reader.snapshot.heads(of: notes).map(\.path).filter { $0 != target }.sorted()
      for note in try reader.partlyRead(.link([target.stem] + note.aliases)) {
        plan.notice(note.notice("links in it stay as they are"))
      }
      let rename = HeadingLinkRename(headings: note.headings, line: found.line, newText: text)
      let resolver = LinkResolver(try reader.snapshot.directory)
      let edits = try ([target] + sources).compactMap { path -> (path: NotePath, edits: [TextEdit])? in
        do {
          let source = path == target ? note : try plan.note(path)
          let bytes = try plan.text(path)
          let own =
            path == target
            ? try HeadingRename.edit(ofHeadingAtLine: found.line, to: text, in: bytes, note: note) : []
          let links = try rename.map {
            try HeadingRename.linkEdits(for: source, in: bytes, target: target, $0, resolver: resolver)
          }
          return (path, own + (links ?? []))
        } catch let error as ChangeError where error.cause == .notUTF8 && path != target {
          plan.notice("\(path): is not UTF-8, so its links stay as they are")
          return nil
        } catch let error where error is HeadingRenameError || error is LinkRewriteError {
          throw ChangeError(path, .refused("\(error)"))
        }
      }
      for path in try plan.apply(edits) {
        plan.record(ChangeRecord(.updated, path))
      }
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
