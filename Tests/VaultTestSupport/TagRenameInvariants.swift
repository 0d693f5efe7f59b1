import VaultCore

/// What holds of every renaming of a tag in a note's text, whatever the note's bytes.
package enum TagRenameInvariants {
  private static let names = ["fresh", "fresh/er", "\u{6F22}", "f-1_"]

  /// Renames each of the note's tags, and the first level of each, to tags it has not.
  package static func violations(of bytes: [UInt8], parser: inout NoteParser) -> [String] {
    func read(_ bytes: [UInt8], _ parser: inout NoteParser) -> Note {
      bytes.withUnsafeBufferPointer { parser.parse($0, path: NotePath("Note.md"), modified: 0).note }
    }
    let note = read(bytes, &parser)
    let all = Set(note.tagOccurrences.map(\.tag)).sorted()
    let old = Set(all.prefix(4).flatMap { [$0, $0.split(separator: "/").first.map(String.init) ?? $0] })
    guard !all.contains(where: { tag in names.contains { tag.lowercased().hasPrefix($0) } }) else { return [] }
    var violations: [String] = []
    for (index, tag) in old.sorted().enumerated() where isWritable(tag) {
      let new = names[index % names.count]
      do {
        let edits = try TagRename.edits(in: note, bytes: bytes, from: tag, to: new)
        let there = try edits.applied(to: bytes)
        let after = read(there, &parser)
        let expected = note.tagOccurrences.map { TagRename.renamed($0.tag, from: tag, to: new) ?? $0.tag }
        if !zip(after.tagOccurrences, expected).allSatisfy({ $0.tag.utf8.elementsEqual($1.utf8) })
          || after.tagOccurrences.count != expected.count
        {
          violations.append("#\(tag) to #\(new): \(after.tagOccurrences.map(\.tag)), not \(expected)")
        }
        if !edits.allSatisfy({ $0.range.lowerBound > 0 && bytes[$0.range.lowerBound - 1] == 0x23 }) {
          violations.append("#\(tag) to #\(new): an edit of something else")
        }
        // Where it is spelled in one way, there and back is the same text.
        let back = try TagRename.edits(in: after, bytes: there, from: new, to: tag).applied(to: there)
        let isSpelledOnce = note.tagOccurrences.allSatisfy { other in
          TagRename.renamed(other.tag, from: tag, to: "") == nil || other.tag.utf8.starts(with: tag.utf8)
        }
        if isSpelledOnce, back != bytes { violations.append("#\(tag) to #\(new) and back is another text") }
      } catch is TagRenameError {
        continue
      } catch {
        violations.append("#\(tag) to #\(new): \(error)")
      }
    }
    return violations
  }

  /// A tag with an empty level is renamed, but no tag is renamed to it.
  private static func isWritable(_ tag: String) -> Bool {
    TagGrammar.isTag(tag) && !tag.hasPrefix("/") && !tag.hasSuffix("/") && !tag.contains("//")
  }
}
