/// What no search may take, however large the vault.
struct LimitRows {
  let notes: Int

  /// From so many notes on, memory has a goal, and the time of searches with a watcher.
  private static let leastForMemory = 100_000
  private static let leastForTime = 1_000_000

  /// - Parameter watched: all rows with a watcher.
  func rows(search: [Row], watched: [Row]) -> [Row] {
    let selective = search.filter { !$0.what.hasSuffix(SearchRows.withoutGoal) }
    let all = search.filter { $0.what.hasSuffix(SearchRows.withoutGoal) }
    let searches = watched.filter { $0.what.hasPrefix(WatchRows.prefix + "search") }
    return [
      row(
        "search, the most memory of any selective one", Self.peaks(selective), .bytes, of: selective, 100e6,
        from: Self.leastForMemory),
      row("search, the most memory of any" + SearchRows.withoutGoal, Self.peaks(all), .bytes, of: all),
      row(
        "watched: search, the longest of any", searches.compactMap(\.vault?.value), .seconds, of: searches, 0.050,
        from: Self.leastForTime),
    ].compactMap { $0 }
  }

  private static func peaks(_ rows: [Row]) -> [Double] { rows.compactMap(\.usage?.peakBytes) }

  /// nil where nothing was to be measured; failed where a part of it did.
  private func row(
    _ what: String, _ values: [Double], _ unit: Row.Unit, of rows: [Row], _ limit: Double? = nil, from least: Int = 0
  ) -> Row? {
    guard let most = values.max() else { return nil }
    if let failed = rows.first(where: { $0.failure != nil }) {
      return Row(what: what, vault: nil, failure: "\(failed.what) failed")
    }
    var row = Row(what: what, vault: .init(most, unit), goal: notes >= least ? limit.map(Row.Goal.value) : nil)
    // Memory is what it is.
    if unit == .seconds { row.otherCores = rows.compactMap(\.otherCores).max() }
    return row
  }
}
