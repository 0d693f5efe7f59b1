/// The steps of one part of a regular expression that are reached at one place of a text.
struct PatternSweep {
  private let program: PatternProgram
  let steps: Range<Int>
  /// Those to be taken.
  var pending: [Int] = []
  /// Those that want a scalar.
  private(set) var waiting: [Int] = []
  /// Where each was last taken.
  private var places: [Int]

  init(_ program: PatternProgram, _ part: PatternProgram.Part) {
    self.program = program
    steps = part.steps
    places = [Int](repeating: -1, count: steps.count)
  }

  mutating func begin() { pending.append(steps.lowerBound) }

  /// False where it was taken at this place before.
  private mutating func take(_ step: Int, at place: Int) -> Bool {
    let index = step - steps.lowerBound
    guard places[index] != place else { return false }
    places[index] = place
    return true
  }

  /// Takes what is pending, up to the steps that want a scalar; true when a match ends here. `before` and `after` are
  /// the scalars around the place, nil where the text begins and ends; `lookaround` says whether a part holds here.
  mutating func reachesMatch(
    at place: Int, between before: Unicode.Scalar?, and after: Unicode.Scalar?, lookaround: (Int) -> Bool
  ) -> Bool {
    waiting.removeAll(keepingCapacity: true)
    var isFound = false
    while var step = pending.popLast() {
      // A step that leads to others continues with one of them; any other ends the way.
      while take(step, at: place) {
        switch program.steps[step] {
        case .match: isFound = true
        case .scalar, .set: waiting.append(step)
        case .jump(let target):
          step = target
          continue
        case .fork(let one, let other):
          pending.append(other)
          step = one
          continue
        case .lookaround(let part, let wanted):
          guard lookaround(part) == wanted else { break }
          step = program.parts[part].steps.upperBound
          continue
        case .anchor(let anchor):
          guard anchor.holds(between: before, and: after) else { break }
          step += 1
          continue
        }
        break
      }
    }
    return isFound
  }

  /// Takes the scalar with the steps that want one: those behind them are pending.
  mutating func pass(_ scalar: Unicode.Scalar) {
    for step in waiting where program.takes(scalar, at: step) { pending.append(step + 1) }
  }
}
