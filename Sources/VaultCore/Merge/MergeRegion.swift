/// A stretch of a merged note, in the text's order.
package enum MergeRegion: Hashable, Sendable {
  /// The bytes that stand in the result.
  case settled([UInt8])
  /// What a person has to choose from.
  case open(OpenPlace)
}

/// A place that both sides changed, each in its way, and that no rule settles. Its lines are those of the texts as they were
/// given, their endings included; a byte order mark is none of them.
package struct OpenPlace: Hashable, Sendable {
  package struct Side: Hashable, Sendable {
    package var bytes: [UInt8]
    /// Where it begins in its text, counted from 1; where nothing stands there, the line that follows.
    package var line: Int
  }

  package var base: Side
  package var ours: Side
  package var theirs: Side
}

/// The same of a base and of the two texts that were made of it.
struct ThreeSides<Value> {
  var base: Value
  var ours: Value
  var theirs: Value

  init(_ base: Value, _ ours: Value, _ theirs: Value) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  func map<Result>(_ transform: (Value) throws -> Result) rethrows -> ThreeSides<Result> {
    try ThreeSides<Result>(transform(base), transform(ours), transform(theirs))
  }

  var all: [Value] { [base, ours, theirs] }

  func swapped(if condition: Bool = true) -> Self { condition ? Self(base, theirs, ours) : self }
}

extension ThreeSides: Sendable where Value: Sendable {}

extension ThreeSides: Equatable where Value: Equatable {
  /// What one side made of the base, or both alike; nil where they made different things of it.
  var agreed: Value? {
    if ours == base || ours == theirs { return theirs }
    return theirs == base ? ours : nil
  }
}

/// A stretch of the merge: lines of the three texts, counted from 0, and what becomes of them.
struct MergePiece {
  var place: ThreeSides<Range<Int>>
  /// Whole lines; nil for an open place.
  var text: [UInt8]?
}
