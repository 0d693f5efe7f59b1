/// One text, asked of one regular expression.
///
/// A part is run in one sweep over the text: at each place, every step that can be reached there is taken once,
/// wherever the match began. Whether a lookaround holds depends on the place alone, so that one sweep of its own finds
/// the answers for all places, and each step is taken once at each place however deep lookarounds are nested.
struct PatternRun {
  private let program: PatternProgram
  private let text: [Unicode.Scalar]
  /// By part, whether it holds at each place; empty where nothing has asked yet.
  private var answers: [[Bool]]

  init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
    self.program = program
    self.text = text
    answers = Array(repeating: [], count: program.parts.count)
  }

  /// Returns true when the whole pattern matches anywhere.
  mutating func matches() -> Bool {
    var sweep = Sweep(program.parts[0])
    for place in 0...text.count {
      if place == 0 || !program.isAnchored { sweep.begin() }
      if reachesMatch(&sweep, at: place) { return true }
      if program.isAnchored, sweep.waiting.isEmpty { return false }
      if place < text.count { pass(text[place], &sweep) }
    }
    return false
  }

  /// Where the longest match that begins at a place ends, and how many steps it took to see.
  mutating func longestMatch(from start: Int) -> (end: Int?, steps: Int) {
    var sweep = Sweep(program.parts[0])
    var end: Int?
    var steps = 0
    guard start == 0 || !program.isAnchored else { return (nil, 0) }
    sweep.begin()
    for place in start...text.count {
      if reachesMatch(&sweep, at: place) { end = place }
      steps += sweep.waiting.count + 1
      if sweep.waiting.isEmpty || place == text.count { break }
      pass(text[place], &sweep)
    }
    return (end, steps + sweep.steps.count / 16)
  }

  private mutating func holds(_ part: Int, at place: Int) -> Bool {
    if answers[part].isEmpty { answers[part] = answers(of: program.parts[part]) }
    return answers[part][place]
  }

  /// Returns true when a match that begins at any place passed so far ends at each place.
  private mutating func answers(of part: PatternProgram.Part) -> [Bool] {
    var found = [Bool](repeating: false, count: text.count + 1)
    var sweep = Sweep(part)
    for passed in 0...text.count {
      let place = part.isBackward ? text.count - passed : passed
      sweep.begin()
      found[place] = reachesMatch(&sweep, at: place)
      if passed < text.count { pass(text[part.isBackward ? place - 1 : place], &sweep) }
    }
    return found
  }

  /// The steps of one part that are reached at one place.
  private struct Sweep {
    let steps: Range<Int>
    /// Those to be taken.
    var pending: [Int] = []
    /// Those that want a scalar.
    var waiting: [Int] = []
    /// Where each was last taken.
    private var places: [Int]

    init(_ part: PatternProgram.Part) {
      steps = part.steps
      places = [Int](repeating: -1, count: steps.count)
    }

    mutating func begin() { pending.append(steps.lowerBound) }

    /// False where it was taken at this place before.
    mutating func take(_ step: Int, at place: Int) -> Bool {
      let index = step - steps.lowerBound
      guard places[index] != place else { return false }
      places[index] = place
      return true
    }
  }

  /// Takes what is pending, up to the steps that want a scalar.
  private mutating func reachesMatch(_ sweep: inout Sweep, at place: Int) -> Bool {
    var isFound = false
    while var step = sweep.pending.popLast() {
      while sweep.take(step, at: place) {
        var goesOn = false
        switch program.steps[step] {
        case .match: isFound = true
        case .scalar, .set: sweep.waiting.append(step)
        case .jump(let target):
          step = target
          continue
        case .fork(let one, let other):
          sweep.pending.append(other)
          step = one
          continue
        case .lookaround(let part, let wanted):
          guard holds(part, at: place) == wanted else { break }
          step = program.parts[part].steps.upperBound
          continue
        case .textStart: goesOn = place == 0
        case .textEnd: goesOn = place == text.count
        case .lineStart: goesOn = place == 0 || Self.endsLine(text[place - 1])
        case .lineEnd: goesOn = place == text.count || Self.endsLine(text[place])
        case .wordBoundary(let wanted):
          let before = place > 0 && PatternSet.isWord(text[place - 1])
          let after = place < text.count && PatternSet.isWord(text[place])
          goesOn = (before != after) == wanted
        }
        guard goesOn else { break }
        step += 1
      }
    }
    return isFound
  }

  private func pass(_ scalar: Unicode.Scalar, _ sweep: inout Sweep) {
    for step in sweep.waiting {
      if program.takes(scalar, at: step) { sweep.pending.append(step + 1) }
    }
    sweep.waiting.removeAll(keepingCapacity: true)
  }

  static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
