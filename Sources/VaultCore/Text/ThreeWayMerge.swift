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
      let mineHere = mine.text(of: region, mine.changes[myStart..<my.startIndex], in: ours)
      let theirsHere = other.text(of: region, other.changes[theirStart..<their.startIndex], in: theirs)
      result += base[LineComparison.bytes(of: end..<start, in: mine.oldLines)]
      switch (mineHere, theirsHere) {
      case (let text?, nil), (nil, let text?): result += text
      case (let text?, let same?) where text == same: result += text
      default: return nil
      }
      end = region.upperBound
    }
    return result + base[LineComparison.bytes(of: end..<mine.oldLines.count, in: mine.oldLines)]
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
