import VaultCore
import VaultStore

extension ChangeDiff {
  /// What tells a plan from another, for somebody who has seen it and agrees. The times that a note is made and changed at are
  /// those of the moment, and no part of what a person agrees to.
  package func signature(_ planned: PlannedChange) -> [UInt8] {
    let lines = lines.map { line -> [UInt8] in
      guard line.kind == .added || line.kind == .removed else { return line.text }
      let text = String(decoding: line.text, as: UTF8.self)
      return Array(text.replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?/, with: "time").utf8)
    }
    // A folder that is made has no lines.
    let files = planned.records.map { Array("\($0.state) ".utf8) + $0.path.bytes }
    return Array((lines + files).joined(separator: [0x0A]))
  }
}
