import Yams

/// Two changes of a note's front matter, key by key.
struct FrontMatterMerge {
  /// A key with its lines.
  private struct Part {
    var key: String
    /// With the comments right above it, to the next key's.
    var lines: Range<Int>
    var entry: FrontMatterLayout.Entry
  }

  private struct Side {
    var text: MergeText
    /// How many lines the front matter has, fences included.
    var count: Int
    var layout: FrontMatterLayout
    var parts: [Part] = []
    /// By key.
    var places: [String: Int] = [:]

    /// Nil for what cannot be told key by key: braces, what does not parse, a key that is there twice.
    init?(_ text: MergeText, count: Int) {
      self.text = text
      self.count = count
      // What it says is not lost: such front matter is merged line by line.
      do { layout = try FrontMatterLayout(Array(text.bytes(of: 0..<count))) } catch { return nil }
      if case .flow = layout.shape { return nil }
      for entry in layout.entries {
        var line = text.lines.partitioningIndex { $0.lowerBound > entry.keyRange.lowerBound } - 1
        guard line >= 0 else { return nil }
        let column = entry.keyRange.lowerBound - text.lines[line].lowerBound
        while line > 1, isComment(line - 1, at: column) { line -= 1 }
        if let last = parts.indices.last { parts[last].lines = parts[last].lines.lowerBound..<line }
        let key = FrontMatterMerge.folded(entry.key)
        guard places.updateValue(parts.count, forKey: key) == nil else { return nil }
        parts.append(Part(key: key, lines: line..<max(line, count - 1), entry: entry))
      }
    }

    /// A comment that stands where a key would is about the one below it; one that stands deeper may be text.
    private func isComment(_ line: Int, at column: Int) -> Bool {
      let bytes = text.bytes[text.lines[line]]
      return bytes.count > column && bytes.prefix(column).allSatisfy(\.isSpaceOrTab)
        && bytes[bytes.startIndex + column] == 0x23
    }

    /// The fence, and what stands before the first key.
    var head: Range<Int> { 0..<(parts.first?.lines.lowerBound ?? max(0, count - 1)) }
    var tail: Range<Int> { max(0, count - 1)..<count }

    func part(_ key: String) -> Part? { places[key].map { parts[$0] } }
  }

  private let sides: ThreeSides<Side>
  private let newest: Set<String>

  /// `counts`: how many lines the front matter of each text has, 0 without any. Nil where it cannot be told key by key.
  init?(_ texts: ThreeSides<MergeText>, counts: ThreeSides<Int>, newest: [String]) {
    guard let base = Side(texts.base, count: counts.base), let ours = Side(texts.ours, count: counts.ours),
      let theirs = Side(texts.theirs, count: counts.theirs)
    else { return nil }
    sides = ThreeSides(base, ours, theirs)
    self.newest = Set(newest.map(Self.folded))
  }

  static func folded(_ key: String) -> String { String(decoding: key.utf8.map(\.asciiLowered), as: UTF8.self) }

  /// The front matter in pieces; nil where what stands around the keys was changed in different ways.
  func pieces() -> [MergePiece]? {
    guard let head = around(\.head), let tail = around(\.tail) else { return nil }
    var pieces = [MergePiece(place: sides.map { $0.head }, text: head)]
    for key in order {
      // Where a text does not have the key, what comes next in it.
      let ends = pieces[pieces.count - 1].place.map { $0.upperBound..<$0.upperBound }
      let parts = sides.map { $0.part(key) }
      let place = ThreeSides(
        parts.base?.lines ?? ends.base, parts.ours?.lines ?? ends.ours, parts.theirs?.lines ?? ends.theirs)
      switch value(parts) {
      case .settled(let text): pieces.append(MergePiece(place: place, text: text))
      case .open: pieces.append(MergePiece(place: place, text: nil))
      }
    }
    pieces.append(MergePiece(place: sides.map { $0.tail }, text: tail))
    return pieces
  }

  private func around(_ lines: KeyPath<Side, Range<Int>>) -> [UInt8]? {
    let texts = sides.map { Array($0.text.bytes(of: $0[keyPath: lines])) }
    if let agreed = texts.agreed { return agreed }
    // Both put front matter where there was none, with fences that differ in their blanks.
    return sides.base.count == 0 && lines == \.tail ? UnitMerge.either(texts.ours, texts.theirs) : nil
  }

  /// All keys: in the order of the side that changed it, with the other's new ones behind those that stand before them
  /// there.
  private var order: [String] {
    func common(_ side: Side) -> [String] { side.parts.map(\.key).filter { sides.base.places[$0] != nil } }
    let kept = sides.base.parts.map(\.key).filter { sides.ours.places[$0] != nil }
    let isTheirs =
      common(sides.ours) == kept
      && common(sides.theirs) != sides.base.parts.map(\.key).filter { sides.theirs.places[$0] != nil }
    let (frame, other) = isTheirs ? (sides.theirs, sides.ours) : (sides.ours, sides.theirs)
    var behind: [String: [String]] = [:]
    var anchor = ""
    for key in other.parts.map(\.key) {
      if frame.places[key] != nil { anchor = key } else { behind[anchor, default: []].append(key) }
    }
    // The frame's own new keys come first behind a key that both have.
    var order: [String] = []
    var waiting = behind[""] ?? []
    for key in frame.parts.map(\.key) {
      if other.places[key] != nil {
        order += waiting
        waiting = behind[key] ?? []
      }
      order.append(key)
    }
    return order + waiting
  }

  private enum Outcome {
    case settled([UInt8])
    case open
  }

  private func value(_ parts: ThreeSides<Part?>) -> Outcome {
    let texts = ThreeSides(
      parts.base.map { Array(sides.base.text.bytes(of: $0.lines)) },
      parts.ours.map { Array(sides.ours.text.bytes(of: $0.lines)) },
      parts.theirs.map { Array(sides.theirs.text.bytes(of: $0.lines)) })
    if let agreed = texts.agreed { return .settled(agreed ?? []) }
    guard let ours = parts.ours, let theirs = parts.theirs, let mine = texts.ours, let other = texts.theirs else {
      return .open
    }
    let shared = [(sides.ours, ours), (sides.theirs, theirs)].contains { $0.0.layout.isShared($0.1.entry) }
    guard !shared, parts.base.map({ !sides.base.layout.isShared($0.entry) }) ?? true else { return .open }
    if newest.contains(ours.key), let later = later(ours.entry.value, theirs.entry.value) {
      return .settled(later ? mine : other)
    }
    if isUnshapedText(ours) || isUnshapedText(theirs) { return .open }
    let isOnlyBlank = [mine, other].map { text in texts.base.map { bare($0) == bare(text) } ?? false }
    switch (isOnlyBlank[0], isOnlyBlank[1]) {
    case (true, true): return .settled(UnitMerge.either(mine, other))
    case (true, false): return .settled(other)
    case (false, true): return .settled(mine)
    case (false, false): break
    }
    let given = ThreeSides(texts.base ?? [], mine, other)
    if let text = list(ThreeSides(parts.base, ours, theirs), given, isSwapped: false),
      list(ThreeSides(parts.base, ours, theirs), given, isSwapped: true) != nil
    {
      return .settled(text)
    }
    if let text = texts.base, let lines = ThreeWayMerge.merge(base: text, ours: mine, theirs: other) {
      return .settled(lines)
    }
    return .open
  }

  /// Both changes of a list; nil also where one side changed what stands around its values, as a comment. `isSwapped`: with the
  /// sides traded, which has to be right, too.
  private func list(_ parts: ThreeSides<Part?>, _ texts: ThreeSides<[UInt8]>, isSwapped: Bool) -> [UInt8]? {
    let (parts, texts) = (parts.swapped(if: isSwapped), texts.swapped(if: isSwapped))
    let sides = sides.swapped(if: isSwapped)
    guard let ours = parts.ours, let theirs = parts.theirs,
      let list = FrontMatterListMerge(
        base: parts.base.map { (sides.base.layout, $0.entry) }, ours: (sides.ours.layout, ours.entry),
        theirs: (sides.theirs.layout, theirs.entry)),
      let text = list.merged(lines: ThreeSides(0..<0, ours.lines, theirs.lines), in: sides.map(\.text)),
      MergeCheck(sides: texts.map { $0[...] }, result: text[...]).wordsAddUp
    else { return nil }
    return text
  }

  /// The lines without blanks at their ends, and without blank ones.
  private func bare(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    text.split(separator: 0x0A).map { $0.dropLast($0.reversed().prefix(while: \.isASCIIWhitespace).count) }
      .filter { !$0.isEmpty }
  }

  /// A `|` or `>` scalar, in which a line means what it means by its place.
  private func isUnshapedText(_ part: Part) -> Bool {
    guard let style = part.entry.node.scalar?.style else { return false }
    return style == .literal || style == .folded
  }

  /// True when ours is the later of two dates, false when theirs is; nil where one of them is no date, or both are the same.
  private func later(_ ours: PropertyValue, _ theirs: PropertyValue) -> Bool? {
    guard let mine = NoteDate(property: ours), let other = NoteDate(property: theirs) else { return nil }
    let (a, b) = (Self.milliseconds(mine), Self.milliseconds(other))
    if a != b { return a > b }
    // The same moment, written in two ways: which of them stays does not depend on the side it is on.
    return ours == theirs ? nil : "\(theirs)".utf8.lexicographicallyPrecedes("\(ours)".utf8)
  }

  private static func milliseconds(_ date: NoteDate) -> Int64 {
    switch date {
    case .instant(let milliseconds), .dateTime(let milliseconds): milliseconds
    case .date(let day): Int64(day.dayNumber) * 86_400_000
    }
  }
}
