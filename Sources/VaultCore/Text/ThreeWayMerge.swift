/// Two changes of one text put together, line by line.
package enum ThreeWayMerge {
  /// The text with the changes of both sides; nil when they changed the same lines in different ways, or neighbouring ones
  /// of which one side made more or fewer.
  /// A change that both made counts once. Never has marks of a conflict in it, and every byte comes from one of the
  /// three texts.
  ///
  /// Lines are told apart by comparing, so one of several equal lines may be taken for another. For that reason lines
  /// beside each other count as one where their number differs.
  package static func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    if ours == base || ours == theirs { return theirs }
    if theirs == base { return ours }
    let comparison = LineComparison(old: base, new: ours)
    let other = LineComparison(old: base, new: theirs)
    var (my, their) = (comparison.changes[...], other.changes[...])
    var result: [UInt8] = []
    var end = 0
    while let start = [my.first, their.first].compactMap({ $0?.old.lowerBound }).min() {
      // A region of the base within which changes touch, and what each side made of it.
      var region = start..<start
      let (myStart, theirStart) = (my.startIndex, their.startIndex)
      func takeTouching(_ changes: inout ArraySlice<LineChange>) -> Bool {
        let count = changes.count
        changes = changes.drop { change in
          guard change.old.lowerBound <= region.upperBound else { return false }
          region = start..<max(region.upperBound, change.old.upperBound)
          return true
        }
        return changes.count < count
      }
      // A change that was taken may reach as far as one of the other side.
      while takeTouching(&my) || takeTouching(&their) {}
      let mineHere = comparison.text(of: region, comparison.changes[myStart..<my.startIndex], in: ours)
      let theirsHere = other.text(of: region, other.changes[theirStart..<their.startIndex], in: theirs)
      result += base[LineComparison.bytes(of: end..<start, in: comparison.oldLines)]
      switch (mineHere, theirsHere) {
      case (let text?, nil), (nil, let text?): result += text
      case (let text?, let same?) where text == same: result += text
      case (let mine?, let theirs?):
        let base = base[LineComparison.bytes(of: region, in: comparison.oldLines)]
        guard let text = lineByLine(Array(base), Array(mine), Array(theirs)) else { return nil }
        result += text
      case (nil, nil): return nil
      }
      end = region.upperBound
    }
    return result + base[LineComparison.bytes(of: end..<comparison.oldLines.count, in: comparison.oldLines)]
  }
}

extension ThreeWayMerge {
  /// What both sides made of some lines, each line for itself; nil where both changed one of them, or the numbers of lines
  /// differ.
  private static func lineByLine(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    let (old, mine, other) = (lines(of: base), lines(of: ours), lines(of: theirs))
    guard old.count == mine.count, old.count == other.count else { return nil }
    var result: [UInt8] = []
    for index in old.indices {
      if mine[index] == old[index] || mine[index] == other[index] {
        result += other[index]
      } else if other[index] == old[index] {
        result += mine[index]
      } else {
        return nil
      }
    }
    return result
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    LineComparison(old: text, new: text).oldLines.map { text[$0] }
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
    return new[Self.bytes(of: start..<end, in: newLines)]
  }
}
