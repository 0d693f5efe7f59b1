import Foundation

/// The table for programs: seconds, bytes, and ratios with all their digits.
struct JSONReport: Encodable {
  struct Figure: Encodable {
    let value: Double
    let unit: Row.Unit
    let processorSeconds: Double?
  }

  struct Line: Encodable {
    let what: String
    let vault: Figure?
    let peer: Figure?
    let peerName: String?
    let ratio: Double?
    let goalKind: String?
    let goal: Double?
    let laterGoal: Double?
    let verdict: String
    let failure: String?
    let peakBytes: Double?
    let systemCalls: Int?
    let processorRatio: Double?
    let otherCores: Double?
  }

  struct Part: Encodable {
    let title: String
    let detail: String
    let goalsApply: Bool
    let remarks: [String]
    let rows: [Line]
  }

  /// nil where nothing was timed.
  let machine: Machine?
  let blocks: [Part]
  /// nil where it could not be measured.
  let ranking: RankingReport?

  init(machine: Machine?, blocks: [Block], ranking: Ranking?) {
    self.machine = machine
    self.ranking = ranking.map(RankingReport.init)
    self.blocks = blocks.map {
      Part(
        title: $0.title, detail: $0.detail, goalsApply: $0.goalsApply, remarks: $0.remarks,
        rows: $0.rows.map(Self.line))
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var data = try encoder.encode(self)
    data.append(UInt8(ascii: "\n"))
    try data.write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  private static func line(_ row: Row) -> Line {
    let goal: (kind: String, limit: Double, later: Double?)? =
      switch row.goal {
      case .ratio(let limit, let later)?: ("ratio", limit, later)
      case .value(let limit)?: ("value", limit, nil)
      case nil: nil
      }
    return Line(
      what: row.what, vault: row.vault.map(figure), peer: row.peer.map(figure),
      peerName: row.peer == nil ? nil : row.peerName, ratio: row.ratio, goalKind: goal?.kind, goal: goal?.limit,
      laterGoal: goal?.later, verdict: row.verdict.rawValue, failure: row.failure,
      peakBytes: row.usage?.peakBytes, systemCalls: row.usage?.systemCalls, processorRatio: row.processorRatio,
      otherCores: row.otherCores)
  }

  private static func figure(_ quantity: Row.Quantity) -> Figure {
    Figure(value: quantity.value, unit: quantity.unit, processorSeconds: quantity.processorTime)
  }
}
