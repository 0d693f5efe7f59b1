/// Two changes of one text put together, line by line.
package enum ThreeWayMerge {
  /// A stretch of three texts that stands in the same place in each. Ranges are those of lines, counted from 0.
  struct Region {
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>
    /// What becomes of it; nil where both sides changed the same lines in different ways, or neighbouring ones of which
    /// one side made more or fewer.
    var text: ArraySlice<UInt8>?
  }

  /// The text with the changes of both sides; nil where a region stays open.
  /// A change that both made counts once. Never has marks of a conflict in it, and every byte comes from one of the
  /// three texts.
  package static func merge(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    if ours == base || ours == theirs { return theirs }
    if theirs == base { return ours }
    var result: [UInt8] = []
    for region in regions(base: base, ours: ours, theirs: theirs) {
      guard let text = region.text else { return nil }
      result += text
    }
    return result
  }

  /// The whole texts in order, cut where their changes begin and end. No two open regions touch.
  ///
  /// Lines are told apart by comparing, so one of several equal lines may be taken for another. For that reason lines
  /// beside each other count as one where their number differs.
  static func regions(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [Region] {
    let comparison = LineComparison(old: base, new: ours)
    let other = LineComparison(old: base, new: theirs)
    var (my, their) = (comparison.changes[...], other.changes[...])
    var regions: [Region] = []
    // Where the next region begins in each of the texts.
    var (end, myEnd, theirEnd) = (0, 0, 0)
    func appendUnchanged(to start: Int) {
      guard start > end else { return }
      let count = start - end
      regions.append(
        Region(
          base: end..<start, ours: myEnd..<myEnd + count, theirs: theirEnd..<theirEnd + count,
          text: base[LineComparison.bytes(of: end..<start, in: comparison.oldLines)]))
      (end, myEnd, theirEnd) = (start, myEnd + count, theirEnd + count)
    }
    while let start = [my.first, their.first].compactMap({ $0?.old.lowerBound }).min() {
      appendUnchanged(to: start)
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
      func lines(_ changes: ArraySlice<LineChange>, from start: Int) -> Range<Int> {
        start..<start + changes.reduce(region.count) { $0 + $1.new.count - $1.old.count }
      }
      let myChanges = comparison.changes[myStart..<my.startIndex]
      let theirChanges = other.changes[theirStart..<their.startIndex]
      let found = Region(base: region, ours: lines(myChanges, from: myEnd), theirs: lines(theirChanges, from: theirEnd))
      let before = base[LineComparison.bytes(of: region, in: comparison.oldLines)]
      let mine = ours[LineComparison.bytes(of: found.ours, in: comparison.newLines)]
      let others = theirs[LineComparison.bytes(of: found.theirs, in: other.newLines)]
      let text =
        theirChanges.isEmpty || mine == others
        ? mine : myChanges.isEmpty ? others : lineByLine(Array(before), Array(mine), Array(others))?[...]
      regions.append(Region(base: found.base, ours: found.ours, theirs: found.theirs, text: text))
      (end, myEnd, theirEnd) = (region.upperBound, found.ours.upperBound, found.theirs.upperBound)
    }
    appendUnchanged(to: comparison.oldLines.count)
    return regions
  }

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
    LineComparison.lines(of: text).map { text[$0] }
  }
}
