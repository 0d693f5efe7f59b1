/// Two changes of one text put together, line by line.
package enum ThreeWayMerge {
  /// The text with the changes of both sides; nil when they changed the same or neighbouring lines in different ways.
  /// A change that both made counts once. Never has marks of a conflict in it, and every byte comes from one of the
  /// three texts.
  ///
  /// Which lines are which is found by comparing, so of equal lines one may be taken for another: lines beside each
  /// other count as neighbours for that reason.
  package static func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    if ours == base || ours == theirs { return theirs }
    if theirs == base { return ours }
    let mine = LineComparison(old: base, new: ours)
    let other = LineComparison(old: base, new: theirs)
    var (my, their) = (mine.changes[...], other.changes[...])
    var result: [UInt8] = []
    var end = 0
    while let start = [my.first, their.first].compactMap({ $0?.old.lowerBound }).min() {
      // A region of the base within which changes touch, and what each side made of it.
      var region = start..<start
      let (myStart, theirStart) = (my.startIndex, their.startIndex)
      var grows = true
      while grows {
        grows = false
        while let change = my.first, change.old.lowerBound <= region.upperBound {
          region = start..<max(region.upperBound, change.old.upperBound)
          my = my.dropFirst()
          grows = true
        }
        while let change = their.first, change.old.lowerBound <= region.upperBound {
          region = start..<max(region.upperBound, change.old.upperBound)
          their = their.dropFirst()
          grows = true
        }
      }
      let mineHere = mine.text(of: region, mine.changes[myStart..<my.startIndex], in: ours)
      let theirsHere = other.text(of: region, other.changes[theirStart..<their.startIndex], in: theirs)
      result += base[mine.bytes(of: end..<start, mine.oldLines, in: base)]
      switch (mineHere, theirsHere) {
      case (let text?, nil), (nil, let text?): result += text
      case (let text?, let same?) where text == same: result += text
      default: return nil
      }
      end = region.upperBound
    }
    return result + base[mine.bytes(of: end..<mine.oldLines.count, mine.oldLines, in: base)]
  }
}

extension LineComparison {
  /// What stands in the new text where `region` stood in the old; nil when none of its lines changed. The changes are
  /// all those within the region, in order.
  fileprivate func text(of region: Range<Int>, _ changes: ArraySlice<LineChange>, in new: [UInt8]) -> ArraySlice<UInt8>?
  {
    guard let first = changes.first, let last = changes.last else { return nil }
    let start = first.new.lowerBound - (first.old.lowerBound - region.lowerBound)
    let end = last.new.upperBound + (region.upperBound - last.old.upperBound)
    return new[bytes(of: start..<end, newLines, in: new)]
  }

  fileprivate func bytes(of lines: Range<Int>, _ table: [Range<Int>], in text: [UInt8]) -> Range<Int> {
    func offset(_ line: Int) -> Int { line < table.count ? table[line].lowerBound : text.count }
    return offset(lines.lowerBound)..<offset(lines.upperBound)
  }
}
