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
      let target = try plan.reader.resolve(name)
      let note = try plan.note(target)
      let found = try Self.heading(heading, line: line, in: note)
      let rename = HeadingLinkRename(headings: note.headings, line: found.line, newText: text)
      let own = try Self.changing(target) {
        try HeadingRename.edit(ofHeadingAtLine: found.line, to: text, in: plan.text(target), note: note)
      }
      try changeAnchors(
        of: note, own: own,
        links: { source, text, resolver in
          guard let rename else { return [] }
          return try HeadingRename.linkEdits(for: source, in: text, target: target, rename, resolver: resolver)
        }, plan)
    }
  }

  static func heading(_ name: String, line: Int?, in note: Note) throws -> Heading {
    do {
      return note.headings[try HeadingName(name).find(in: HeadingName.Site.sites(note.headings), line: line)]
    } catch {
      throw HeadingNameError(note: note.path, problem: error)
    }
  }
}
