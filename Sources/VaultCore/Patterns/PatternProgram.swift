/// A regular expression made into steps.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case set(PatternSet)
    case scalar(UInt32)
    case jump(Int)
    /// Both ways are tried.
    case fork(Int, Int)
    case lineStart, lineEnd, textStart, textEnd
    case wordBoundary(Bool)
    /// Goes on where the part at this place of `parts` ends, whose steps follow.
    case lookaround(Int, Bool)
    case match
  }

  /// The steps of the whole pattern, or of one lookaround in it.
  struct Part: Sendable {
    var steps: Range<Int>
    /// True when the text is read backwards. So is what a lookahead holds, since all that counts is the place in front.
    var isBackward = false
  }

  private(set) var steps: [Step] = []
  /// The whole pattern is the first.
  private(set) var parts = [Part(steps: 0..<0)]
  /// True when a match can only begin where the text does.
  private(set) var isAnchored = false

  /// Repetitions are written out, so that a short pattern can become long.
  private static let longest = 5_000

  init(_ node: PatternNode) throws(PatternProblem) {
    try add(node, isBackward: false)
    steps.append(.match)
    parts[0].steps = steps.indices
    if case .textStart? = steps.first { isAnchored = true }
  }

  func matches(_ text: [Unicode.Scalar]) -> Bool {
    var run = PatternRun(self, text)
    return run.matches()
  }

  /// Returns true when a step that waits for a scalar takes this one.
  func takes(_ scalar: Unicode.Scalar, at step: Int) -> Bool {
    switch steps[step] {
    case .scalar(let value): scalar.value == value
    case .set(let set): set.contains(scalar)
    default: false
    }
  }

  private mutating func add(_ node: PatternNode, isBackward: Bool) throws(PatternProblem) {
    guard steps.count < Self.longest else {
      throw PatternProblem(
        "The regular expression is too large: its alternatives and written out repetitions take more than"
          + " \(Self.longest) steps.",
        remedy: "Use smaller numbers in braces, * or +, or search for fewer alternatives at once.")
    }
    switch node {
    case .empty: break
    case .set(let set):
      let isLetter = (set.ranges.first?.lowerBound ?? 0).isCased
      if set.ranges.count == 1, set.classes.isEmpty, !set.isNegated, set.ranges[0].count == 1,
        !set.ignoresCase || !isLetter
      {
        steps.append(.scalar(set.ranges[0].lowerBound))
      } else {
        steps.append(.set(set))
      }
    case .sequence(let parts):
      for part in isBackward ? parts.reversed() : parts { try add(part, isBackward: isBackward) }
    case .alternatives(let options):
      var jumps: [Int] = []
      for (index, option) in options.enumerated() {
        guard index < options.count - 1 else {
          try add(option, isBackward: isBackward)
          break
        }
        let fork = steps.count
        steps.append(.match)
        try add(option, isBackward: isBackward)
        jumps.append(steps.count)
        steps.append(.match)
        steps[fork] = .fork(fork + 1, steps.count)
      }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repeated(let inner, let least, let most):
      let before = steps.count
      for _ in 0..<least {
        try add(inner, isBackward: isBackward)
        if steps.count == before { return }
      }
      if let most {
        var forks: [Int] = []
        for _ in least..<max(most, least) {
          forks.append(steps.count)
          steps.append(.match)
          try add(inner, isBackward: isBackward)
        }
        for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
      } else {
        let fork = steps.count
        steps.append(.match)
        try add(inner, isBackward: isBackward)
        steps.append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
      }
    case .lineStart: steps.append(.lineStart)
    case .lineEnd: steps.append(.lineEnd)
    case .textStart: steps.append(.textStart)
    case .textEnd: steps.append(.textEnd)
    case .wordBoundary(let wanted): steps.append(.wordBoundary(wanted))
    case .ahead(let inner, let wanted): try addLookaround(inner, wanted, isBackward: true)
    case .behind(let inner, let wanted): try addLookaround(inner, wanted, isBackward: false)
    }
  }

  private mutating func addLookaround(
    _ inner: PatternNode, _ wanted: Bool, isBackward: Bool
  ) throws(PatternProblem) {
    let place = parts.count
    steps.append(.lookaround(place, wanted))
    let start = steps.count
    parts.append(Part(steps: start..<start, isBackward: isBackward))
    try add(inner, isBackward: isBackward)
    steps.append(.match)
    parts[place].steps = start..<steps.count
  }
}

extension UInt32 {
  /// True when it may have another case.
  fileprivate var isCased: Bool {
    self >= 0x80 || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A)
  }
}
