import VaultCore
import VaultInterface
import VaultTerminal

/// The lines of a dialog that those of a diff take. A diff may be of thousands of notes, of which each key shows a few lines.
struct PlanWrapping: Hashable, Sendable {
  /// A line without an end is shown as far as one would read.
  private static let longestLine = 4_000

  let width: Int
  /// The number of the first line that each line of the diff takes, and the count of all at the end.
  private let starts: [Int]

  init(_ lines: [DiffLine], width: Int) {
    self.width = width
    var starts = [0]
    starts.reserveCapacity(lines.count + 1)
    var count = 0
    for line in lines {
      // No character is wider than it has bytes.
      count += line.text.utf8.count <= width ? 1 : Self.broken(StyledText(line.text), width).count
      starts.append(count)
    }
    self.starts = starts
  }

  var count: Int { starts[starts.count - 1] }

  /// The lines of the dialog from `first` on, at most so many.
  func lines(_ lines: [DiffLine], from first: Int, most: Int, _ look: Look) -> [StyledText] {
    var shown: [StyledText] = []
    // The last line of the diff that begins there or before.
    var number = starts.partitioningIndex { $0 > first } - 1
    guard number >= 0 else { return [] }
    while number < lines.count, shown.count < most {
      let text = StyledText(lines[number].text, look.style(of: lines[number].kind))
      let pieces = lines[number].text.utf8.count <= width ? [text] : Self.broken(text, width)
      shown += pieces.dropFirst(max(first - starts[number], 0))
      number += 1
    }
    return Array(shown.prefix(most))
  }

  private static func broken(_ text: StyledText, _ width: Int) -> [StyledText] {
    text.truncated(to: longestLine, ellipsis: "…").wrapped(to: width)
  }
}
