import Foundation
import VaultCore

/// What a command asks a watcher. One line, whose first word and those behind it stay as they are in all versions, so
/// that any version can end another.
enum WatchRequest: Equatable {
  /// What is known once all that has happened so far is taken in. `key` says how the asking command reads the vault.
  /// `verified`: only what is found in the index from now on counts.
  case state(key: String, verified: Bool)
  case status
  case stop
  /// To be told what happens, for as long as the connection lasts; see `WatchNews`. `place`: which files the asking process
  /// sees; see `RootPlace.key`.
  case subscribe(place: String)

  private static let name = "vault-watch"

  var line: [UInt8] {
    let words =
      switch self {
      case .state(let key, let verified): verified ? "verify \(key)" : "state \(key)"
      case .status: "status"
      case .stop: "stop"
      case .subscribe(let place): "subscribe \(place)"
      }
    return Array("\(Self.name) \(words)\n".utf8)
  }

  /// Returns nil for anything but a whole line that is a request.
  init?(line: [UInt8]) {
    guard line.last == UInt8(ascii: "\n") else { return nil }
    let words = String(decoding: line.dropLast(), as: UTF8.self).split(separator: " ").map(String.init)
    guard words.first == Self.name else { return nil }
    switch (words.dropFirst().first, words.count) {
    case ("state", 3): self = .state(key: words[2], verified: false)
    case ("verify", 3): self = .state(key: words[2], verified: true)
    case ("status", 2): self = .status
    case ("stop", 2): self = .stop
    case ("subscribe", 3): self = .subscribe(place: words[2])
    default: return nil
    }
  }

  /// No request is longer, in bytes.
  static let longest = 256
}

/// What a watcher vouches for: that an index with these numbers holds just what the vault's folders hold.
struct WatchedState: Sendable, Equatable {
  var fingerprint: UInt64
  var identity: Int64
  var generation: Int64
  var problems: [ScanProblem]
  var links: [NotePath]
}

/// What a watcher answers. Before it, a byte 0 for each moment that it takes; then a byte 1, the answer, and the end.
enum WatchReply: Equatable {
  case state(WatchedState)
  /// The command has to look itself, for the reason given.
  case look(String)
  case status(WatchStatus)
  case stopping

  static let beat: UInt8 = 0
  static let begin: UInt8 = 1

  var bytes: [UInt8] {
    var writer = ByteWriter(appendingTo: [Self.begin])
    switch self {
    case .state(let state):
      writer.write(UInt8(0))
      writer.write(varint: state.fingerprint)
      writer.write(signed: state.identity)
      writer.write(signed: state.generation)
      writer.write(count: state.problems.count)
      for problem in state.problems {
        writer.write(problem.kind.rawValue)
        writer.write(problem.path.bytes)
        writer.write(problem.message)
      }
      writer.write(state.links)
    case .look(let reason):
      writer.write(UInt8(1))
      writer.write(reason)
    case .status(let status):
      writer.write(UInt8(2))
      status.write(to: &writer)
    case .stopping:
      writer.write(UInt8(3))
    }
    return writer.bytes
  }

  /// `bytes` as they arrived, beats included. Nil for anything but a whole answer.
  init?(_ bytes: [UInt8]) {
    let answer = Array(bytes.drop { $0 == Self.beat })
    let reply = answer.withUnsafeBytes { bytes -> WatchReply? in
      var reader = ByteReader(bytes)
      guard reader.byte() == Self.begin, let kind = reader.byte() else { return nil }
      let reply: WatchReply?
      switch kind {
      case 0: reply = Self.state(&reader)
      case 1: reply = reader.string().map { .look($0) }
      case 2: reply = WatchStatus(&reader).map { .status($0) }
      case 3: reply = .stopping
      default: reply = nil
      }
      return reader.isAtEnd ? reply : nil
    }
    guard let reply else { return nil }
    self = reply
  }

  private static func state(_ reader: inout ByteReader) -> WatchReply? {
    guard let fingerprint = reader.varint(), let identity = reader.signed(), let generation = reader.signed(),
      let problemCount = reader.count()
    else { return nil }
    var problems: [ScanProblem] = []
    for _ in 0..<problemCount {
      guard let name = reader.string(), let kind = ScanProblem.Kind(rawValue: name), let path = reader.data(),
        let message = reader.string()
      else { return nil }
      problems.append(ScanProblem(kind, NotePath(bytes: Array(path)), message))
    }
    guard let links = reader.paths() else { return nil }
    return .state(
      WatchedState(
        fingerprint: fingerprint, identity: identity, generation: generation, problems: problems, links: links))
  }
}

/// How a watcher is doing.
package struct WatchStatus: Sendable, Equatable {
  package var process: Int
  package var version: String
  package var root: String
  package var startedAt: Date
  /// Why commands have to look at the files themselves; nil where they need not.
  package var hindrance: String?
  package var notes = 0
  package var folders = 0
  /// How often the vault was looked at because something changed, and how many notes had changed in all.
  package var refreshes = 0
  package var changedNotes = 0
  /// How many commands have been answered.
  package var answers = 0
  /// In bytes.
  package var memory = 0

  /// In the order in which they are told.
  private static var numbers: [WritableKeyPath<WatchStatus, Int>] {
    [\.notes, \.folders, \.refreshes, \.changedNotes, \.answers, \.memory]
  }

  func write(to writer: inout ByteWriter) {
    writer.write(count: process)
    writer.write(version)
    writer.write(root)
    writer.write(signed: Int64((startedAt.timeIntervalSince1970 * 1_000).rounded()))
    writer.write(hindrance)
    for number in Self.numbers { writer.write(count: self[keyPath: number]) }
  }
}

extension WatchStatus {
  init?(_ reader: inout ByteReader) {
    guard let process = reader.varint(), let version = reader.string(), let root = reader.string(),
      let started = reader.signed(), (-1 << 53...1 << 53).contains(started), let hindrance = reader.optionalString()
    else { return nil }
    self.init(
      process: Int(truncatingIfNeeded: process), version: version, root: root,
      startedAt: Date(timeIntervalSince1970: Double(started) / 1_000))
    self.hindrance = hindrance
    for place in Self.numbers {
      guard let number = reader.varint() else { return nil }
      self[keyPath: place] = Int(truncatingIfNeeded: number)
    }
  }
}

extension ByteWriter {
  mutating func write(_ paths: [NotePath]) {
    write(count: paths.count)
    for path in paths { write(path.bytes) }
  }
}

extension ByteReader {
  mutating func paths() -> [NotePath]? {
    guard let count = count() else { return nil }
    var paths: [NotePath] = []
    for _ in 0..<count {
      guard let path = data() else { return nil }
      paths.append(NotePath(bytes: Array(path)))
    }
    return paths
  }
}
