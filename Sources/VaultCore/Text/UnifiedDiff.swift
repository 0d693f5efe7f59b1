/// The difference of two texts as `diff -u` and git show it.
package struct UnifiedDiff: Hashable, Sendable {
  package struct Line: Hashable, Sendable {
    package enum Kind: UInt8, Sendable {
      case context = 0x20
      case removed = 0x2D
      case added = 0x2B
    }

    package var kind: Kind
    /// The line's bytes, its ending included; only a text's last line may lack it.
    package var text: [UInt8]

    package var endsInNewline: Bool { text.last == 0x0A }
  }

  package struct Hunk: Hashable, Sendable {
    /// Lines counted from 0.
    package var old: Range<Int>
    package var new: Range<Int>
    package var lines: [Line]

    /// `@@ -1,3 +1,4 @@`
    package var header: String { "@@ -\(Self.text(old)) +\(Self.text(new)) @@" }

    /// A range without lines is named by the line before it; a count of one is left out.
    private static func text(_ range: Range<Int>) -> String {
      switch range.count {
      case 0: "\(range.lowerBound),0"
      case 1: "\(range.lowerBound + 1)"
      default: "\(range.lowerBound + 1),\(range.count)"
      }
    }
  }

  /// Empty where the texts are equal.
  package var hunks: [Hunk]

  /// - Parameter context: How many equal lines are shown around a change.
  package init(old: [UInt8], new: [UInt8], context: Int = 3) {
    let comparison = LineComparison(old: old, new: new)
    let context = min(max(context, 0), comparison.oldLines.count)
    hunks = []
    var rest = comparison.changes[...]
    while let first = rest.first {
      // Changes whose context would touch are one hunk.
      let near = zip(rest, rest.dropFirst()).prefix { $1.old.lowerBound - $0.old.upperBound <= 2 * context }
      let group = rest.prefix(near.count + 1)
      rest = rest[group.endIndex...]
      let last = group[group.endIndex - 1]
      let before = min(context, first.old.lowerBound)
      let after = min(context, comparison.oldLines.count - last.old.upperBound)

      var lines: [Line] = []
      var next = first.old.lowerBound - before
      for change in group {
        lines += (next..<change.old.lowerBound).map { Line(kind: .context, text: Array(old[comparison.oldLines[$0]])) }
        lines += change.old.map { Line(kind: .removed, text: Array(old[comparison.oldLines[$0]])) }
        lines += change.new.map { Line(kind: .added, text: Array(new[comparison.newLines[$0]])) }
        next = change.old.upperBound
      }
      lines += (next..<next + after).map { Line(kind: .context, text: Array(old[comparison.oldLines[$0]])) }
      hunks.append(
        Hunk(
          old: first.old.lowerBound - before..<last.old.upperBound + after,
          new: first.new.lowerBound - before..<last.new.upperBound + after, lines: lines))
    }
  }

  /// A line as it is printed.
  package struct Printed: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// What begins a file's part: `diff --git …`, `--- …`, `+++ …`.
      case file
      /// What else is told of a file.
      case remark
      /// `@@ … @@`
      case hunk
      case context, removed, added
    }

    package var kind: Kind
    /// Without the line feed; what a text has may be anything, a CR at its end too.
    package var text: [UInt8]

    package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, Array(text.utf8)) }

    fileprivate init(_ line: Line) {
      kind =
        switch line.kind {
        case .context: .context
        case .removed: .removed
        case .added: .added
        }
      text = [line.kind.rawValue] + (line.endsInNewline ? line.text.dropLast() : line.text[...])
    }
  }

  /// What `patch -p0` and `git apply -p0` accept; empty where the texts are equal. For a file that is made or deleted the
  /// caller gives `/dev/null` as its name.
  package func printed(old: String, new: String) -> [Printed] {
    guard !hunks.isEmpty else { return [] }
    var lines = [Printed(.file, "--- \(Self.header(of: old))"), Printed(.file, "+++ \(Self.header(of: new))")]
    for hunk in hunks {
      lines.append(Printed(.hunk, hunk.header))
      for line in hunk.lines {
        lines.append(Printed(line))
        if !line.endsInNewline { lines.append(Printed(.remark, Self.missingNewline)) }
      }
    }
    return lines
  }

  /// What follows a line that ends without an LF.
  private static let missingNewline = "\\ No newline at end of file"

  /// A tab behind a name with a blank tells `patch` where it ends.
  private static func header(of name: String) -> String { name.utf8.contains(0x20) ? name + "\t" : name }

  /// The name as git writes it. Control characters, `"` and `\` put it in quotes, as in C. Letters beyond ASCII stay as they
  /// are (git's `core.quotePath` off), unless the name is not UTF-8. `prefix`: `a/`.
  package static func quoted(_ prefix: String, _ path: NotePath) -> String {
    let isText = path.undecodable == nil
    var quoted: [UInt8] = []
    var needsQuotes = false
    for c in Array(prefix.utf8) + path.bytes {
      switch c {
      case 0x22, 0x5C: quoted += [0x5C, c]
      case 0x07...0x0D: quoted += [0x5C, Array("abtnvfr".utf8)[Int(c) - 0x07]]
      case _ where c < 0x20 || c == 0x7F || c > 0x7F && !isText:
        quoted += [0x5C, 0x30 + (c >> 6), 0x30 + (c >> 3 & 7), 0x30 + (c & 7)]
      default:
        quoted.append(c)
        continue
      }
      needsQuotes = true
    }
    let text = String(decoding: quoted, as: UTF8.self)
    return needsQuotes ? "\"\(text)\"" : text
  }
}
