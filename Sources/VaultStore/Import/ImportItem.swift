import VaultCore
import VaultPlatform

/// A file that an import is to make.
struct ImportItem {
  enum Content {
    case note(ImportedNote)
    /// A note's file as it is.
    case markdown([UInt8])
    /// Any other file: read when it is needed.
    case file
  }

  /// Where it is in the source, from where its links are read. No two are alike.
  var origin: NotePath
  /// Where it goes in the vault when nothing is in the way.
  var wanted: NotePath
  var content: Content
  /// What the file's time of modification is to be; nil for the time of the import.
  var modified: timespec?
  /// Lowered by the process' mask.
  var mode: UInt32 = 0o666

  var isNote: Bool {
    if case .file = content { false } else { true }
  }

  /// A note's text under a name, with what the request adds to its front matter.
  func text(stem: String, zone: ZoneOffset, _ request: ImportRequest) throws -> (bytes: [UInt8], refusal: String?) {
    let bytes: [UInt8]
    switch content {
    case .note(let note): bytes = try note.fileText(stem: stem, zone: zone)
    case .markdown(let text): bytes = text
    case .file: return ([], nil)
    }
    guard !request.tags.isEmpty || request.noteSource != nil else { return (bytes, nil) }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      return (bytes, "is not UTF-8, so no tag or source was added; convert it first, for example with iconv")
    }
    let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
    var changes: [FrontMatterChange] = []
    if !request.tags.isEmpty {
      let key = frontMatter.key(["tags", "tag"]) ?? "tags"
      changes.append(.append(key: key, request.tags, comparing: .tag))
    }
    if let source = request.noteSource, frontMatter["source"].map({ $0.value == .null }) ?? true {
      changes.append(.set(key: "source", .text(source)))
    }
    do {
      return (try FrontMatterEditor.applying(changes, to: bytes), nil)
    } catch {
      return (bytes, "no tag or source was added: \(error)")
    }
  }
}

/// Names with a number behind them.
enum NumberedName {
  /// `Name.md`, `Name 2.md`, `Name 3.md`, …; the name is cut where it would become too long for a file.
  static func bytes(_ name: [UInt8], _ number: Int) -> [UInt8] {
    guard number > 1 else { return name }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 == 0 ? nil : $0 } ?? name.count
    let tail = Array(" \(number)".utf8) + name[dot...]
    var stem = name[..<dot]
    while stem.count > 1, stem.count + tail.count > NoteFileName.longestName {
      stem = stem.dropLast()
      while stem.count > 1, let next = name[stem.endIndex...].first, next & 0xC0 == 0x80 { stem = stem.dropLast() }
    }
    return stem + tail
  }
}
