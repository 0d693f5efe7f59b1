import VaultCore

/// What a row of a list stands for. Never a place in the list: what is selected and what is marked stays so when others come
/// and go.
package enum RowID: Hashable, Sendable {
  case note(NotePath)
  case task(handle: String)
  /// A task on the agenda, which may stand there twice; `part`: the title that it stands under.
  case entry(handle: String, part: String)
  case folder(NotePath)
  case file(NotePath)
  case tag(String)
  case trash(id: String, path: NotePath)
  case change(Int)
  case setting(String)
  /// A line of a note.
  case place(NotePath, line: Int)
  /// Something that unfolds what follows.
  case fold(String)
  case figure(String)
  /// The same thing in another row, by how many times it stands above.
  indirect case again(RowID, Int)

  package var note: NotePath? {
    switch self {
    case .note(let path), .place(let path, _): path
    case .again(let same, _): same.note
    default: nil
    }
  }

  package var task: String? {
    switch self {
    case .task(let handle), .entry(let handle, _): handle
    case .again(let same, _): same.task
    default: nil
    }
  }
}
