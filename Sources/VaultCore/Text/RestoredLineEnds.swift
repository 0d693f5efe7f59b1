extension LineEnding {
  /// `text` with the line ends, the byte order mark and the control characters of `base`, of which it is an edit that knows LF
  /// alone: a text field of a page changes every line end, and drops a byte order mark. Lines that are in both have the end
  /// that they had, and others that of the base's first line.
  package static func restored(in text: [UInt8], from base: [UInt8]) -> [UInt8] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let (hasMark, textHasMark) = (base.starts(with: mark), text.starts(with: mark))
    let body = hasMark ? Array(base.dropFirst(3)) : base
    let plain = LineEnding.lf.applied(to: textHasMark ? Array(text.dropFirst(3)) : text)
    let start: [UInt8] = hasMark || textHasMark ? mark : []
    guard body.contains(0x0D) else { return start + plain }
    let known = LineEnding.lf.applied(to: body)
    let usual = LineEnding(of: body)
    // Both have as many lines: a line ends at LF, with CR before it or not.
    let ends = LineComparison(old: body, new: body)
    let comparison = LineComparison(old: known, new: plain)
    var result = start
    var old = 0
    func put(new line: Int) { result += usual.applied(to: Array(plain[comparison.newLines[line]])) }
    var line = 0
    for change in comparison.changes {
      while old < change.old.lowerBound {
        result += body[ends.oldLines[old]]
        old += 1
        line += 1
      }
      for new in change.new { put(new: new) }
      (old, line) = (change.old.upperBound, change.new.upperBound)
    }
    while line < comparison.newLines.count {
      result += body[ends.oldLines[old]]
      old += 1
      line += 1
    }
    return result
  }
}
