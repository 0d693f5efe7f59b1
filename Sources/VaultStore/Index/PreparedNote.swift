import Foundation
import VaultCore

/// All that the index stores of one note, encoded away from the thread that writes.
struct PreparedNote: Sendable {
  var path: NotePath
  var folder: Int
  var stamp: FileStamp
  /// False for a file that could not be read: it is tried again every time.
  var isRead: Bool
  var record: NoteRecord
  var recordData: [UInt8]
  var linksData: [UInt8]
  var linkKeys: [String]
  var tags: [(key: String, name: String)]
  var aliasKeys: [String]
  var tasks: [(handle: String, type: Int, data: [UInt8])]
  var text: SearchableText

  init(_ parsed: ParsedNote, hash: [UInt8], folder: Int, stamp: FileStamp) {
    let note = parsed.note
    path = note.path
    self.folder = folder
    self.stamp = stamp
    isRead = true
    record = NoteRecord(note, hash: hash)
    var writer = ByteWriter()
    record.encode(into: &writer)
    recordData = writer.bytes
    linksData = []
    linkKeys = []
    let internalLinks = note.links.filter { !$0.isExternal }
    if !internalLinks.isEmpty {
      var links = ByteWriter()
      links.write(count: internalLinks.count)
      for link in internalLinks { link.encode(into: &links) }
      linksData = links.bytes
      linkKeys = Set(internalLinks.compactMap { LinkKey.of($0) }).sorted()
    }
    tags = note.tags.map { (TagKey.of($0), $0) }
    aliasKeys = Array(Set(note.aliases.map { LinkResolver.key($0) }))
    tasks = note.tasks.map { ($0.handle, $0.status.type.isOpen ? 1 : 0, $0.encoded()) }
    text = parsed.text
  }

  init(unread record: NoteRecord, folder: Int, stamp: FileStamp, isRead: Bool) {
    path = record.path
    self.folder = folder
    self.stamp = stamp
    self.isRead = isRead
    self.record = record
    var writer = ByteWriter()
    record.encode(into: &writer)
    recordData = writer.bytes
    linksData = []
    linkKeys = []
    tags = []
    aliasKeys = []
    tasks = []
    text = SearchableText()
    var words = WordScanner()
    words.append(value: record.title, to: &text.title, parts: &text.part)
  }
}

/// What a tag is looked up by.
package enum TagKey {
  package static func of(_ tag: String) -> String { LinkResolver.key(tag) }
}

/// What a link is looked up by from the note it leads to: its last path component, folded, without `.md`.
enum LinkKey {
  /// Nil for a link to the note it stands in.
  static func of(_ link: Link) -> String? {
    var target = link.target
    if let hash = target.utf8.firstIndex(of: 0x23) { target = String(target[..<hash]) }
    if link.kind == .markdown || link.kind == .reference || link.kind == .embed, target.utf8.contains(0x25) {
      target = target.removingPercentEncoding ?? target
    }
    return of(path: target)
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
