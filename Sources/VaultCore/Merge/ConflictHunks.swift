/// A merge of three texts as git answers it with all three shown at each open place: between marks of one length, which no
/// line of the texts begins with.
struct ConflictHunks {
  enum Part: Equatable {
    case settled([UInt8])
    case open(ThreeSides<[UInt8]>)
  }

  let parts: [Part]

  /// Longer marks than this are not asked for.
  private static let longestMark = 1_024

  /// The length of marks that no line of these texts begins with; nil where it would be beyond all sense.
  static func markerSize(for texts: ThreeSides<[UInt8]>) -> Int? {
    let longest = texts.all.map(longestRun).max() ?? 0
    let size = max(longest + 1, ConflictMarkers.usualSize)
    return size <= longestMark ? size : nil
  }

  /// The longest run of one sign of a mark at the beginning of a line.
  private static func longestRun(_ text: [UInt8]) -> Int {
    text.withUnsafeBufferPointer { text in
      var (longest, start) = (0, 0)
      while start < text.count {
        let first = text[start]
        var end = start + 1
        if ConflictMarkers.signs.contains(first) {
          while end < text.count, text[end] == first { end += 1 }
          longest = max(longest, end - start)
        }
        guard let newline = text.place(of: 0x0A, from: end - 1) else { break }
        start = newline + 1
      }
      return longest
    }
  }

  /// Nil for what is no such answer.
  init?(_ answer: [UInt8], markerSize: Int) {
    var parts: [Part] = []
    var settled: [UInt8] = []
    func endSettled() {
      if !settled.isEmpty { parts.append(.settled(settled)) }
      settled = []
    }
    var sides = ThreeSides<[UInt8]>([], [], [])
    // The mark that was read last, nil outside of open places.
    var mark: UInt8?
    for range in LineComparison.lines(of: answer) {
      let line = answer[range]
      switch (Self.mark(line, markerSize), mark) {
      case (nil, nil): settled += line
      case (nil, 0x3C?): sides.ours += line
      case (nil, 0x7C?): sides.base += line
      case (nil, 0x3D?): sides.theirs += line
      case (0x3C?, nil):
        mark = 0x3C
      case (0x7C?, 0x3C?): mark = 0x7C
      case (0x3D?, 0x7C?): mark = 0x3D
      case (0x3E?, 0x3D?):
        // Without the base, git would not show a place that both sides made alike.
        if sides.ours == sides.theirs {
          settled += sides.ours
        } else {
          endSettled()
          parts.append(.open(sides))
        }
        (sides, mark) = (ThreeSides([], [], []), nil)
      default: return nil
      }
    }
    guard mark == nil else { return nil }
    endSettled()
    self.parts = parts
  }

  private static func mark(_ line: ArraySlice<UInt8>, _ size: Int) -> UInt8? {
    guard let sign = line.first, ConflictMarkers.signs.contains(sign), line.count > size,
      line.prefix(size).allSatisfy({ $0 == sign })
    else { return nil }
    return sign
  }

  /// The whole text; nil where a place is open.
  var settledText: [UInt8]? {
    var text: [UInt8] = []
    for part in parts {
      guard case .settled(let bytes) = part else { return nil }
      text += bytes
    }
    return text
  }

  // MARK: Places

  /// The parts with the lines of the texts that they are about; nil where these cannot be told.
  ///
  /// Git does not say where in base and theirs a place is. Each text is compared with what the answer would be if it were
  /// chosen everywhere: around an open place stand lines that all three texts have.
  func pieces(in texts: ThreeSides<MergeText>) -> [MergePiece]? {
    guard let base = places(of: \.base, in: texts.base), let ours = places(of: \.ours, in: texts.ours),
      let theirs = places(of: \.theirs, in: texts.theirs)
    else { return nil }
    return parts.indices.map { index in
      let text: [UInt8]? = if case .settled(let text) = parts[index] { text } else { nil }
      return MergePiece(place: ThreeSides(base[index], ours[index], theirs[index]), text: text)
    }
  }

  /// The lines of each part in one of the texts.
  private func places(of side: KeyPath<ThreeSides<[UInt8]>, [UInt8]>, in text: MergeText) -> [Range<Int>]? {
    let chosen = parts.map { part in
      switch part {
      case .settled(let text): text
      case .open(let sides): sides[keyPath: side]
      }
    }
    let map = LineMap(LineComparison(old: chosen.reduce(into: []) { $0 += $1 }, new: text.bytes))
    var open: [Range<Int>?] = []
    var line = 0
    for (index, bytes) in chosen.enumerated() {
      let lines = line..<line + LineComparison.lines(of: bytes).count
      line = lines.upperBound
      guard case .open = parts[index] else {
        open.append(nil)
        continue
      }
      guard let start = map.start(of: lines, isFirst: index == 0, isLast: index == parts.count - 1),
        start >= 0, start + lines.count <= text.lines.count,
        text.bytes(of: start..<start + lines.count).elementsEqual(bytes)
      else { return nil }
      open.append(start..<start + lines.count)
    }
    // What is settled lies between.
    var places: [Range<Int>] = []
    for index in open.indices {
      let start = places.last?.upperBound ?? 0
      let next = index + 1 < open.count ? open[index + 1]?.lowerBound : text.lines.count
      let end = open[index]?.upperBound ?? next ?? start
      guard open[index] == nil || open[index]?.lowerBound == start, start <= end else { return nil }
      places.append(start..<end)
    }
    return places.last.map { $0.upperBound == text.lines.count } ?? text.lines.isEmpty ? places : nil
  }

  /// Where lines of one text stand in another.
  private struct LineMap {
    let changes: [LineChange]
    let count: (old: Int, new: Int)

    init(_ comparison: LineComparison) {
      changes = comparison.changes
      count = (comparison.oldLines.count, comparison.newLines.count)
    }

    /// The line of the other text; nil for one that it does not have.
    private func place(of line: Int) -> Int? {
      let index = changes.partitioningIndex { $0.old.upperBound > line }
      if index < changes.count, changes[index].old.contains(line) { return nil }
      return index == 0 ? line : line - changes[index - 1].old.upperBound + changes[index - 1].new.upperBound
    }

    /// Where some lines begin in the other text, by the line before them, else by the one behind them.
    func start(of lines: Range<Int>, isFirst: Bool, isLast: Bool) -> Int? {
      if isFirst { return 0 }
      if let before = place(of: lines.lowerBound - 1) { return before + 1 }
      if isLast { return count.new - lines.count }
      return lines.upperBound < count.old ? place(of: lines.upperBound).map { $0 - lines.count } : nil
    }
  }
}
