/// Looks for a regular expression in many texts, fast: a set of steps that can be reached becomes a state, made when it is
/// first met, and from then on each byte of ASCII is one look into a table (Cox: "Regular Expression Matching: the
/// Virtual Machine Approach", and RE2's lazy automaton). Patterns with lookarounds run as `PatternRun`, without a table.
///
/// Time is linear in the text, but for long patterns the factor is large: all work is counted, and too much is refused.
package struct PatternMachine: Sendable {
  package let pattern: JavaScriptPattern
  private let program: PatternProgram
  private let hasLookaround: Bool
  /// Steps taken so far, that of looking into the table left out.
  private(set) var work = 0
  private let limit: Int

  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  /// By state, then by byte: the next state, or what `Next` says.
  private var table: [Int32] = []
  private var others: [UInt64: Int32] = [:]
  /// By state, whether it matches where the text ends; nil where that was not yet asked.
  private var ends: [Bool?] = []
  private var sweep: PatternSweep
  /// How often the sweep was made: what it takes for a place.
  private var round = 0

  /// How much work one machine does, in steps.
  package static let mostWork = 1_000_000_000
  private static let mostStates = 2_000
  private static let bytes = 128

  private enum Next {
    static let unknown: Int32 = -1
    static let match: Int32 = -2
    /// No match can begin or go on.
    static let dead: Int32 = -3
  }

  /// The steps to be taken at a place, in order, and what the scalar before it is like; nil where the text begins.
  private struct State: Hashable {
    var steps: [Int]
    var before: Unicode.Scalar?
  }

  /// `mostWork`: the steps after which it gives up.
  package init(_ pattern: JavaScriptPattern, mostWork: Int = PatternMachine.mostWork) {
    self.pattern = pattern
    limit = mostWork
    program = pattern.program
    hasLookaround = program.parts.count > 1
    sweep = PatternSweep(program, program.parts[0])
  }

  /// Returns true when it matches anywhere in `text`, which is taken for one line or text of its own. Malformed UTF-8
  /// is read as U+FFFD.
  package mutating func matches(_ text: UnsafeBufferPointer<UInt8>) throws(PatternProblem) -> Bool {
    if hasLookaround {
      let scalars = Self.scalars(of: text).scalars
      try spend(scalars.count * program.steps.count)
      return program.matches(scalars)
    }
    var state = number(of: State(steps: [], before: nil))
    var i = 0
    while i < text.count {
      let byte = text[i]
      var next = Next.unknown
      if byte < 0x80 {
        // Most bytes lead from a state that is known to one that is.
        next = table[Int(state) * Self.bytes + Int(byte)]
        i += 1
        if next == Next.unknown { next = try transition(from: &state, by: UInt32(byte)) }
      } else {
        let (value, length) = decodeScalar(text, at: i)
        i += length
        next = try transition(from: &state, by: value)
      }
      if next < 0 { return next == Next.match }
      state = next
    }
    if ends[Int(state)] == nil {
      try spend(program.steps.count)
      ends[Int(state)] = reachesMatch(states[Int(state)], next: nil)
    }
    return ends[Int(state)] == true
  }

  /// Where it matches, in order and not overlapping: from the first place at which a match can begin, the longest one.
  /// Empty matches are left out, and so are those behind a place up to which it took very long.
  package func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let (scalars, offsets) = Self.scalars(of: text)
    var run = PatternRun(program, scalars)
    var found: [Range<Int>] = []
    var place = 0
    var patience = Self.mostHighlightWork
    while place < scalars.count, patience > 0 {
      let (end, steps) = run.longestMatch(from: place)
      patience -= steps + 1
      if let end, end > place {
        found.append(offsets[place]..<offsets[end])
        place = end
      } else {
        place += 1
      }
    }
    return found
  }

  private static let mostHighlightWork = 1_000_000

  /// The scalars, and where each begins, the end of the text last.
  private static func scalars(
    of text: UnsafeBufferPointer<UInt8>
  ) -> (scalars: [Unicode.Scalar], offsets: [Int]) {
    var scalars: [Unicode.Scalar] = []
    var offsets: [Int] = []
    var offset = 0
    while offset < text.count {
      let (value, length) = decodeScalar(text, at: offset)
      scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
      offsets.append(offset)
      offset += length
    }
    return (scalars, offsets + [text.count])
  }

  private mutating func spend(_ steps: Int) throws(PatternProblem) {
    work += steps
    guard work <= limit else {
      throw PatternProblem(
        "The regular expression takes too long: it was stopped after \(limit) steps.",
        remedy: "Use smaller numbers in braces, or narrow the search by words, path: or tag: beside it.")
    }
  }

  // MARK: States

  private mutating func number(of state: State) -> Int32 {
    if let known = numbers[state] { return known }
    let number = Int32(states.count)
    states.append(state)
    numbers[state] = number
    ends.append(nil)
    table += [Int32](repeating: Next.unknown, count: Self.bytes)
    return number
  }

  /// `state` is renumbered where all others had to be forgotten.
  private mutating func transition(from state: inout Int32, by scalar: UInt32) throws(PatternProblem) -> Int32 {
    let key = UInt64(UInt32(bitPattern: state)) << 32 | UInt64(scalar)
    if scalar >= 0x80, let known = others[key] { return known }
    let from = states[Int(state)]
    try spend(program.steps.count)
    let passed = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    var next = Next.match
    if !reachesMatch(from, next: passed) {
      sweep.pass(passed)
      let steps = sweep.pending
      if steps.isEmpty, program.isAnchored {
        next = Next.dead
      } else {
        if states.count >= Self.mostStates || others.count >= 20 * Self.mostStates { forget(&state, from) }
        next = number(of: State(steps: steps.sorted(), before: Self.likeness(of: passed)))
      }
    }
    if scalar < 0x80 {
      table[Int(state) * Self.bytes + Int(scalar)] = next
    } else {
      others[UInt64(UInt32(bitPattern: state)) << 32 | UInt64(scalar)] = next
    }
    return next
  }

  private mutating func forget(_ state: inout Int32, _ kept: State) {
    states = []
    ends = []
    numbers = [:]
    table = []
    others = [:]
    state = number(of: kept)
  }

  /// One scalar for all that make no difference as the one before a place.
  private static func likeness(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    PatternSet.endsLine(scalar) ? "\n" : PatternSet.isWord(scalar) ? "a" : " "
  }

  /// Finds what is reached at a place without taking a scalar: a match, or steps that wait for one.
  private mutating func reachesMatch(_ state: State, next: Unicode.Scalar?) -> Bool {
    round += 1
    sweep.pending = state.steps
    if state.before == nil || !program.isAnchored { sweep.begin() }
    // Patterns with lookarounds are never run here.
    return sweep.reachesMatch(at: round, between: state.before, and: next) { _ in false }
  }
}
