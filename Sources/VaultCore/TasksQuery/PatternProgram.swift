/// A regular expression made into steps, and what runs them.
struct PatternProgram: Sendable {
  private enum Step: Sendable {
    case set(PatternSet)
    case scalar(UInt32)
    case jump(Int)
    /// Both ways are tried.
    case fork(Int, Int)
    case lineStart, lineEnd, textStart, textEnd
    case wordBoundary(Bool)
    case ahead(PatternProgram, Bool)
    case behind(PatternProgram, Bool)
    case match
  }

  private var steps: [Step] = []
  /// Those of the programs in steps counted in.
  private var size = 0
  /// Whether a match can only begin where the text does.
  private var isAnchored = false

  /// Repetitions are written out, so that a short pattern can become long.
  private static let longest = 5_000

  init(_ node: PatternNode) throws(TasksQueryProblem) {
    try add(node)
    steps.append(.match)
    size = max(size, steps.count) + 1
    if case .textStart? = steps.first { isAnchored = true }
  }

  private mutating func add(_ node: PatternNode) throws(TasksQueryProblem) {
    guard max(size, steps.count) < Self.longest else {
      throw TasksQueryProblem(
        "The regular expression is too large with its repetitions written out.",
        remedy: "Use smaller numbers in braces, or * and +.")
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
      for part in parts { try add(part) }
    case .alternatives(let options):
      var jumps: [Int] = []
      for (index, option) in options.enumerated() {
        guard index < options.count - 1 else {
          try add(option)
          break
        }
        let fork = steps.count
        steps.append(.match)
        try add(option)
        jumps.append(steps.count)
        steps.append(.match)
        steps[fork] = .fork(fork + 1, steps.count)
      }
      for jump in jumps { steps[jump] = .jump(steps.count) }
    case .repeated(let inner, let least, let most):
      let before = steps.count
      for _ in 0..<least {
        try add(inner)
        if steps.count == before { return }
      }
      if let most {
        var forks: [Int] = []
        for _ in least..<max(most, least) {
          forks.append(steps.count)
          steps.append(.match)
          try add(inner)
        }
        for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
      } else {
        let fork = steps.count
        steps.append(.match)
        try add(inner)
        steps.append(.jump(fork))
        steps[fork] = .fork(fork + 1, steps.count)
      }
    case .lineStart: steps.append(.lineStart)
    case .lineEnd: steps.append(.lineEnd)
    case .textStart: steps.append(.textStart)
    case .textEnd: steps.append(.textEnd)
    case .wordBoundary(let wanted): steps.append(.wordBoundary(wanted))
    case .ahead(let inner, let wanted):
      let program = try PatternProgram(inner)
      size += program.size
      steps.append(.ahead(program, wanted))
    case .behind(let inner, let wanted):
      let program = try PatternProgram(inner)
      size += program.size
      steps.append(.behind(program, wanted))
    }
    size = max(size, steps.count)
  }

  // MARK: Running

  func matches(_ text: [Unicode.Scalar]) -> Bool {
    var seen = Seen(steps: steps.count, places: text.count + 1)
    if isAnchored { return runs(from: 0, in: text, endingAt: nil, &seen) }
    for start in 0...text.count where runs(from: start, in: text, endingAt: nil, &seen) { return true }
    return false
  }

  /// Which steps were tried at which places, in vain.
  private struct Seen {
    private var bits: [UInt64]
    private let places: Int

    init(steps: Int, places: Int) {
      self.places = places
      bits = [UInt64](repeating: 0, count: (steps * places + 63) / 64)
    }

    /// False where it was there before.
    mutating func insert(_ step: Int, _ place: Int) -> Bool {
      let index = step * places + place
      let bit = UInt64(1) << UInt64(index & 63)
      guard bits[index >> 6] & bit == 0 else { return false }
      bits[index >> 6] |= bit
      return true
    }
  }

  /// `endingAt`: where a match has to end; nil for anywhere.
  private func runs(from start: Int, in text: [Unicode.Scalar], endingAt: Int?, _ seen: inout Seen) -> Bool {
    var pending = [(step: 0, place: start)]
    while let (first, from) = pending.popLast() {
      var step = first
      var place = from
      while true {
        guard seen.insert(step, place) else { break }
        var goesOn = false
        switch steps[step] {
        case .match:
          if endingAt == nil || endingAt == place { return true }
        case .scalar(let value):
          if place < text.count, text[place].value == value {
            place += 1
            step += 1
            continue
          }
        case .set(let set):
          if place < text.count, set.contains(text[place]) {
            place += 1
            step += 1
            continue
          }
        case .jump(let target):
          step = target
          continue
        case .fork(let one, let other):
          pending.append((other, place))
          step = one
          continue
        case .textStart: goesOn = place == 0
        case .textEnd: goesOn = place == text.count
        case .lineStart: goesOn = place == 0 || Self.endsLine(text[place - 1])
        case .lineEnd: goesOn = place == text.count || Self.endsLine(text[place])
        case .wordBoundary(let wanted):
          let before = place > 0 && PatternSet.isWord(text[place - 1])
          let after = place < text.count && PatternSet.isWord(text[place])
          goesOn = (before != after) == wanted
        case .ahead(let program, let wanted):
          var inner = Seen(steps: program.steps.count, places: text.count + 1)
          goesOn = program.runs(from: place, in: text, endingAt: nil, &inner) == wanted
        case .behind(let program, let wanted):
          var inner = Seen(steps: program.steps.count, places: text.count + 1)
          let found = (0...place).contains { program.runs(from: $0, in: text, endingAt: place, &inner) }
          goesOn = found == wanted
        }
        guard goesOn else { break }
        step += 1
      }
    }
    return false
  }

  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}

extension UInt32 {
  /// Whether it may have another case.
  fileprivate var isCased: Bool {
    self >= 0x80 || ((self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A)
  }
}
