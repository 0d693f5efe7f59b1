/// A regular expression made into steps.
struct PatternProgram: Sendable {
  enum Step: Sendable {
    case set(PatternSet)
    case scalar(UInt32)
    case jump(Int)
    /// Both ways are tried.
    case fork(Int, Int)
    case anchor(PatternAnchor)
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
    if case .anchor(.textStart)? = steps.first { isAnchored = true }
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
      // ASCII that is no letter is the same in every case.
      if let scalar = set.onlyScalar, !set.ignoresCase || scalar < 0x80 && !UInt8(scalar).isASCIILetter {
        steps.append(.scalar(scalar))
      } else {
        steps.append(.set(set))
      }
    case .sequence(let parts):
      for part in isBackward ? parts.reversed() : parts { try add(part, isBackward: isBackward) }
    case .alternatives(let options):
      var jumps: [Int] = []
      for option in options.dropLast() {
        let fork = reserve()
        try add(option, isBackward: isBackward)
        jumps.append(reserve())
        steps[fork] = .fork(fork + 1, steps.count)
      }
      if let last = options.last { try add(last, isBackward: isBackward) }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repeated(let inner, let least, let most):
      let before = steps.count
      for _ in 0..<least {
        try add(inner, isBackward: isBackward)
        if steps.count == before { return }
      }
      var forks: [Int] = []
      for _ in least..<max(most ?? least + 1, least) {
        forks.append(reserve())
        try add(inner, isBackward: isBackward)
      }
      if most == nil, let fork = forks.first { steps.append(.jump(fork)) }
      for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
    case .anchor(let anchor): steps.append(.anchor(anchor))
    case .lookaround(let inner, let isBehind, let wanted): try addLookaround(inner, wanted, isBackward: !isBehind)
    }
  }

  /// The place of a step that is known only when what follows it is.
  private mutating func reserve() -> Int {
    steps.append(.match)
    return steps.count - 1
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
