/// Lines of one text that stand in the place of lines of another. Line numbers count from 0.
package struct LineChange: Hashable, Sendable {
  package var old: Range<Int>
  package var new: Range<Int>
}

/// Two texts line by line, and where they differ. A line ends at LF alone, as for `diff` and git: a carriage return
/// belongs to its line, and a last line without an LF differs from the same line with one.
package struct LineComparison: Sendable {
  /// Byte ranges, the line endings included.
  package let oldLines: [Range<Int>]
  package let newLines: [Range<Int>]
  /// In order, none touching the next; what is between two of them is equal. With the smallest possible number of
  /// lines in them as long as the texts' difference is small enough to find it (see `LineAlignment`).
  package let changes: [LineChange]

  package init(old: [UInt8], new: [UInt8]) {
    oldLines = Self.lines(of: old)
    newLines = Self.lines(of: new)
    var numbers = LineNumbers()
    let shorter = min(oldLines.count, newLines.count)
    var start = 0
    while start < shorter, Self.equal(old[oldLines[start]], new[newLines[start]]) { start += 1 }
    var end = 0
    while end < shorter - start,
      Self.equal(old[oldLines[oldLines.count - 1 - end]], new[newLines[newLines.count - 1 - end]])
    { end += 1 }
    let a = oldLines[start..<(oldLines.count - end)].map { numbers.number(of: old[$0]) }
    let b = newLines[start..<(newLines.count - end)].map { numbers.number(of: new[$0]) }
    var alignment = LineAlignment(a, b)
    alignment.align()
    var changes = Self.changes(alignment.inOld, alignment.inNew, start)
    let (oldLines, newLines) = (oldLines, newLines)
    Self.slide(
      &changes, oldCount: oldLines.count,
      equalOld: { Self.equal(old[oldLines[$0]], old[oldLines[$1]]) },
      equalNew: { Self.equal(new[newLines[$0]], new[newLines[$1]]) })
    self.changes = changes
  }

  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { bytes in
      var lines: [Range<Int>] = []
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
        lines.append(start..<end)
        start = end
      }
      return lines
    }
  }

  private static func equal(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
    a.count == b.count && a.withUnsafeBytes { a in b.withUnsafeBytes { a.elementsEqual($0) } }
  }

  private static func changes(_ inOld: [Bool], _ inNew: [Bool], _ offset: Int) -> [LineChange] {
    var changes: [LineChange] = []
    var (i, j) = (0, 0)
    while i < inOld.count || j < inNew.count {
      let (oldStart, newStart) = (i, j)
      while i < inOld.count, inOld[i] { i += 1 }
      while j < inNew.count, inNew[j] { j += 1 }
      if i > oldStart || j > newStart {
        changes.append(LineChange(old: oldStart + offset..<i + offset, new: newStart + offset..<j + offset))
      }
      while i < inOld.count, j < inNew.count, !inOld[i], !inNew[j] {
        i += 1
        j += 1
      }
    }
    return changes
  }

  /// Moves what was only added or only taken away as far down as it means the same, as `diff` and git do: of three
  /// equal lines where there were two, the last is the new one.
  private static func slide(
    _ changes: inout [LineChange], oldCount: Int, equalOld: (Int, Int) -> Bool, equalNew: (Int, Int) -> Bool
  ) {
    var next = changes.count
    while next > 0 {
      next -= 1
      var change = changes[next]
      let limit = next + 1 < changes.count ? changes[next + 1].old.lowerBound : oldCount
      while change.old.upperBound < limit, change.old.isEmpty || change.new.isEmpty {
        let same =
          change.old.isEmpty
          ? equalNew(change.new.lowerBound, change.new.upperBound)
          : equalOld(change.old.lowerBound, change.old.upperBound)
        guard same else { break }
        change.old = change.old.lowerBound + 1..<change.old.upperBound + 1
        change.new = change.new.lowerBound + 1..<change.new.upperBound + 1
      }
      changes[next] = change
      if next + 1 < changes.count, change.old.upperBound == limit {
        changes[next].old = change.old.lowerBound..<changes[next + 1].old.upperBound
        changes[next].new = change.new.lowerBound..<changes[next + 1].new.upperBound
        changes.remove(at: next + 1)
      }
    }
  }
}

/// Equal lines get equal numbers, so that each line's bytes are looked at once.
private struct LineNumbers {
  private struct Key: Hashable {
    let line: ArraySlice<UInt8>

    static func == (a: Key, b: Key) -> Bool {
      a.line.count == b.line.count
        && a.line.withUnsafeBytes { a in b.line.withUnsafeBytes { a.elementsEqual($0) } }
    }

    func hash(into hasher: inout Hasher) {
      line.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var numbers: [Key: Int32] = [:]

  mutating func number(of line: ArraySlice<UInt8>) -> Int32 {
    let next = Int32(truncatingIfNeeded: numbers.count)
    let key = Key(line: line)
    if let number = numbers[key] { return number }
    numbers[key] = next
    return next
  }
}
