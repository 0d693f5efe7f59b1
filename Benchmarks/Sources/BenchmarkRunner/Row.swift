/// A line of the table.
package struct Row: Sendable {
  package enum Unit: String, Sendable, Codable {
    case seconds
    case bytes
  }

  package struct Quantity: Sendable, Equatable {
    package let value: Double
    package let unit: Unit
    /// Seconds of all cores, where they were measured.
    package var processorTime: Double?

    package init(_ value: Double, _ unit: Unit, processorTime: Double? = nil) {
      self.value = value
      self.unit = unit
      self.processorTime = processorTime
    }

    init(_ timing: Timing) {
      self.init(timing.median, .seconds, processorTime: timing.processorTime)
    }
  }

  package enum Goal: Sendable, Equatable {
    /// vault's figure over the peer's.
    case ratio(Double, later: Double? = nil)
    case value(Double)
  }

  package enum Verdict: String, Sendable, Codable {
    case ok
    /// The goal is reached, the narrower one that is to follow is not.
    case okForNow = "ok, later one missed"
    case missed
    case failed
    case none = ""
  }

  package let what: String
  package let vault: Quantity?
  package let peer: Quantity?
  package let peerName: String
  package let goal: Goal?
  package let failure: String?
  /// Of vault's command, where it was measured.
  package let usage: Usage?
  /// How many cores others kept busy meanwhile; nil where that is hardly anything, or not known.
  package var otherCores: Double?

  package init(
    what: String, vault: Quantity?, peer: Quantity? = nil, peerName: String = "", goal: Goal? = nil,
    failure: String? = nil, usage: Usage? = nil
  ) {
    self.what = what
    self.vault = vault
    self.peer = peer
    self.peerName = peerName
    self.goal = goal
    self.failure = failure
    self.usage = usage
  }

  /// The row, or what went wrong in measuring it. `leavesWork`: vault itself goes on in the background, and its work
  /// cannot be told from that of others. `watcher`: the process of one that is at work.
  static func measured(
    _ what: String, leavesWork: Bool = false, beside watcher: Int? = nil, _ measure: () throws -> Row
  ) -> Row {
    do {
      let others = OtherWork(besides: watcher)
      var row = try measure()
      if !leavesWork { row.otherCores = others.cores() }
      return row
    } catch {
      return Row(what: what, vault: nil, failure: "\(error)")
    }
  }

  package var ratio: Double? {
    guard let vault, let peer, peer.value > 0 else { return nil }
    return vault.value / peer.value
  }

  /// As `ratio`, of processor time.
  package var processorRatio: Double? {
    guard let own = vault?.processorTime, let others = peer?.processorTime, others > 0 else { return nil }
    return own / others
  }

  package var verdict: Verdict {
    if failure != nil { return .failed }
    switch goal {
    case .ratio(let limit, let later)?:
      guard let ratio else { return .none }
      if ratio > limit { return .missed }
      return ratio > (later ?? limit) ? .okForNow : .ok
    case .value(let limit)?:
      guard let vault else { return .none }
      return vault.value <= limit ? .ok : .missed
    case nil:
      return .none
    }
  }
}

/// Rows that were measured on one vault.
package struct Block: Sendable {
  package let title: String
  /// What the title does not say; one line.
  package let detail: String
  /// How many notes the generated vault has; nil where the block is about something else.
  package let notes: Int?
  /// Lines on what was not measured, and why.
  package let remarks: [String]
  /// The goals are set for vaults of 30,000 notes and more; on smaller ones they are shown in brackets.
  package let goalsApply: Bool
  package var rows: [Row]

  package init(
    title: String, detail: String = "", notes: Int? = nil, goalsApply: Bool = true, remarks: [String] = [],
    rows: [Row] = []
  ) {
    self.title = title
    self.detail = detail
    self.notes = notes
    self.goalsApply = goalsApply
    self.remarks = remarks
    self.rows = rows
  }
}
