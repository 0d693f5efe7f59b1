import VaultCore
import VaultStore

/// What would change, as `git diff` prints it: `git apply` and `patch -p1` take it.
package struct ChangeDiff: Sendable {
  /// What is told of one file.
  package struct File: Sendable {
    /// Where it is before and after; nil where there is none, and in the trash.
    package var from: NotePath?
    package var to: NotePath?
    package var lines: [UnifiedDiff.Printed] = []
  }

  package private(set) var files: [File] = []

  package var lines: [UnifiedDiff.Printed] { files.flatMap(\.lines) }

  /// As a file has it.
  package var text: [UInt8] { lines.flatMap { $0.text + [0x0A] } }

  package init(_ texts: [PlannedChange.Text]) {
    for text in texts {
      files.append(File(from: text.from, to: text.to))
      add(text)
    }
  }

  package init(_ planned: PlannedChange) {
    self.init(planned.texts)
    for move in planned.moves where move.from != nil || move.to != nil {
      files.append(File(from: move.from, to: move.to))
      switch (move.from, move.to) {
      case (let from?, let to?): addHead(from: from, to: to)
      case (let path?, nil): add(.remark, "# to the trash: \(ShownName.path(path.text))")
      case (nil, let path?): add(.remark, "# back from the trash: \(ShownName.path(path.text))")
      case (nil, nil): break
      }
    }
  }

  private mutating func add(_ kind: UnifiedDiff.Printed.Kind, _ text: String) { add([.init(kind, text)]) }

  /// Lines of the last file.
  private mutating func add(_ lines: [UnifiedDiff.Printed]) { files[files.count - 1].lines += lines }

  private mutating func add(_ text: PlannedChange.Text) {
    addHead(from: text.from, to: text.to)
    let old = text.from.map { UnifiedDiff.quoted("a/", $0) } ?? "/dev/null"
    let new = text.to.map { UnifiedDiff.quoted("b/", $0) } ?? "/dev/null"
    if Self.isBinary(text.before) || Self.isBinary(text.after) {
      return add(.remark, "Binary files \(old) and \(new) differ")
    }
    add(UnifiedDiff(old: text.before, new: text.after).printed(old: old, new: new))
  }

  private mutating func addHead(from: NotePath?, to: NotePath?) {
    guard let name = from ?? to else { return }
    add(.file, "diff --git \(UnifiedDiff.quoted("a/", name)) \(UnifiedDiff.quoted("b/", to ?? name))")
    if from == nil { add(.remark, "new file mode 100644") }
    if to == nil { add(.remark, "deleted file mode 100644") }
    if let from, let to, from != to {
      add(.remark, "rename from \(UnifiedDiff.quoted("", from))")
      add(.remark, "rename to \(UnifiedDiff.quoted("", to))")
    }
  }

  /// As git tells: by a NUL near the beginning.
  private static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.prefix(8_000).contains(0) }
}
