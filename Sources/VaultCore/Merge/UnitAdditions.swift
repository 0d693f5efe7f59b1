/// What both sides put in at one place.
struct UnitAdditions {
  /// True when paragraphs are both meant, as in journals.
  let appends: Bool
  let bodies: (ours: MergeBody, theirs: MergeBody)
  /// The blank lines before either.
  let leads: (ours: [UInt8], theirs: [UInt8])

  private struct Part {
    var lead: [UInt8] = []
    var text: [UInt8]
    /// The blank lines behind it.
    var blanks: [UInt8]
    var unit: MergeUnit
  }

  /// Both texts, ours first, what is alike once; nil where a person has to say what is meant. Neither is empty.
  func both(_ ours: [MergeUnit], _ theirs: [MergeUnit]) -> [UInt8]? {
    let (mine, others) = (parts(ours, bodies.ours, leads.ours), parts(theirs, bodies.theirs, leads.theirs))
    let most = min(mine.count, others.count)
    var (first, last) = (0, 0)
    while first < most, mine[first].unit.isAlike(others[first].unit) { first += 1 }
    while last < most - first, mine[mine.count - 1 - last].unit.isAlike(others[others.count - 1 - last].unit) {
      last += 1
    }
    let before = zip(mine.prefix(first), others.prefix(first)).map(either)
    let after = zip(mine.suffix(last), others.suffix(last)).map(either)
    func middle(_ parts: [Part]) -> [Part] { Array(parts[first..<parts.count - last]) }
    guard let between = joined(middle(mine), middle(others)) else { return nil }
    return (before + between + after).flatMap { $0.lead + $0.text + $0.blanks }
  }

  private func parts(_ units: [MergeUnit], _ body: MergeBody, _ lead: [UInt8]) -> [Part] {
    units.enumerated().map { index, unit in
      Part(
        lead: index == 0 ? lead : [], text: Array(body.text.bytes(of: unit.lines)),
        blanks: Array(body.text.bytes(of: unit.lines.upperBound..<unit.end)), unit: unit)
    }
  }

  private func either(_ a: Part, _ b: Part) -> Part {
    Part(
      lead: UnitMerge.either(a.lead, b.lead), text: UnitMerge.either(a.text, b.text),
      blanks: UnitMerge.either(a.blanks, b.blanks), unit: a.unit)
  }

  private func joined(_ ours: [Part], _ theirs: [Part]) -> [Part]? {
    guard let mine = ours.first?.unit, let other = theirs.first?.unit else { return ours + theirs }
    if mine.kind.isListed, (ours + theirs).allSatisfy({ $0.unit.kind == mine.kind }) { return listed(ours, theirs) }
    let (levels, otherLevels) = (levels(ours), levels(theirs))
    switch (mine.kind, other.kind) {
    case (.heading(let level), .heading(let otherLevel)):
      // A deeper section belongs to what stands before both.
      guard levels.allSatisfy({ $0 >= level }), otherLevels.allSatisfy({ $0 >= otherLevel }),
        Set(titles(ours)).isDisjoint(with: titles(theirs))
      else { return nil }
      return otherLevel > level ? behind(theirs, ours) : behind(ours, theirs)
    case (.heading, _): return otherLevels.isEmpty ? behind(theirs, ours) : nil
    case (_, .heading): return levels.isEmpty ? behind(ours, theirs) : nil
    default: return appends && levels.isEmpty && otherLevels.isEmpty ? behind(ours, theirs) : nil
    }
  }

  private func levels(_ parts: [Part]) -> [Int] {
    parts.compactMap { if case .heading(let level) = $0.unit.kind { level } else { nil } }
  }

  private func titles(_ parts: [Part]) -> [[UInt8]] {
    parts.compactMap { $0.unit.kind.isHeading ? $0.unit.text : nil }
  }

  /// Items, rows or definitions alone; nil where two of them are called alike and are not.
  private func listed(_ ours: [Part], _ theirs: [Part]) -> [Part]? {
    guard let first = ours.first, let otherFirst = theirs.first, let last = ours.last, let otherLast = theirs.last
    else {
      return nil
    }
    let texts = Set(ours.map(\.unit.text))
    let new = theirs.filter { !texts.contains($0.unit.text) }
    let keys = Set(ours.compactMap { bodies.ours.key(of: $0.unit) })
    guard !new.contains(where: { bodies.theirs.key(of: $0.unit).map(keys.contains) ?? false }) else { return nil }
    // What is nested deeper belongs to what stands before both.
    var all = otherFirst.unit.depth > first.unit.depth ? new + ours : ours + new
    // Blank lines around the list stay around it.
    let lead = [first.lead, otherFirst.lead].max { $0.count < $1.count } ?? []
    let blanks = [last.blanks, otherLast.blanks].max { $0.count < $1.count } ?? []
    for index in all.indices { all[index].lead = index == 0 ? lead : [] }
    let isLoose = ours.dropLast().contains { !$0.blanks.isEmpty } || theirs.dropLast().contains { !$0.blanks.isEmpty }
    if !isLoose {
      for index in all.indices { all[index].blanks = [] }
    }
    all[all.count - 1].blanks = blanks
    return all
  }

  /// One behind the other, a blank line between them.
  private func behind(_ first: [Part], _ second: [Part]) -> [Part] {
    var first = first
    if let last = first.last, last.blanks.isEmpty, second.first?.lead.isEmpty ?? true {
      first[first.count - 1].blanks = Array(last.text.suffix(last.text.suffix(2).first == 0x0D ? 2 : 1))
    }
    return first + second
  }
}

extension MergeUnit {
  func isAlike(_ other: MergeUnit) -> Bool { kind == other.kind && text == other.text }
}

extension MergeUnit.Kind {
  var isHeading: Bool { if case .heading = self { true } else { false } }
}
