/// What every text that matches a regular expression holds, as far as its pieces of plain text tell: that rules most
/// notes out without reading them.
indirect enum PatternRequirement: Hashable, Sendable {
  /// Nothing is known.
  case anything
  /// The scalars in a row, in whatever case where case is ignored.
  case literal([UInt32])
  case all([PatternRequirement])
  case any([PatternRequirement])

  init(_ node: PatternNode) {
    var pieces = Pieces()
    pieces.add(node)
    self = pieces.requirement()
  }

  /// The longest text that has to be there in any case.
  var longestLiteral: [Unicode.Scalar]? {
    switch self {
    case .literal(let scalars): scalars.compactMap(Unicode.Scalar.init)
    case .all(let parts): parts.compactMap(\.longestLiteral).max { $0.count < $1.count }
    case .anything, .any: nil
    }
  }

  /// A sequence that is read from left to right.
  private struct Pieces {
    private var found: [PatternRequirement] = []
    private var run: [UInt32] = []

    mutating func requirement() -> PatternRequirement {
      endRun()
      return found.isEmpty ? .anything : found.count == 1 ? found[0] : .all(found)
    }

    private mutating func endRun() {
      if !run.isEmpty { found.append(.literal(run)) }
      run = []
    }

    mutating func add(_ node: PatternNode) {
      switch node {
      // They take no text, so that what stands on both sides of them is still in a row.
      case .empty, .anchor, .lookaround: break
      case .set(let set):
        if let scalar = set.searchedScalar { run.append(scalar) } else { endRun() }
      case .sequence(let parts):
        for part in parts { add(part) }
      case .alternatives(let options):
        endRun()
        let choices = options.map { PatternRequirement($0) }
        if !choices.contains(.anything) { found.append(.any(choices)) }
      case .repeated(let inner, let least, let most):
        guard least > 0 else { return endRun() }
        if case .set(let set) = inner, let scalar = set.searchedScalar, least == most {
          run += Array(repeating: scalar, count: min(least, 100))
          if least > 100 { endRun() }
          return
        }
        endRun()
        let once = PatternRequirement(inner)
        if once != .anything { found.append(once) }
      }
    }
  }
}

extension PatternSet {
  /// Without regard to case only ASCII counts: what other letters turn into is not what searching folds them to in every
  /// case.
  fileprivate var searchedScalar: UInt32? { onlyScalar.flatMap { ignoresCase && $0 >= 0x80 ? nil : $0 } }
}
