import VaultCore

/// A vault in memory before and after files of it have moved, its links rewritten, and what is wrong with them then.
package struct MovedVault {
  package typealias File = (path: NotePath, bytes: [UInt8])

  package private(set) var after: [File] = []
  /// The edits of each file, parallel to `after`.
  package private(set) var edits: [[TextEdit]] = []
  package private(set) var violations: [String] = []

  /// Fails where a link cannot be rewritten.
  package init(_ before: [File], _ moves: [NotePath: NotePath], parser: inout NoteParser) throws {
    func read(_ file: File, at path: NotePath, _ parser: inout NoteParser) -> Note {
      file.bytes.withUnsafeBufferPointer { parser.parse($0, path: path, modified: 0).note }
    }
    // An empty note is as good as another file.
    let notes = before.map { $0.path.isNote && !$0.bytes.isEmpty ? read($0, at: $0.path, &parser) : nil }
    let aliases = notes.compactMap { $0 }.flatMap { note in note.aliases.map { (alias: $0, path: note.path) } }
    let old = InMemoryLinkDirectory(paths: before.map(\.path), aliases: aliases)
    let new = InMemoryLinkDirectory(
      paths: before.map { moves[$0.path] ?? $0.path }, aliases: aliases.map { ($0.alias, moves[$0.path] ?? $0.path) })
    let rewriter = LinkRewriter(before: old, after: MovedLinkDirectory(before: old, moves: moves), moves: moves)
    for (file, note) in zip(before, notes) {
      let path = moves[file.path] ?? file.path
      guard let note else {
        after.append((path, file.bytes))
        edits.append([])
        continue
      }
      let edits = try rewriter.edits(for: note, in: file.bytes)
      let changed = File(path, try edits.applied(to: file.bytes))
      after.append(changed)
      self.edits.append(edits)
      check(note, read(changed, at: path, &parser), file.bytes, edits, old, new, moves)
    }
  }

  private mutating func check(
    _ old: Note, _ new: Note, _ bytes: [UInt8], _ edits: [TextEdit], _ before: InMemoryLinkDirectory,
    _ after: InMemoryLinkDirectory, _ moves: [NotePath: NotePath]
  ) {
    let resolvers = (LinkResolver(before), LinkResolver(after))
    guard old.links.count == new.links.count else {
      violations.append("\(old.path) has \(new.links.count) links, not \(old.links.count)")
      return
    }
    for (a, b) in zip(old.links, new.links) {
      let was = resolvers.0.resolve(target: a.target, kind: a.kind, from: old.path)
      let now = resolvers.1.resolve(target: b.target, kind: b.kind, from: new.path)
      let wanted = was.path.map { moves[$0] ?? $0 }
      if a.kind != b.kind || a.kind != .property && a.location.line != b.location.line {
        violations.append("\(old.path): \(a.target) is a \(b.kind) in line \(b.location.line)")
      }
      if let wanted, now.path != wanted || now.viaAlias && !was.viaAlias {
        violations.append(
          "\(old.path): \(a.target) led to \(wanted), \(b.target) leads to \(now.path?.text ?? "nothing")")
      }
      // Other readers search for nothing, and may mind the case.
      if a.kind == .markdown || a.kind == .reference, let origin = was.path, let wanted, now.candidates.count == 1,
        Self.leads(a.target, from: old.path, to: origin), !Self.leads(b.target, from: new.path, to: wanted)
      {
        violations.append("\(old.path): \(a.target) led to \(origin) by its path, \(b.target) does not to \(wanted)")
      }
      // The bytes: how they are read depends on whether the path needs decoding.
      if Self.anchor(a.target) != Self.anchor(b.target) {
        violations.append("\(old.path): \(a.target) has another anchor as \(b.target)")
      }
      if was.path == nil, !a.target.utf8.elementsEqual(b.target.utf8) {
        violations.append("\(old.path): \(a.target) led nowhere, and is now \(b.target)")
      }
    }
    // A property's place need not be known: the front matter as a whole is compared by the rewriter.
    let places = old.links.map(\.targetRange).filter { !$0.isEmpty }
    for edit in edits where edit.range.lowerBound >= old.bodyRange.lowerBound {
      let isInLink = places.contains {
        $0.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= $0.upperBound
      }
      let isInDefinition = bytes[..<edit.range.lowerBound].reversed().prefix { $0 != 0x5D }.contains(0x3A)
      if !isInLink, !isInDefinition { violations.append("\(old.path): an edit at \(edit.range), in no link") }
    }
  }

  /// Whether a destination leads to the file from the note's folder by itself.
  private static func leads(_ target: String, from note: NotePath, to file: NotePath) -> Bool {
    let path = LinkTarget(markdown: target).path
    guard path.utf8.first != 0x2F else { return false }
    var parts = note.folder.utf8.split(separator: 0x2F).map { String(Substring($0)) }
    for part in path.utf8.split(separator: 0x2F).map({ String(Substring($0)) }) where part != "." {
      if part != ".." { parts.append(part) } else if parts.popLast() == nil { return false }
    }
    let bytes = Array(parts.joined(separator: "/").utf8)
    return bytes == file.bytes || bytes == Array(file.withoutNoteExtension.utf8)
  }

  private static func anchor(_ target: String) -> [UInt8] { Array(target.utf8.drop { $0 != 0x23 }) }
}
