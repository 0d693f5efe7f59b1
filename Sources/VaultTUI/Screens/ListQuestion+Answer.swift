import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

extension ListQuestion {
  /// Asks for the rows of a screen. Throws where the query cannot be understood.
  func answer(_ reader: VaultReader) throws -> ListAnswer {
    var answer = try screen(reader)
    // What stands there twice is told apart, so that one can go from one to the other.
    var seen: [RowID: Int] = [:]
    for place in answer.rows.indices {
      guard let id = answer.rows[place].id else { continue }
      let count = seen[id, default: 0]
      seen[id] = count + 1
      if count > 0 { answer.rows[place].id = .again(id, count) }
    }
    return answer
  }

  private func screen(_ reader: VaultReader) throws -> ListAnswer {
    switch place.place {
    case .tasks, .task: try TasksScreen.answer(self, reader)
    case .agenda: try AgendaScreen.answer(self, reader)
    case .folder(let path) where path.text.isEmpty: try FoldersScreen.answer(self, reader)
    case .tags: try TagsScreen.answer(self, reader)
    case .trash: try TrashScreen.answer(self, reader)
    case .history: try HistoryScreen.answer(self, reader)
    case .settings: try SettingsScreen.answer(self, reader)
    case .backlinks(let path): try BacklinksScreen.answer(self, path, reader)
    case .graph: try GraphScreen.answer(self, reader)
    case .doctor: try DoctorScreen.answer(self, reader)
    case .stats: try StatsScreen.answer(self, reader)
    case .sync: try SyncScreen.answer(self, reader)
    case .notes, .search, .select, .tag, .folder, .note, .newNote, .today, .day, .file:
      try NotesScreen.answer(self, reader)
    }
  }

  /// The rows whose names what was typed matches, all where nothing was; the titles of those that are left stay.
  func filtered(_ rows: [Row]) -> [Row] {
    guard !text.isEmpty else { return rows }
    let matcher = NameMatcher(text)
    var folding = NameFolding()
    let matching = rows.filter { row in
      row.id == nil
        || folding.folded(row.name).withUnsafeBufferPointer { matcher.score($0) != nil }
    }
    // A title without rows below it says nothing.
    return matching.enumerated().filter { place, row in
      row.id != nil || (place + 1 < matching.count && matching[place + 1].id != nil)
    }.map(\.element)
  }

  func printer(_ reader: VaultReader) -> Printer {
    look.printer(columns: columns, paths: PathBase(root: reader.vault.location.root, workingFolder: nil))
  }

  /// `plural`: of a noun whose plural has more than an `s` behind it.
  func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    number == 1 ? "1 \(noun)" : "\(GroupedNumber.text(number)) \(plural ?? noun + "s")"
  }
}
