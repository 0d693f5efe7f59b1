import Foundation
import VaultCore

/// All that the index stores of one note, encoded away from the thread that writes.
struct PreparedNote: Sendable {
  var record: NoteRecord
  var folder: Int
  var stamp: FileStamp
  /// False for a file that could not be read: it is tried again every time.
  var isRead: Bool
  /// What git knows of it, where it is dated by that; else empty.
  var commits: String
  /// What its name, its category and its source are looked up by.
  var key: String
  var category: String
  var source: String
  /// The bits of `NoteFlags` that it has.
  var flags: Int64
  var recordData: [UInt8]
  var linksData: [UInt8] = []
  /// `LinkKey.number` of each, once.
  var linkKeys: [Int64] = []
  var tags: [(key: String, name: String)] = []
  var aliasKeys: [String] = []
  /// `isOpen`: 1 for an open one.
  var tasks: [(handle: String, isOpen: Int, data: [UInt8], id: String?)] = []
  var text = SearchableText()

  init(_ parsed: ParsedNote, hash: [UInt8], _ job: NoteJob, commits: String) {
    let note = parsed.note
    self.init(NoteRecord(note, hash: hash), job, isRead: true, commits)
    let internalLinks = note.links.filter { !$0.isExternal }
    if !internalLinks.isEmpty {
      var links = ByteWriter()
      links.write(count: internalLinks.count)
      for link in internalLinks { link.encode(into: &links) }
      linksData = links.bytes
      linkKeys = Set(internalLinks.flatMap { LinkKey.all(of: $0).map(LinkKey.number) }).sorted()
    }
    tags = note.tags.map { (TagKey.of($0), $0) }
    aliasKeys = Array(Set(note.aliases.map { LinkResolver.key($0) }))
    tasks = note.tasks.map { ($0.handle, $0.status.type.isOpen ? 1 : 0, $0.encoded(), $0.id) }
    text = parsed.text
    if !text.longWords.isEmpty { flags |= NoteFlags.hasCutWords }
  }

  init(unread record: NoteRecord, _ job: NoteJob, isRead: Bool, commits: String) {
    self.init(record, job, isRead: isRead, commits)
    var words = WordScanner()
    words.append(value: record.title, to: &text.title, parts: &text.part)
  }

  private init(_ record: NoteRecord, _ job: NoteJob, isRead: Bool, _ commits: String) {
    (self.record, self.isRead, self.commits, folder, stamp) = (record, isRead, commits, job.folder, job.stamp)
    key = LinkResolver.key(record.path.stem)
    category = LinkResolver.key(record.category ?? Note.defaultCategory)
    source = LinkResolver.key(record.source ?? Note.defaultSource)
    flags = record.flags(isRead: isRead)
    var writer = ByteWriter()
    record.encode(into: &writer)
    recordData = writer.bytes
  }
}

/// What a tag is looked up by.
package enum TagKey {
  package static func of(_ tag: String) -> String { LinkResolver.key(tag) }
}

/// What a link is looked up by from the note it leads to: its last path component, folded, without `.md`.
enum LinkKey {
  /// What the index keeps of a key: numbers are smaller, and compared faster. Two keys may share one, so what is found
  /// by it has to be resolved. 48 bits are enough for that, and take two bytes less in every row.
  static func number(_ key: String) -> Int64 {
    Int64(key.utf8.nameHash & 0xFFFF_FFFF_FFFF) - 0x8000_0000_0000
  }

  /// One for each way in which `LinkResolver` reads the target; none for a link to the note it stands in.
  static func all(of link: Link) -> [String] {
    let literal = of(path: LinkTarget(link.target).path)
    guard link.kind == .markdown || link.kind == .reference || link.kind == .embed,
      link.target.utf8.contains(where: { $0 == 0x25 || $0 == 0x5C || $0 == 0x3C })
    else { return literal.map { [$0] } ?? [] }
    let decoded = of(path: LinkTarget(markdown: link.target).path)
    return [literal, decoded == literal ? nil : decoded].compactMap { $0 }
  }

  /// Those under which links to a file, by its name or an alias, may be found.
  static func all(to path: NotePath, aliases: [String]) -> Set<String> {
    let names = [path.name, path.stem] + aliases
    return Set(names.flatMap { [LinkResolver.key($0), of(path: $0)].compactMap { $0 } })
  }

  static func of(path: String) -> String? {
    var name = path[...]
    if let slash = name.utf8.lastIndex(of: 0x2F) { name = name[name.utf8.index(after: slash)...] }
    while name.utf8.first == 0x20 { name = name.dropFirst() }
    while name.utf8.last == 0x20 { name = name.dropLast() }
    if NotePath.isNoteName(name.utf8), let dot = name.utf8.lastIndex(of: 0x2E), dot != name.startIndex {
      name = name[..<dot]
    }
    return name.isEmpty ? nil : LinkResolver.key(String(name))
  }
}
