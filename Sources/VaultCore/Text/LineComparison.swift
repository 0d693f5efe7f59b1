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
    let (a, b) = (Lines(bytes: old, ranges: oldLines), Lines(bytes: new, ranges: newLines))
    let shorter = min(a.count, b.count)
    var start = 0
    while start < shorter, a[start] == b[start] { start += 1 }
    var end = 0
    while end < shorter - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
    // Equal lines get equal numbers, so that each line's bytes are looked at once.
    var numbers: [ComparedBytes: Int32] = [:]
    func number(of line: ComparedBytes) -> Int32 {
      if let number = numbers[line] { return number }
      let next = Int32(truncatingIfNeeded: numbers.count)
      numbers[line] = next
      return next
    }
    var alignment = LineAlignment(
      (start..<(a.count - end)).map { number(of: a[$0]) }, (start..<(b.count - end)).map { number(of: b[$0]) })
    alignment.align()
    var changes = Self.changes(alignment.inOld, alignment.inNew, start)
    Self.slide(&changes, a, b)
    self.changes = changes
  }

  /// The byte ranges of a text's lines, the line endings included.
  static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { bytes in
      var lines: [Range<Int>] = []
      var start = 0
      while start < bytes.count {
        let end = bytes.place(of: 0x0A, from: start).map { $0 + 1 } ?? bytes.count
        lines.append(start..<end)
        start = end
      }
      return lines
    }
  }

  /// The bytes of some lines of a text, `table` being all of its lines.
  static func bytes(of lines: Range<Int>, in table: [Range<Int>]) -> Range<Int> {
    func offset(_ line: Int) -> Int { line < table.count ? table[line].lowerBound : table.last?.upperBound ?? 0 }
    return offset(lines.lowerBound)..<offset(lines.upperBound)
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
  private static func slide(_ changes: inout [LineChange], _ old: Lines, _ new: Lines) {
    for next in changes.indices.reversed() {
      var change = changes[next]
      let limit = next + 1 < changes.count ? changes[next + 1].old.lowerBound : old.count
      while change.old.upperBound < limit, change.old.isEmpty || change.new.isEmpty {
        let same =
          change.old.isEmpty
          ? new[change.new.lowerBound] == new[change.new.upperBound]
          : old[change.old.lowerBound] == old[change.old.upperBound]
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

/// The lines of a text, each made when it is asked for.
private struct Lines {
  let bytes: [UInt8]
  let ranges: [Range<Int>]

  var count: Int { ranges.count }
  subscript(line: Int) -> ComparedBytes { ComparedBytes(bytes: bytes[ranges[line]]) }
}
