import VaultCore
import VaultStore

extension ChangeDiff {
  /// What tells a plan from another, for somebody who has seen it and agrees. The times that a note is made and changed at are
  /// those of the moment, and no part of what a person agrees to.
  package func signature(_ planned: PlannedChange) -> [UInt8] {
    var signature: [UInt8] = []
    for line in lines {
      if line.kind == .added || line.kind == .removed {
        Self.append(line.text, withoutTimesTo: &signature)
      } else {
        signature += line.text
      }
      signature.append(0x0A)
    }
    // A folder that is made has no lines.
    for record in planned.records { signature += Array("\(record.state) ".utf8) + record.path.bytes + [0x0A] }
    return signature
  }

  /// Digits as 0: `2026-03-14T07:31` and the like, with seconds or not.
  private static let minute = Array("0000-00-00T00:00".utf8)

  private static func append(_ line: [UInt8], withoutTimesTo signature: inout [UInt8]) {
    // A time has a colon.
    guard line.contains(0x3A) else {
      signature += line
      return
    }
    func isDigit(_ place: Int) -> Bool { place < line.count && (0x30...0x39).contains(line[place]) }
    func isTime(at start: Int) -> Bool {
      guard line.count - start >= minute.count else { return false }
      return minute.indices.allSatisfy { offset in
        let byte = line[start + offset]
        return switch minute[offset] {
        case 0x30: isDigit(start + offset)
        case 0x54: byte == 0x54 || byte == 0x20
        case let sign: byte == sign
        }
      }
    }
    var place = 0
    while place < line.count {
      guard isDigit(place), isTime(at: place) else {
        signature.append(line[place])
        place += 1
        continue
      }
      place += minute.count
      // Seconds, and parts of one.
      if place < line.count, line[place] == 0x3A, isDigit(place + 1), isDigit(place + 2) {
        place += 3
        if place < line.count, line[place] == 0x2E, isDigit(place + 1) {
          place += 1
          while isDigit(place) { place += 1 }
        }
      }
      signature += Array("time".utf8)
    }
  }
}
