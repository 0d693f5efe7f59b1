/// How a ranked query grows from the smallest of the generated vaults to the largest, against growing with it.
struct GrowthRows {
  private static let ranked = "search, two words, 20 with excerpts"

  /// nil with fewer than two vaults.
  static func block(of blocks: [Block]) -> Block? {
    let measured = blocks.compactMap { block in block.notes.map { (notes: $0, rows: block.rows) } }
    guard let small = measured.min(by: { $0.notes < $1.notes }), let large = measured.max(by: { $0.notes < $1.notes }),
      small.notes < large.notes
    else { return nil }
    let factor = Double(large.notes) / Double(small.notes)
    let rows = [ranked, WatchRows.prefix + ranked].compactMap { what -> Row? in
      let seconds = [small, large].compactMap { vault in vault.rows.first { $0.what == what }?.vault?.value }
      guard seconds.count == 2 else { return nil }
      return Row(
        what: what, vault: .init(seconds[1], .seconds), peer: .init(seconds[0] * factor, .seconds),
        peerName: "in proportion", goal: .ratio(1))
    }
    return Block(
      title: "Growth from \(small.notes) to \(large.notes) notes",
      detail: "the time at \(large.notes) notes, against \(Table.decimal(factor, 1)) times that at \(small.notes)",
      goalsApply: large.notes >= VaultRows.leastForGoals, rows: rows)
  }
}
