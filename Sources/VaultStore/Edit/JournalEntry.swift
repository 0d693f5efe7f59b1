import Foundation
import VaultCore

/// One operation as the journal keeps it: enough to take it back, whatever of it has been done.
struct JournalEntry {
  /// What can be told without reading the files' texts.
  struct Head: Codable, Hashable {
    static let currentVersion = 2

    var version = Head.currentVersion
    /// Counts from 1.
    var sequence: Int
    /// Part of the names of its temporary files.
    var id: String
    /// Milliseconds since 1970, in the years 1 to 9999.
    var time: Int64
    /// For people, as `history` shows it.
    var title: String
    /// The operation that this one takes back.
    var undoes: Int?
    /// What whoever asked for it calls it, should it be asked for once more.
    var request: String?
    /// The program that made it, where no person did: `mcp` for an assistant.
    var actor: String?
    /// The digest of the texts behind the head.
    var texts: String?
    /// True where the file system lets others write to every file, so that this says nothing of who wrote it.
    var shared: Bool?
    var steps: [Step]
    /// True for one that this user did not write here.
    var isForeign = true

    private enum CodingKeys: CodingKey {
      case version, sequence, id, time, title, undoes, request, actor, texts, shared, steps
    }
  }

  /// A step without its texts, which follow the head in the file, in the steps' order.
  struct Step: Codable, Hashable {
    enum Kind: String, Codable {
      case write, create, delete, move
      case makeFolder = "make-folder"
      case removeFolder = "remove-folder"
    }

    var kind: Kind
    var path: NotePath
    var target: NotePath?
    /// Bytes of the text before a write, of a file that is created or deleted.
    var length: Int?
    /// A write's new text: what it shares with the old one at both ends, and the bytes of what stands between.
    var prefix: Int?
    var suffix: Int?
    var middle: Int?
    var mode: UInt32?
    /// A write to the file itself, and not by another one in its place.
    var inPlace: Bool?
  }

  var head: Head
  /// Parallel to the head's steps.
  var steps: [ChangeStep]

  func temporaryName(_ index: Int) -> String { "\(TemporaryFile.prefix)\(head.id)-\(index)" }
}

/// A path in the journal: text, or bytes where it is no UTF-8.
extension NotePath: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self.init(try container.decode(String.self))
    } catch DecodingError.typeMismatch {
      self.init(bytes: try container.decode([UInt8].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let undecodable { try container.encode(undecodable) } else { try container.encode(text) }
  }
}

extension JournalEntry {
  /// Throws `Unreadable` for one that nobody may have made by changing notes, and for one of somebody else that would
  /// change more than notes and their folders.
  func check() throws(Unreadable) {
    let isHex = head.id.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    guard isHex, (1...16).contains(head.id.utf8.count) else { throw Unreadable(reason: "has no proper name") }
    for step in steps {
      var paths = [step.path]
      if case .move(_, let target) = step { paths.append(target) }
      for path in paths where !VaultTree.staysInside(path.bytes) {
        throw Unreadable(reason: "would change \(path), outside of the vault")
      }
      guard head.isForeign else { continue }
      for path in paths where !(Trash.holds(path) && step.isAboutPlaces) && !Self.isPlain(path) {
        throw Unreadable(reason: "was made elsewhere and would change \(path), which is hidden")
      }
      for path in paths where !Trash.holds(path) {
        let problems = NoteFileName.problems(inPath: path.text)
        guard let problem = problems.first(where: { $0.severity == .refused && $0.cause != .hidden }) else { continue }
        throw Unreadable(reason: "was made elsewhere and would change \(path): \(problem)")
      }
    }
  }

  /// Hidden files are other programs', and are executed by some.
  private static func isPlain(_ path: NotePath) -> Bool {
    path.bytes.split(separator: UInt8(ascii: "/")).allSatisfy {
      !HiddenName.isHidden($0) || $0.starts(with: TemporaryFile.prefix.utf8)
    }
  }

  // MARK: The file: the head as a line of JSON, then the texts

  /// One of this user's own.
  init(head: Head, steps: [ChangeStep], inPlace: (Int) -> Bool) {
    self.head = head
    self.head.isForeign = false
    self.steps = steps
    self.head.steps = steps.enumerated().map { index, step in
      switch step {
      case .write(let path, let before, let after):
        let patch = FilePatch(from: before, to: after)
        return Step(
          kind: .write, path: path, length: before.count, prefix: patch.prefix, suffix: patch.suffix,
          middle: patch.middle.count, inPlace: inPlace(index) ? true : nil)
      case .create(let path, let bytes, let mode):
        return Step(kind: .create, path: path, length: bytes.count, mode: mode)
      case .delete(let path, let bytes, let mode):
        return Step(kind: .delete, path: path, length: bytes.count, mode: mode)
      case .move(let path, let target): return Step(kind: .move, path: path, target: target)
      case .makeFolder(let path): return Step(kind: .makeFolder, path: path)
      case .removeFolder(let path): return Step(kind: .removeFolder, path: path)
      }
    }
  }

  /// `home`: the inode of the folder that it is written to; `isShared`: whether others can write to its file.
  func encoded(_ identity: UserIdentity, home: UInt64, isShared: Bool = false) throws -> [UInt8] {
    var texts: [UInt8] = []
    for step in steps {
      switch step {
      case .write(_, let before, let after): texts += before + FilePatch(from: before, to: after).middle
      case .create(_, let text, _), .delete(_, let text, _): texts += text
      case .move, .makeFolder, .removeFolder: break
      }
    }
    var head = head
    head.texts = JournalOwner.digest(texts)
    head.shared = isShared ? true : nil
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return JournalOwner.sealed(Array(try encoder.encode(head)), identity, home: home) + [0x0A] + texts
  }

  /// What is wrong with a journal's file, for people.
  struct Unreadable: Error {
    var reason: String
    /// False for one that this user wrote here all the same, with a later version of the program.
    var isForeign = true
  }

  /// The years that dates are written with: 1 to 9999.
  private static let times: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// What stands for a time in `Head`: a clock that is set wrong must not make an entry unreadable.
  static func time(_ date: Date) -> Int64 {
    let milliseconds = date.timeIntervalSince1970 * 1_000
    return Int64(min(max(milliseconds, Double(times.lowerBound)), Double(times.upperBound)))
  }

  /// `status`: that of the file that holds the bytes.
  static func head(of bytes: some Collection<UInt8>, _ owner: JournalOwner, _ status: stat) throws(Unreadable) -> Head {
    let line = bytes.prefix { $0 != 0x0A }
    let isSealed = owner.sealed(line)
    do {
      var head = try JSONDecoder().decode(Head.self, from: Data(line))
      guard 1...Head.currentVersion ~= head.version else {
        throw Unreadable(
          reason: "is of version \(head.version), which this program does not know", isForeign: !isSealed)
      }
      guard Self.times.contains(head.time), head.sequence > 0 else { throw Unreadable(reason: "is damaged") }
      head.isForeign =
        !isSealed || head.version < Head.currentVersion || head.shared != true && !JournalOwner.isPrivate(status)
      return head
    } catch {
      throw error as? Unreadable ?? Unreadable(reason: "is no entry of the journal")
    }
  }

  /// One is foreign as well where its texts are not those that it was sealed with.
  init(_ bytes: [UInt8], _ owner: JournalOwner, _ status: stat) throws(Unreadable) {
    head = try Self.head(of: bytes, owner, status)
    steps = []
    var rest = bytes[((bytes.firstIndex(of: 0x0A) ?? bytes.endIndex - 1) + 1)...]
    if !head.isForeign { head.isForeign = head.texts != JournalOwner.digest(rest) }
    func take(_ count: Int?) throws(Unreadable) -> [UInt8] {
      guard let count, count >= 0, count <= rest.count else { throw Unreadable(reason: "is cut off") }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    for step in head.steps {
      let path = step.path
      switch step.kind {
      case .write:
        let before = try take(step.length)
        let patch = FilePatch(prefix: step.prefix ?? -1, suffix: step.suffix ?? -1, middle: try take(step.middle))
        guard let after = patch.applied(to: before) else { throw Unreadable(reason: "is damaged") }
        steps.append(.write(path, before: before, after: after))
      case .create: steps.append(.create(path, try take(step.length), mode: (step.mode ?? 0o644) & 0o777))
      case .delete: steps.append(.delete(path, before: try take(step.length), mode: (step.mode ?? 0o644) & 0o777))
      case .move:
        guard let target = step.target else { throw Unreadable(reason: "is damaged") }
        steps.append(.move(path, to: target))
      case .makeFolder: steps.append(.makeFolder(path))
      case .removeFolder: steps.append(.removeFolder(path))
      }
    }
    try check()
  }
}
