import VaultCore

extension VaultReader {
  /// The places of `heads` in the order of `keys`, the first one deciding; ties by path.
  func ordered(_ heads: [NoteHead], _ scores: [Double], by keys: [Query.SortKey]) -> [Int] {
    // Comparing keys that are made once is cheaper than making them at each comparison.
    let columns = keys.map { key -> (values: SortColumn, descending: Bool) in
      (column(key.field, heads, scores), key.isDescending)
    }
    return heads.indices.sorted { a, b in
      for (column, descending) in columns {
        let order = column.order(a, b)
        if order != 0 { return descending ? order > 0 : order < 0 }
      }
      return heads[a].path < heads[b].path
    }
  }

  private func column(_ field: Query.SortField, _ heads: [NoteHead], _ scores: [Double]) -> SortColumn {
    switch field {
    case .relevance: .numbers(scores)
    case .title: .texts(heads.map { LinkResolver.key($0.title) })
    case .created: .integers(heads.map { instant(of: $0.created) })
    case .updated: .integers(heads.map { instant(of: $0.updated) })
    case .category: .texts(heads.map(\.category))
    case .source: .texts(heads.map(\.source))
    case .path: .texts(heads.map(\.path.text))
    case .due, .scheduled, .start, .done, .cancelled, .priority, .urgency, .status: .none
    }
  }

  /// Milliseconds since 1970, a date without a zone read in the user's.
  func instant(of date: NoteDate) -> Int64 {
    date.instant(in: environment.offset)
  }

  private enum SortColumn {
    case numbers([Double])
    case integers([Int64])
    case texts([String])
    case none

    func order(_ a: Int, _ b: Int) -> Int {
      switch self {
      case .numbers(let values): values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0
      case .integers(let values): values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0
      case .texts(let values):
        values[a].utf8.elementsEqual(values[b].utf8)
          ? 0 : values[a].utf8.lexicographicallyPrecedes(values[b].utf8) ? -1 : 1
      case .none: 0
      }
    }
  }
}
