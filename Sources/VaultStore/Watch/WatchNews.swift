import VaultCore

/// What a watcher tells those who have subscribed to it: its standing first, and then whatever happens.
enum WatchNews: Sendable, Equatable {
  /// `hindrance`: why nothing can be vouched for; nil while all can. `isBlind`: changes are not told of then.
  case standing(hindrance: String?, isBlind: Bool)
  case notes(NoteChanges)
  /// So many notes of so many have been read for the index.
  case building(done: Int, total: Int)
  /// The configuration is another one.
  case configuration
  /// It was asked to end, and nobody is to take its place.
  case stopping

  /// With its length before it, since others follow on the same connection.
  var bytes: [UInt8] {
    var body = ByteWriter()
    switch self {
    case .standing(let hindrance, let isBlind):
      body.write(UInt8(0))
      body.write(hindrance)
      body.write(isBlind)
    case .notes(.many):
      body.write(UInt8(1))
    case .notes(.some(let paths)):
      body.write(UInt8(2))
      for list in [paths.added, paths.changed, paths.removed, paths.moved.map(\.from), paths.moved.map(\.to)] {
        body.write(list)
      }
    case .building(let done, let total):
      body.write(UInt8(3))
      body.write(count: done)
      body.write(count: total)
    case .configuration:
      body.write(UInt8(4))
    case .stopping:
      body.write(UInt8(5))
    }
    var writer = ByteWriter()
    writer.write(count: body.bytes.count)
    return writer.bytes + body.bytes
  }

  fileprivate init?(body: UnsafeRawBufferPointer) {
    var reader = ByteReader(body)
    switch reader.byte() {
    case 0:
      guard let hindrance = reader.optionalString(), let isBlind = reader.bool() else { return nil }
      self = .standing(hindrance: hindrance, isBlind: isBlind)
    case 1: self = .notes(.many)
    case 2:
      guard let added = reader.paths(), let changed = reader.paths(), let removed = reader.paths(),
        let from = reader.paths(), let to = reader.paths(), from.count == to.count
      else { return nil }
      let moved = zip(from, to).map { NoteChanges.Move(from: $0, to: $1) }
      self = .notes(NoteChanges(NoteChanges.Paths(added: added, changed: changed, removed: removed, moved: moved)))
    case 3:
      guard let done = reader.varint(), let total = reader.varint() else { return nil }
      self = .building(done: Int(clamping: done), total: Int(clamping: total))
    case 4: self = .configuration
    case 5: self = .stopping
    default: return nil
    }
    if !reader.isAtEnd { return nil }
  }
}

/// Puts together what arrives of a watcher's news.
struct WatchNewsReader {
  private var bytes: [UInt8] = []
  /// In bytes; a thousand of the longest paths are less.
  private static let longest = 1 << 23

  /// Returns whole news; nil where what came is none.
  mutating func read(_ more: some Sequence<UInt8>) -> [WatchNews]? {
    bytes += more
    var news: [WatchNews] = []
    var taken = 0
    while true {
      let next = bytes.withUnsafeBytes { all -> (body: Range<Int>?, isLong: Bool) in
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: all[taken...]))
        guard let length = reader.varint() else { return (nil, false) }
        guard length <= Self.longest else { return (nil, true) }
        let start = taken + reader.offset
        return (start + Int(length) <= all.count ? start..<start + Int(length) : nil, false)
      }
      if next.isLong { return nil }
      guard let body = next.body else { break }
      guard let one = bytes.withUnsafeBytes({ WatchNews(body: UnsafeRawBufferPointer(rebasing: $0[body])) }) else {
        return nil
      }
      news.append(one)
      taken = body.upperBound
    }
    bytes.removeFirst(taken)
    return news
  }
}
