import Crypto

/// The short name of a task, and the one rule that says which task is the same: the one with the same handle.
///
/// A handle is a hash of the task's path, description, heading and the descriptions of the tasks around it. Where several
/// tasks of the note share all of these, or the task recurs, its due, scheduled and start dates count too, and whether it
/// recurs; where some are alike even then, all of their other fields, whether they are open, and which of how many equals it is.
/// So a task that is one of a kind keeps its handle whatever its line, status and dates, and neither a twin nor a next
/// occurrence gets a handle that a task has which differs from it: the old handle then names no task.
package enum TaskHandle {
  /// 64 bits of the digest, and one more.
  package static let length = 13

  /// What of a task counts for its handle.
  struct Subject {
    var description: String
    /// As in `TaskItem.heading`.
    var heading: String?
    /// The place of the nearest enclosing task, which comes before it.
    var parent: Int?
    var values = TaskFieldValues()
    var blockID: String?
    var isOpen = true
  }

  /// The handles of a note's tasks, in their order; empty for what is nil, which is no task.
  static func make(_ subjects: [Subject?], path: NotePath) -> [String] {
    var names = [String](repeating: "", count: subjects.count)
    // Digests of the descriptions around the tasks, so that deep nesting costs no more than as many tasks in a row.
    var surroundings = [[UInt8]](repeating: [], count: subjects.count)
    var digests: [Int: [UInt8]] = [:]
    var sharing: [String: [Int]] = [:]
    for (place, subject) in subjects.enumerated() {
      guard let subject else { continue }
      if let parent = subject.parent, let description = subjects[parent]?.description {
        surroundings[place] =
          digests[parent]
          ?? digest {
            $0.write(surroundings[parent])
            $0.write(description)
          }
        digests[parent] = surroundings[place]
      }
      names[place] = name { write(subject, path, surroundings[place], to: &$0) }
      sharing[names[place], default: []].append(place)
    }
    for places in sharing.values {
      guard places.count > 1 || subjects[places[0]]?.values.recurrence != nil else { continue }
      var alike: [TaskDates: [Int]] = [:]
      for place in places { alike[subjects[place]?.values.dates.recurring ?? [:], default: []].append(place) }
      for (dates, places) in alike {
        let isAlone = places.count == 1
        for (rest, places) in Dictionary(grouping: places, by: { isAlone ? [] : rest(of: subjects[$0]) }) {
          for (ordinal, place) in places.enumerated() {
            guard let subject = subjects[place] else { continue }
            names[place] = name {
              write(subject, path, surroundings[place], to: &$0)
              for kind in TaskFieldKind.recurringDates { write(dates[kind], to: &$0) }
              // Its rule may be edited; one that does not recur is told from it by what follows.
              if isAlone, subject.values.recurrence != nil { return }
              $0.write(count: ordinal)
              $0.write(count: places.count)
              guard !isAlone else { return }
              $0.write(rest)
              $0.write(subject.isOpen ? 1 : 0 as UInt8)
            }
          }
        }
      }
    }
    return names
  }

  /// What tells a task from its twins, but for what changes when it is closed.
  private static func rest(of subject: Subject?) -> [UInt8] {
    var writer = ByteWriter()
    for kind in TaskFieldKind.allCases where kind != .done && kind != .cancelled { writer.write(subject?.values[kind]) }
    writer.write(subject?.blockID)
    return writer.bytes
  }

  private static func write(_ subject: Subject, _ path: NotePath, _ surroundings: [UInt8], to writer: inout ByteWriter)
  {
    writer.write(path.bytes)
    writer.write(subject.description)
    writer.write(subject.heading)
    writer.write(surroundings)
  }

  private static func write(_ date: TaskDate?, to writer: inout ByteWriter) {
    switch date {
    case nil: writer.write(0 as UInt8)
    case .impossible: writer.write(1 as UInt8)
    case .date(let day):
      writer.write(2 as UInt8)
      writer.write(signed: Int64(day.dayNumber))
    }
  }

  private static func digest(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return Array(SHA256.hash(data: writer.bytes))
  }

  private static func name(_ write: (inout ByteWriter) -> Void) -> String {
    let digest = digest(write)
    var bits: UInt32 = 0
    var count: UInt32 = 0
    var next = 0
    return String(unsafeUninitializedCapacity: length) { text in
      for i in 0..<length {
        if count < 5 {
          bits = (bits << 8) | UInt32(digest[next])
          next += 1
          count += 8
        }
        count -= 5
        text[i] = alphabet[Int((bits >> count) & 31)]
      }
      return length
    }
  }

  /// Crockford's base 32 in lower case: no `i`, `l`, `o`, `u`.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// What a person typed, as the beginning of a handle: lower case, `o` read as 0, `i` and `l` as 1. Nil when it
  /// is empty, too long, or has a character that no handle has.
  package static func normalized(_ typed: some StringProtocol) -> String? {
    var out: [UInt8] = []
    for byte in typed.utf8 {
      let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      switch lower {
      case 0x6F: out.append(0x30)
      case 0x69, 0x6C: out.append(0x31)
      case _ where alphabet.contains(lower): out.append(lower)
      default: return nil
      }
      if out.count > length { return nil }
    }
    return out.isEmpty ? nil : String(decoding: out, as: UTF8.self)
  }
}
