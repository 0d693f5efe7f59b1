/// Which elements of two lists are in only one of them: the shortest edit script of Eugene Myers ("An O(ND) Difference
/// Algorithm and Its Variations", 1986), found from both ends at once in space for one line of the table.
struct LineAlignment {
  /// True when the element is in the old list only.
  private(set) var inOld: [Bool]
  private(set) var inNew: [Bool]
  /// The elements that occur in both lists, with their places: all others are changed anyhow.
  private let a: [Int32]
  private let b: [Int32]
  private let placesInOld: [Int]
  private let placesInNew: [Int]
  /// How far along `a` each diagonal is reached, from the beginning and from the end.
  private var forward: [Int]
  private var backward: [Int]
  /// How many steps are left; what is not done by then is called changed as a whole.
  private var budget: Int

  /// Some tenths of a second.
  static let usualBudget = 40_000_000

  init(_ old: [Int32], _ new: [Int32], budget: Int = usualBudget) {
    self.budget = budget
    let (inBoth, inBothToo) = (Set(old), Set(new))
    placesInOld = old.indices.filter { inBothToo.contains(old[$0]) }
    placesInNew = new.indices.filter { inBoth.contains(new[$0]) }
    a = placesInOld.map { old[$0] }
    b = placesInNew.map { new[$0] }
    inOld = old.map { !inBothToo.contains($0) }
    inNew = new.map { !inBoth.contains($0) }
    let diagonals = a.isEmpty || b.isEmpty ? 0 : a.count + b.count + 3
    forward = Array(repeating: 0, count: diagonals)
    backward = forward
  }

  mutating func align() {
    var boxes = [(0..<a.count, 0..<b.count)]
    while let box = boxes.popLast() {
      let (x, y) = withoutEqualEnds(box)
      if x.isEmpty || y.isEmpty {
        markChanged(x, y)
      } else if let (i, j) = middle(x, y) {
        boxes.append((x.lowerBound..<i, y.lowerBound..<j))
        boxes.append((i..<x.upperBound, j..<y.upperBound))
      } else {
        markChanged(x, y)
      }
    }
  }

  private func withoutEqualEnds(_ box: (Range<Int>, Range<Int>)) -> (Range<Int>, Range<Int>) {
    var (i, j) = (box.0.lowerBound, box.1.lowerBound)
    var (iEnd, jEnd) = (box.0.upperBound, box.1.upperBound)
    while i < iEnd, j < jEnd, a[i] == b[j] {
      i += 1
      j += 1
    }
    while i < iEnd, j < jEnd, a[iEnd - 1] == b[jEnd - 1] {
      iEnd -= 1
      jEnd -= 1
    }
    return (i..<iEnd, j..<jEnd)
  }

  private mutating func markChanged(_ x: Range<Int>, _ y: Range<Int>) {
    for i in x { inOld[placesInOld[i]] = true }
    for j in y { inNew[placesInNew[j]] = true }
  }

  /// A point on a shortest path through the box, where the paths from both ends meet; nil when the budget is used up.
  /// The box's ends differ, so the point is never one of its corners.
  private mutating func middle(_ x: Range<Int>, _ y: Range<Int>) -> (Int, Int)? {
    // Diagonal k holds the points with i - j = k; it is stored at k + shift.
    let shift = b.count + 1
    let (lowest, highest) = (x.lowerBound - y.upperBound, x.upperBound - y.lowerBound)
    let (start, end) = (x.lowerBound - y.lowerBound, x.upperBound - y.upperBound)
    let meetsForward = (start - end) % 2 != 0
    var (low, high) = (start, start)
    var (lowBack, highBack) = (end, end)
    forward[start + shift] = x.lowerBound
    backward[end + shift] = x.upperBound
    /// One diagonal more on either side, or one less where the box ends.
    func widen(_ low: inout Int, _ high: inout Int, _ reached: inout [Int], unreached: Int) {
      if low > lowest {
        low -= 1
        reached[low - 1 + shift] = unreached
      } else {
        low += 1
      }
      if high < highest {
        high += 1
        reached[high + 1 + shift] = unreached
      } else {
        high -= 1
      }
    }
    while budget > 0 {
      widen(&low, &high, &forward, unreached: -1)
      for k in stride(from: high, through: low, by: -2) {
        let (left, above) = (forward[k - 1 + shift], forward[k + 1 + shift])
        var i = left >= above ? left + 1 : above
        let first = i
        while i < x.upperBound, i - k < y.upperBound, a[i] == b[i - k] { i += 1 }
        budget -= i - first + 1
        forward[k + shift] = i
        if meetsForward, k >= lowBack, k <= highBack, backward[k + shift] <= i { return (i, i - k) }
      }
      widen(&lowBack, &highBack, &backward, unreached: .max)
      for k in stride(from: highBack, through: lowBack, by: -2) {
        let (left, above) = (backward[k - 1 + shift], backward[k + 1 + shift])
        var i = left < above ? left : above - 1
        let first = i
        while i > x.lowerBound, i - k > y.lowerBound, a[i - 1] == b[i - k - 1] { i -= 1 }
        budget -= first - i + 1
        backward[k + shift] = i
        if !meetsForward, k >= low, k <= high, i <= forward[k + shift] { return (i, i - k) }
      }
    }
    return nil
  }
}
