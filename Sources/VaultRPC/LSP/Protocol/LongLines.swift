import Synchronization
import VaultCore

/// Where a count may begin within long lines, so that thousands of places in one line are not each counted from its start.
final class LongLines: Sendable {
  struct Stop {
    /// An offset in the text's bytes, at the beginning of a character.
    var offset: Int
    /// How many units of the line stand before it.
    var units: Int
  }

  /// The stops of each line, the first at its beginning.
  private let known = Mutex<[Int: [Stop]]>([:])

  /// Shorter lines are counted from their beginning.
  private static let long = 4_096

  /// The last stop of a line that `precedes` the wanted place; those that do stand before those that do not.
  func start(
    of line: Int, _ content: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: PositionEncoding,
    where precedes: (Stop) -> Bool
  ) -> (offset: Int, units: Int) {
    guard content.count > Self.long else { return (content.lowerBound, 0) }
    let stops = known.withLock { $0[line] } ?? stops(in: content, bytes, encoding)
    known.withLock { $0[line] = stops }
    let stop = stops[max(stops.partitioningIndex { !precedes($0) } - 1, 0)]
    return (stop.offset, stop.units)
  }

  private func stops(
    in content: SourceRange, _ bytes: UnsafeBufferPointer<UInt8>, _ encoding: PositionEncoding
  ) -> [Stop] {
    var stops = [Stop(offset: content.lowerBound, units: 0)]
    var (i, units) = (content.lowerBound, 0)
    while i < content.upperBound {
      if i - stops[stops.count - 1].offset >= Self.long { stops.append(Stop(offset: i, units: units)) }
      let length = scalarLength(bytes, at: i, end: content.upperBound)
      units += encoding.units(ofBytes: length)
      i += length
    }
    return stops
  }
}
