/// An open place of a body, settled unit by unit: each by itself, with what both sides put in behind what is there.
struct UnitMerge {
  let bodies: ThreeSides<MergeBody>
  let options: NoteMerge.Options
  private let taskLines: TaskLineMerge

  init(bodies: ThreeSides<MergeBody>, options: NoteMerge.Options) {
    self.init(bodies, options, TaskLineMerge(statuses: options.statuses))
  }

  private init(_ bodies: ThreeSides<MergeBody>, _ options: NoteMerge.Options, _ taskLines: TaskLineMerge) {
    (self.bodies, self.options, self.taskLines) = (bodies, options, taskLines)
  }

  private struct Side {
    var body: MergeBody
    var blanks: Range<Int>
    var units: [MergeUnit]
    var matching: UnitMatching
    /// For each unit the nearest one before it that it is nested in, among the items of the place.
    var parents: [Int?]

    init(_ body: MergeBody, _ lines: Range<Int>, base: [MergeUnit], in baseBody: MergeBody) {
      self.body = body
      (blanks, units) = body.units(lines)
      matching = UnitMatching(base: base, in: baseBody, changed: units, in: body)
      var open: [Int] = []
      parents = []
      for (index, unit) in units.enumerated() {
        while let last = open.last, units[last].depth >= unit.depth { open.removeLast() }
        parents.append(open.last)
        if unit.kind == .item { open.append(index) }
      }
    }

    var hasAdditions: Bool { matching.inBase.contains { $0 == nil } }
  }

  /// The place in pieces, some of which may be open still, and the same with the sides traded; nil where it stays open as it
  /// is.
  func merged(_ place: ThreeSides<Range<Int>>) -> (pieces: [MergePiece], traded: [MergePiece])? {
    let traded = UnitMerge(bodies.swapped(), options, taskLines)
    if let text = withoutBlankChanges(place), let other = traded.withoutBlankChanges(place.swapped()) {
      return ([MergePiece(place: place, text: text)], [MergePiece(place: place.swapped(), text: other)])
    }
    let (blanks, base) = bodies.base.units(place.base)
    let ours = Side(bodies.ours, place.ours, base: base, in: bodies.base)
    let theirs = Side(bodies.theirs, place.theirs, base: base, in: bodies.base)
    guard let pieces = merged(place, blanks, base, ours, theirs),
      let other = traded.merged(place.swapped(), blanks, base, theirs, ours)
    else { return nil }
    return (pieces, other)
  }

  private func merged(
    _ place: ThreeSides<Range<Int>>, _ blanks: Range<Int>, _ base: [MergeUnit], _ ours: Side, _ theirs: Side
  ) -> [MergePiece]? {
    let isAddition = base.isEmpty && [ours, theirs].contains { $0.units.first?.kind.isHeading == true }
    let isOpaque = [base, ours.units, theirs.units].joined().contains { $0.kind == .opaque }
    guard isAddition || !isOpaque else { return nil }
    // What one side moved stands where it moved it; two who both did that cannot be followed.
    let isSwapped = !theirs.matching.isInOrder
    guard !isSwapped || ours.matching.isInOrder else { return nil }
    var run = Run(
      merge: self, base: base, frame: isSwapped ? theirs : ours, other: isSwapped ? ours : theirs, isSwapped: isSwapped,
      start: place)
    let leads = ThreeSides(
      bodies.base.text.bytes(of: blanks), ours.body.text.bytes(of: ours.blanks),
      theirs.body.text.bytes(of: theirs.blanks))
    // Before what is put in where nothing was, they are part of it.
    if base.isEmpty { run.leads = leads } else { run.append(Self.blanks(leads)) }
    return run.pieces()
  }

  // MARK: Blanks

  /// What the other side made of it where one side changed nothing but blanks at the ends of lines, and blank lines.
  private func withoutBlankChanges(_ place: ThreeSides<Range<Int>>) -> [UInt8]? {
    let bodies = ThreeSides((bodies.base, place.base), (bodies.ours, place.ours), (bodies.theirs, place.theirs))
    // In code they may mean something.
    guard bodies.all.allSatisfy({ body, lines in !lines.contains(where: body.isOpaque) }) else { return nil }
    let texts = bodies.map { body, lines in Array(body.text.bytes(of: lines)) }
    let bare = bodies.map { body, lines in
      lines.flatMap { number in
        let line = body.text.bytes[body.text.lines[number]]
        return line.allSatisfy(\.isASCIIWhitespace) ? [] : Self.withoutBlanksAtEnd(line) + [0x0A]
      }
    }
    if bare.ours == bare.theirs { return texts.agreed ?? Self.either(texts.ours, texts.theirs) }
    if bare.ours == bare.base { return texts.theirs }
    return bare.theirs == bare.base ? texts.ours : nil
  }

  private static func withoutBlanksAtEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.dropLast(line.reversed().prefix(while: \.isASCIIWhitespace).count)
  }

  /// One of two texts that say the same, whichever side it is on.
  static func either<Bytes: Collection<UInt8>>(_ a: Bytes, _ b: Bytes) -> Bytes {
    if a.count != b.count { return a.count < b.count ? a : b }
    return b.lexicographicallyPrecedes(a) ? b : a
  }

  static func blanks(_ sides: ThreeSides<ArraySlice<UInt8>>) -> [UInt8] {
    Array(sides.agreed ?? either(sides.ours, sides.theirs))
  }

  // MARK: One unit

  /// Whole lines, without the blank ones behind them; nil where both sides changed the unit in different ways.
  func merged(_ units: ThreeSides<MergeUnit>) -> [UInt8]? {
    let bodies = ThreeSides((bodies.base, units.base), (bodies.ours, units.ours), (bodies.theirs, units.theirs))
    let texts = bodies.map { body, unit in Array(body.text.bytes(of: unit.lines)) }
    if units.ours.text == units.theirs.text { return texts.agreed ?? Self.either(texts.ours, texts.theirs) }
    if units.ours.text == units.base.text { return texts.theirs }
    if units.theirs.text == units.base.text { return texts.ours }
    return mergedLine(units) ?? mergedProse(units)
  }

  /// An item whose first line both sides changed.
  private func mergedLine(_ units: ThreeSides<MergeUnit>) -> [UInt8]? {
    guard units.all.allSatisfy({ $0.kind == .item }) else { return nil }
    let bodies = ThreeSides((bodies.base, units.base), (bodies.ours, units.ours), (bodies.theirs, units.theirs))
    let firsts = bodies.map { body, unit in body.item(unit.lines.lowerBound) }
    let rests = bodies.map { body, unit in body.text.bytes(of: unit.lines.lowerBound + 1..<unit.lines.upperBound) }
    let endings = bodies.map { body, unit in
      let line = body.text.lines[unit.lines.lowerBound]
      return body.text.bytes[MergeBody.contentEnd(line, in: body.text.bytes)..<line.upperBound]
    }
    guard let base = firsts.base, let ours = firsts.ours, let theirs = firsts.theirs, let rest = rests.agreed,
      let line = taskLines.merged(ThreeSides(base, ours, theirs))
    else { return nil }
    return line + Self.blanks(endings) + rest
  }

  /// A paragraph, or an item that is no task, of which both sides changed sentences.
  private func mergedProse(_ units: ThreeSides<MergeUnit>) -> [UInt8]? {
    guard units.all.allSatisfy({ $0.kind == units.base.kind }), [.item, .paragraph].contains(units.base.kind) else {
      return nil
    }
    let bodies = ThreeSides((bodies.base, units.base), (bodies.ours, units.ours), (bodies.theirs, units.theirs))
    guard
      bodies.all.allSatisfy({ body, unit in
        !unit.lines.contains { body.isOpaque($0) || body.line($0)?.kind == .task }
      })
    else { return nil }
    let texts = bodies.map { body, unit in body.text.bytes(of: unit.lines) }
    let endings = bodies.map { body, unit in
      let line = body.text.lines[unit.lines.upperBound - 1]
      return body.text.bytes[MergeBody.contentEnd(line, in: body.text.bytes)..<line.upperBound]
    }
    let bare = ThreeSides(
      texts.base.dropLast(endings.base.count), texts.ours.dropLast(endings.ours.count),
      texts.theirs.dropLast(endings.theirs.count))
    return SentenceMerge(byWords: options.prose == .words).merged(bare).map { $0 + Self.blanks(endings) }
  }

  // MARK: All units of a place

  /// One pass over the units of the side whose order stays.
  private struct Run {
    let merge: UnitMerge
    let base: [MergeUnit]
    let frame: Side
    let other: Side
    /// True when `frame` is theirs.
    let isSwapped: Bool
    let start: ThreeSides<Range<Int>>
    /// The blank lines before what each side put in at the beginning.
    var leads = ThreeSides<ArraySlice<UInt8>>([], [], [])
    private var done: [MergePiece] = []

    init(
      merge: UnitMerge, base: [MergeUnit], frame: Side, other: Side, isSwapped: Bool, start: ThreeSides<Range<Int>>
    ) {
      (self.merge, self.base, self.frame, self.other) = (merge, base, frame, other)
      (self.isSwapped, self.start) = (isSwapped, start)
    }

    mutating func append(_ text: [UInt8]) {
      guard !text.isEmpty else { return }
      let ends = ends
      done.append(MergePiece(place: ends, text: text))
    }

    /// Where the next lines begin in each text.
    private var ends: ThreeSides<Range<Int>> {
      (done.last?.place ?? start.map { $0.lowerBound..<$0.lowerBound }).map { $0.upperBound..<$0.upperBound }
    }

    /// `ours` and `theirs` by what they are here: those of the side whose order stays, and of the other.
    private mutating func open(base: Range<Int>?, frame: Range<Int>?, other: Range<Int>?) {
      let ends = ends.swapped(if: isSwapped)
      let place = ThreeSides(base ?? ends.base, frame ?? ends.ours, other ?? ends.theirs)
      done.append(MergePiece(place: place.swapped(if: isSwapped), text: nil))
    }

    /// Units of the other side in their order, each behind the nearest unit before it that both sides still have.
    private struct Behind {
      var added: [MergeUnit] = []
      /// Changed by the other side and removed by this one.
      var lost: [(base: Int, unit: MergeUnit)] = []
    }

    mutating func pieces() -> [MergePiece]? {
      guard keepsParents(of: frame, in: other), keepsParents(of: other, in: frame) else { return nil }
      var behind: [Int: Behind] = [:]
      var anchor = -1
      var removals = false
      for (index, unit) in other.units.enumerated() {
        guard let old = other.matching.inBase[index] else {
          behind[anchor, default: Behind()].added.append(unit)
          continue
        }
        if frame.matching.inChanged[old] != nil {
          anchor = old
        } else if unit.text != base[old].text {
          behind[anchor, default: Behind()].lost.append((old, unit))
          removals = true
        }
      }
      for (index, unit) in frame.units.enumerated() {
        guard let old = frame.matching.inBase[index], other.matching.inChanged[old] == nil else { continue }
        removals = removals || unit.text != base[old].text
      }
      // What was put in may be what a unit was rewritten to: by one side where the other changed it, or by both.
      if removals, frame.hasAdditions || other.hasAdditions { return nil }
      let bothRemoved = base.indices.contains {
        frame.matching.inChanged[$0] == nil && other.matching.inChanged[$0] == nil
      }
      if bothRemoved, frame.hasAdditions, other.hasAdditions { return nil }
      var index = 0
      anchor = -1
      while true {
        var added: [MergeUnit] = []
        while index < frame.units.count {
          let unit = frame.units[index]
          if let old = frame.matching.inBase[index] {
            // One that the other side removed has nothing behind it: what follows stands behind the one before.
            guard other.matching.inChanged[old] == nil else { break }
            if unit.text != base[old].text { open(base: base[old].all, frame: unit.all, other: nil) }
          } else {
            added.append(unit)
          }
          index += 1
        }
        let rest = behind[anchor] ?? Behind()
        guard add(added, rest.added) else { return nil }
        for (old, unit) in rest.lost { open(base: base[old].all, frame: nil, other: unit.all) }
        guard index < frame.units.count, let old = frame.matching.inBase[index] else { return done }
        put(frame.units[index], old)
        anchor = old
        index += 1
      }
    }

    /// False where a unit that one side put into an item's list would come to stand in another, the item being gone.
    private func keepsParents(of side: Side, in other: Side) -> Bool {
      side.units.indices.allSatisfy { index in
        guard side.matching.inBase[index] == nil, let parent = side.parents[index],
          let old = side.matching.inBase[parent]
        else { return true }
        return other.matching.inChanged[old] != nil
      }
    }

    private mutating func put(_ unit: MergeUnit, _ old: Int) {
      guard let place = other.matching.inChanged[old] else { return }
      let units = ThreeSides(base[old], unit, other.units[place]).swapped(if: isSwapped)
      guard let text = merge.merged(units) else {
        return open(base: base[old].all, frame: unit.all, other: other.units[place].all)
      }
      let (bodies, ranges) = (merge.bodies, units.map { $0.lines.upperBound..<$0.end })
      let blanks = ThreeSides(
        bodies.base.text.bytes(of: ranges.base), bodies.ours.text.bytes(of: ranges.ours),
        bodies.theirs.text.bytes(of: ranges.theirs))
      done.append(MergePiece(place: units.map(\.all), text: text + UnitMerge.blanks(blanks)))
    }

    /// False where the whole place stays open.
    private mutating func add(_ frame: [MergeUnit], _ other: [MergeUnit]) -> Bool {
      guard let first = frame.first, let last = frame.last, let otherFirst = other.first, let otherLast = other.last
      else {
        let lead = frame.isEmpty == isSwapped ? leads.ours : leads.theirs
        if !frame.isEmpty || !other.isEmpty { append(Array(lead)) }
        for unit in frame { append(unit, isFrame: true) }
        for unit in other { append(unit, isFrame: false) }
        return true
      }
      let lines = (first.lines.lowerBound..<last.end, otherFirst.lines.lowerBound..<otherLast.end)
      let additions = UnitAdditions(
        appends: merge.options.appends, bodies: (merge.bodies.ours, merge.bodies.theirs),
        leads: (Array(leads.ours), Array(leads.theirs)))
      if let text = isSwapped ? additions.both(other, frame) : additions.both(frame, other) {
        let place = ThreeSides(ends.base, lines.0, lines.1)
        done.append(MergePiece(place: place.swapped(if: isSwapped), text: text))
      } else {
        if base.isEmpty { return false }
        open(base: nil, frame: lines.0, other: lines.1)
      }
      return true
    }

    private mutating func append(_ unit: MergeUnit, isFrame: Bool) {
      let ends = ends.swapped(if: isSwapped)
      let body = isFrame ? frame.body : other.body
      let place = ThreeSides(ends.base, isFrame ? unit.all : ends.ours, isFrame ? ends.theirs : unit.all)
      done.append(
        MergePiece(place: place.swapped(if: isSwapped), text: Array(body.text.bytes(of: unit.all))))
    }
  }
}
