import VaultCore

/// What a watcher tells its subscribers: a frame of four bytes for the length, the lowest first, and the event.
enum WatchEvent: Equatable {
  case notes(NoteChanges)
  /// Why nothing can be vouched for; nil where it is.
  case freshness(String?)
  /// Somebody asked the watcher to end. Without this, the end of the connection is an accident.
  case stopping

  /// In bytes, and more than a thousand of the longest paths take.
  private static let longest = 1 << 24

  var frame: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .notes(.many): writer.write(UInt8(0))
    case .notes(.some(let paths)):
      writer.write(UInt8(1))
      for list in [paths.added, paths.changed, paths.removed, paths.moved.map(\.from), paths.moved.map(\.to)] {
        writer.write(count: list.count)
        for path in list { writer.write(path.bytes) }
      }
    case .freshness(let hindrance):
      writer.write(UInt8(2))
      writer.write(hindrance)
    case .stopping: writer.write(UInt8(3))
    }
    let length = UInt32(writer.bytes.count)
    return (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + writer.bytes
  }

  /// Takes the whole frames from the front of what was received. Returns nil for what no watcher of this version sends.
  static func take(from received: inout [UInt8]) -> [WatchEvent]? {
    var events: [WatchEvent] = []
    var rest = received[...]
    while rest.count >= 4 {
      let length = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= longest else { return nil }
      guard rest.count >= 4 + length else { break }
      guard let event = WatchEvent(Array(rest.dropFirst(4).prefix(length))) else { return nil }
      events.append(event)
      rest = rest.dropFirst(4 + length)
    }
    received = Array(rest)
    return events
  }

  private init?(_ bytes: [UInt8]) {
    let event = bytes.withUnsafeBytes { bytes -> WatchEvent? in
      var reader = ByteReader(bytes)
      let event: WatchEvent?
      switch reader.byte() {
      case 0: event = .notes(.many)
      case 1: event = Self.paths(&reader).map { .notes(.some($0)) }
      case 2: event = reader.optionalString().map { .freshness($0) }
      case 3: event = .stopping
      default: event = nil
      }
      return reader.isAtEnd ? event : nil
    }
    guard let event else { return nil }
    self = event
  }

  private static func paths(_ reader: inout ByteReader) -> NoteChanges.Paths? {
    var lists: [[NotePath]] = []
    for _ in 0..<5 {
      guard let count = reader.count(), count <= NoteChanges.most else { return nil }
      var list: [NotePath] = []
      for _ in 0..<count {
        guard let path = reader.data() else { return nil }
        list.append(NotePath(bytes: Array(path)))
      }
      lists.append(list)
    }
    guard lists[3].count == lists[4].count else { return nil }
    return NoteChanges.Paths(
      added: lists[0], changed: lists[1], removed: lists[2],
      moved: zip(lists[3], lists[4]).map { NoteChanges.Move(from: $0, to: $1) })
  }
}
