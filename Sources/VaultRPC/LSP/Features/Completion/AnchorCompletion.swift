import VaultCore
import VaultStore

/// Headings behind `[[note#`, and named blocks behind `[[note#^`.
struct AnchorCompletion {
  private let site: CompletionSite
  private let bytes: [UInt8]
  private let note: Note

  /// `name`: the note's part of the link; empty for the note itself.
  init(_ site: CompletionSite, _ name: String, _ request: LanguageRequest, _ reader: VaultReader?) throws {
    self.site = site
    let target =
      name.allSatisfy(\.isWhitespace)
      ? request.path
      : try reader?.linkResolver
        .resolve(target: name, kind: .wiki, from: request.path).path
    if let target, target != request.path {
      bytes = try reader?.bytes(ofNoteAt: target) ?? []
    } else {
      bytes = target == nil ? [] : try request.text.bytes
    }
    note = NoteParser(options: request.workspace.parsing).structure(of: bytes, path: target ?? request.path)
  }

  /// In the order of the note; what was typed may be anywhere in a heading.
  var headings: [CompletionOffer] {
    let matcher = NameMatcher(site.typed)
    return note.headings.compactMap { heading in
      let anchor = heading.anchor
      guard !anchor.isEmpty, matcher.matches(heading.text) else { return nil }
      return CompletionOffer(
        label: heading.text, detail: String(repeating: "#", count: heading.level), kind: .reference, range: site.range,
        newText: anchor + site.closing)
    }
  }

  var blocks: [CompletionOffer] {
    let matcher = NameMatcher(site.typed)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return note.blockIDs.compactMap { block in
      guard lines.indices.contains(block.line - 1) else { return nil }
      let text = String(decoding: lines[block.line - 1].trimming(where: \.isASCIIWhitespace), as: UTF8.self)
      guard matcher.matches(block.id) || matcher.matches(text) else { return nil }
      return CompletionOffer(
        label: block.id, detail: ShownName.shortened(text), kind: .reference, range: site.range,
        newText: block.id + site.closing)
    }
  }
}

extension NameMatcher {
  /// True where a name has what was typed.
  func matches(_ name: String) -> Bool {
    var folding = NameFolding()
    let folded = folding.folded(name)
    return folded.withUnsafeBufferPointer { score($0) } != nil
  }
}
