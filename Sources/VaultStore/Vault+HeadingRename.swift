import VaultCore

/// A heading that is not there, or is there several times.
package enum HeadingNameError: Error, CustomStringConvertible {
  /// With the texts of all headings of the note.
  case notFound(String, note: NotePath, headings: [String])
  /// With the lines of all headings of the note, from 1.
  case noneInLine(Int, note: NotePath, lines: [Int])
  case ambiguous(String, note: NotePath, lines: [Int])

  package var description: String {
    switch self {
    case .notFound(let heading, let note, let headings):
      "\(note): has no heading “\(heading)”\(Self.hint(heading, headings))"
    case .noneInLine(let line, let note, let lines):
      "\(note): has no heading in line \(line); "
        + (lines.isEmpty
          ? "it has none" : "its headings are in lines \(lines.map(String.init).joined(separator: ", "))")
    case .ambiguous(let heading, let note, let lines):
      "\(note): has the heading “\(heading)” in lines \(lines.map(String.init).joined(separator: ", ")); "
        + "name the one with the heading above it, as in “Above#\(heading)”, or by --line"
    }
  }

  private static func hint(_ heading: String, _ all: [String]) -> String {
    let last = heading.split(separator: "#").last.map(String.init) ?? heading
    var near: [String] = []
    for text in NearMisses(in: all).nearest(to: last) where !near.contains(text) && near.count < 3 { near.append(text) }
    if !near.isEmpty { return "; did you mean \(near.map { "“\($0)”" }.joined(separator: " or "))?" }
    if all.isEmpty { return ", nor any other" }
    return "; it has \(all.prefix(5).map { "“\($0)”" }.joined(separator: ", "))\(all.count > 5 ? " and more" : "")"
  }
}

extension Vault {
  /// Renames a heading of a note, and every link to it. `heading` is its text, after the headings above it where need be
  /// (`Above#Heading`); `line`, from 1, tells one of several.
  package func renameHeading(
    _ heading: String, line: Int?, of name: String, to text: String, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    try change("heading rename in \(name): \(heading) to \(text)", options) { plan in
      let target = try resolve(name)
      let note = try plan.note(target)
      let found = try Self.heading(heading, line: line, in: note)
      let (sources, partlyRead) = try withSnapshot { snapshot in
        var notes = IDSet()
        for key in LinkKey.all(to: target, aliases: note.aliases) {
          notes.formUnion(try snapshot.notes(linkingTo: key))
        }
        return (
          try snapshot.heads(of: notes).map(\.path).filter { $0 != target }.sorted(),
          try self.partlyRead(.link([target.stem] + note.aliases), in: snapshot)
        )
      }
      for note in partlyRead { notice(note.notice("links in it stay as they are")) }
      // Whatever is asked may be asked twice, so the plan changes only when all is known.
      let edits = try withSnapshot { snapshot in
        let resolver = LinkResolver(snapshot.directory)
        return try ([target] + sources).compactMap { path in
          do {
            let source = path == target ? note : try plan.note(path)
            let bytes = try plan.text(path)
            let own =
              path == target
              ? try HeadingRename.edit(ofHeadingAtLine: found.line, to: text, in: bytes, note: note) : []
            return try (
              path,
              own
                + HeadingRename.linkEdits(
                  for: source, in: bytes, target: target, headings: note.headings, line: found.line, newText: text,
                  resolver: resolver)
            )
          } catch let error as ChangeError where error.cause == .notUTF8 && path != target {
            notice(VaultNotice("\(path): is not UTF-8, so its links stay as they are"))
            return nil
          } catch let error as HeadingRenameError {
            throw ChangeError(path, .refused("\(error)"))
          } catch let error as LinkRewriteError {
            throw ChangeError(path, .refused("\(error)"))
          }
        } as [(path: NotePath, edits: [TextEdit])]
      }
      for path in try plan.apply(edits) {
        plan.record(ChangeRecord(.updated, path))
      }
    }
  }

  private static func heading(_ name: String, line: Int?, in note: Note) throws -> Heading {
    let parts = name.split(separator: "#").map(String.init)
    var found: [Heading] = []
    var above: [Heading] = []
    for heading in note.headings {
      above.removeAll { $0.level >= heading.level }
      above.append(heading)
      if let line {
        if heading.line == line { return heading }
        continue
      }
      guard let last = parts.last, LinkResolver.anchorMatches(heading: heading.text, anchor: last) else { continue }
      var rest = parts.dropLast()
      for each in above.dropLast().reversed() {
        if let wanted = rest.last, LinkResolver.anchorMatches(heading: each.text, anchor: wanted) { rest.removeLast() }
      }
      if rest.isEmpty { found.append(heading) }
    }
    if found.count > 1 { throw HeadingNameError.ambiguous(name, note: note.path, lines: found.map(\.line)) }
    guard let heading = found.first else {
      if let line {
        throw HeadingNameError.noneInLine(line, note: note.path, lines: note.headings.map(\.line))
      }
      throw HeadingNameError.notFound(name, note: note.path, headings: note.headings.map(\.text))
    }
    return heading
  }
}
