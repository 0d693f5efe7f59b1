/// The address of a screen: `vault://note/Home.md`, which on the web page is the path `/note/Home.md`.
///
/// The front ends share this one table: the terminal, the editor server and the web page open the same place for the
/// same address. `description` is the address in its shortest form; reading it gives the same value again.
package struct VaultURL: Hashable, Sendable {
  package enum Place: Hashable, Sendable {
    /// The list of notes.
    case notes
    case search
    case note(NotePath)
    case newNote
    case today
    case day(CivilDate)
    case tasks
    case task(handle: String)
    case agenda
    case backlinks(NotePath)
    /// A folder; the root has an empty path.
    case folder(NotePath)
    case tags
    case tag(String)
    /// The links among notes: those around `note`, or all.
    case graph
    /// Several notes, to be changed at once.
    case select
    case trash, history, settings, doctor, stats, sync
    /// A file that is no note.
    case file(NotePath)
  }

  package enum View: String, CaseIterable, Sendable {
    case edit, split, history, raw
  }

  package enum TasksTab: String, CaseIterable, Sendable {
    case all, low, medium, high, today, overdue
  }

  package var place: Place
  /// A query of notes for `notes`, `search` and `select`, and of tasks for `tasks`.
  package var query: String?
  /// How the notes of `notes` and `select` are ordered, as `sort:` takes it.
  package var sort: String?
  /// Where the next page of `notes` or `select` begins; it means something to the front end that made it only.
  package var cursor: String?
  package var tab: TasksTab?
  /// The note in the middle of the `graph`.
  package var note: NotePath?
  /// How many links from `note` the `graph` goes, from 1 to 4.
  package var steps: Int?
  /// The change of the `history` that is shown by itself.
  package var change: Int?
  /// How many days the `agenda` shows, from 1 to 3,660.
  package var days: Int?
  package var view: View?
  /// A line of the note's file, from 1.
  package var line: Int?
  /// The anchor of a heading in the note.
  package var heading: String?
  /// What `newNote` begins with.
  package var title: String?
  /// Where `newNote` lies, and the notes of `select`.
  package var folder: String?
  package var template: String?

  package init(_ place: Place) {
    self.place = place
  }

  /// The address of a note or another file; nil for what addresses do not name: what is hidden, or has no name.
  package init?(file path: NotePath) {
    guard !path.text.isEmpty, !path.isHidden else { return nil }
    self.init(path.isNote ? .note(path) : .file(path))
  }

  package static let scheme = "vault://"
  package static let daysRange = 1...3_660
  package static let stepsRange = 1...4
}

/// An address that leads nowhere, and why.
package enum VaultURLError: Error, Hashable {
  /// The text begins with neither `vault://` nor `/`.
  case noAddress(String)
  /// There is no such place; `nearest` are those with similar names.
  case unknownPlace(String, nearest: [String])
  /// The place needs a path or a name behind it, or takes none.
  case badPath(String, place: String)
  case badValue(String, parameter: String, expected: String)
}

extension VaultURLError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noAddress(let text):
      return "\"\(ShownName.quoted(text))\" is no address: addresses begin with vault:// or /"
    case .unknownPlace(let place, let nearest):
      let hint = nearest.isEmpty ? "" : "; did you mean \(nearest.joined(separator: " or "))?"
      return "no screen is called \"\(ShownName.quoted(place))\"\(hint)"
    case .badPath(let path, let place):
      return path.isEmpty
        ? "the address of \(place) needs a path or a name after it"
        : "\"\(ShownName.quoted(path))\" cannot stand in the address of \(place)"
    case .badValue(let value, let parameter, let expected):
      return "\(parameter)=\(ShownName.quoted(value)): expected \(expected)"
    }
  }
}
