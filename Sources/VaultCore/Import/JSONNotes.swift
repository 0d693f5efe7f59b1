/// Notes and to-dos in JSON: what vault exports, and the items of other apps.
///
/// A list of objects, one such object, or an object whose `notes` is such a list. Known keys: `title` or `name`; `body`,
/// `details`, `content` or `text`; `tags`, `aliases`, `id`, `category`, `source`, `summary`, `path`; `pinned` or `pin`;
/// `favorite` or `isFav`; `actionItems` or `action_items`; `created`, `createdAt` or `created_at` and the same for
/// `updated`, as ISO 8601 or a number. `properties` is a whole front matter. All other keys become properties, save
/// those that vault finds out by itself (`words`, `hash`, …) and `isSynced`.
///
/// The note apps' own keys are `aiSummary`, `aiActionItems`, `aiCategory`, `isPinned` and `lastReferencedAt`. An object with
/// `isDone` or `dueDate` is a to-do. In both, numbers in dates are seconds since 2001, as Swift encodes dates; in all others
/// they are Unix time.
package struct JSONNotes: Sendable {
  package private(set) var notes: [ImportedNote] = []
  /// With their numbers among the objects, from 1.
  package private(set) var tasks: [(number: Int, task: ImportedTask)] = []
  /// A note that cannot be read is left out, with an error; all else that is wrong is left out of its note, with a
  /// warning. Messages count the notes from 1.
  package private(set) var diagnostics: [Diagnostic] = []
  /// What numbers in dates were taken for.
  package private(set) var dates: Set<ImportedDates> = []

  /// `dates`: what numbers in dates count; nil where each object tells.
  package init(_ bytes: [UInt8], dates: ImportedDates? = nil) {
    let root: JSONValue
    do throws(JSONError) {
      let (value, replacements, more) = try JSONReader.readNoting(bytes)
      root = value
      diagnostics = replacements.map { replacement in
        let field = replacement.name.map { "\"\(ShownName.quoted($0))\"" }
        return Diagnostic(
          .importReplaced, .warning, at: replacement.location,
          "\(field ?? "a text") has half of a character there (a lone surrogate), which no text can hold; U+FFFD stands for it"
        )
      }
      if more > 0, let last = replacements.last {
        diagnostics.append(
          Diagnostic(.importReplaced, .warning, at: last.location, "the same is so in \(more) texts behind it"))
      }
    } catch {
      diagnostics = [
        Diagnostic(.importFailed, .error, at: error.location, "this is no JSON: \(error.description)")
      ]
      return
    }
    let items: [JSONValue]
    switch (root, root["notes"]) {
    case (.list(let list), _), (_, .list(let list)?): items = list
    case (.object, _): items = [root]
    default:
      let place = SourceLocation(line: 1, column: 1)
      diagnostics = [
        Diagnostic(.importFailed, .error, at: place, "a list of notes is expected, not \(root.kind)")
      ]
      return
    }
    for (index, item) in items.enumerated() {
      var reader = JSONNoteReader(item, number: index + 1, dates: dates)
      if reader.isTask {
        if let task = reader.readTask() { tasks.append((index + 1, task)) }
      } else if let note = reader.read() {
        notes.append(note)
      }
      diagnostics += reader.diagnostics
      if reader.readsNumbers { self.dates.insert(reader.dates) }
    }
  }
}

extension Diagnostic.Code {
  /// A note, or the whole of what was to be imported, cannot be read.
  package static let importFailed = Self("import-failed")
  /// A character was replaced, at a place in the source.
  package static let importReplaced = Self("import-replaced")
  /// Something of a note cannot be taken over.
  package static let importIncomplete = Self("import-incomplete")
}
