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
    var sweep = PatternSweep(program, program.parts[0])
    for place in 0...text.count {
      if place == 0 || !program.isAnchored { sweep.begin() }
      if reachesMatch(&sweep, at: place) { return true }
      if program.isAnchored, sweep.waiting.isEmpty { return false }
      if place < text.count { sweep.pass(text[place]) }
    }
    return false
  }

  /// Where the longest match that begins at a place ends, and how many steps it took to see.
  mutating func longestMatch(from start: Int) -> (end: Int?, steps: Int) {
    var sweep = PatternSweep(program, program.parts[0])
    var end: Int?
    var steps = 0
    guard start == 0 || !program.isAnchored else { return (nil, 0) }
    sweep.begin()
    for place in start...text.count {
      if reachesMatch(&sweep, at: place) { end = place }
      steps += sweep.waiting.count + 1
      if sweep.waiting.isEmpty || place == text.count { break }
      sweep.pass(text[place])
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
    var sweep = PatternSweep(program, part)
    for passed in 0...text.count {
      let place = part.isBackward ? text.count - passed : passed
      sweep.begin()
      found[place] = reachesMatch(&sweep, at: place)
      if passed < text.count { sweep.pass(text[part.isBackward ? place - 1 : place]) }
    }
    return found
  }

  private mutating func reachesMatch(_ sweep: inout PatternSweep, at place: Int) -> Bool {
    sweep.reachesMatch(
      at: place, between: place > 0 ? text[place - 1] : nil, and: place < text.count ? text[place] : nil
    ) { holds($0, at: place) }
  }
}
