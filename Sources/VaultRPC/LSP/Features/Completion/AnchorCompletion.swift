import VaultCore
import VaultStore

/// Headings behind `[[note#`, and blocks behind `[[note#^`.
struct AnchorCompletion {
  private let site: CompletionSite
  private let request: LanguageRequest
  /// The note that the link leads to.
  private let path: NotePath
  private let bytes: [UInt8]
  private let note: Note

  /// `name`: the note's part of the link; empty for the note itself.
  init(_ site: CompletionSite, _ name: String, _ request: LanguageRequest, _ reader: VaultReader?) throws {
    (self.site, self.request) = (site, request)
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
    path = target ?? request.path
    note = NoteParser(options: request.workspace.parsing).structure(of: bytes, path: path)
  }

  /// Headings in the order of the note; what was typed may be anywhere in one.
  var headings: [CompletionOffer] {
    let matcher = NameMatcher(site.typed)
    return note.headings.compactMap { heading in
      let anchor = heading.anchor
      guard !anchor.isEmpty, matcher.matches(heading.text) else { return nil }
      return CompletionOffer(
        label: heading.text, detail: String(repeating: "#", count: heading.level), kind: .reference, range: site.range,
        newText: anchor + site.closing, target: path, anchor: anchor)
    }
  }

  /// Those with an id, then those that get one.
  var blocks: [CompletionOffer] {
    get throws {
      let matcher = NameMatcher(site.typed)
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      func text(ofLine line: Int) -> String {
        lines.indices.contains(line - 1)
          ? String(decoding: lines[line - 1].trimming(where: \.isASCIIWhitespace), as: UTF8.self) : ""
      }
      let named = note.blockIDs.compactMap { block -> CompletionOffer? in
        let text = text(ofLine: block.line)
        guard matcher.matches(block.id) || matcher.matches(text) else { return nil }
        return CompletionOffer(
          label: block.id, detail: ShownName.shortened(text), kind: .reference, range: site.range,
          newText: block.id + site.closing, target: path, anchor: "^" + block.id)
      }
      return try named + unnamed(matcher, text(ofLine:))
    }
  }

  /// Blocks without an id, for clients that do what comes with an offer besides its text.
  private func unnamed(_ matcher: NameMatcher, _ text: @escaping (Int) -> String) throws -> [CompletionOffer] {
    let isHere = path == request.path
    let document = try request.text
    guard request.client.doesMoreThanInsert, !document.isInDoubt, isHere || request.client.appliesEdits else {
      return []
    }
    let own = document.line(at: document.offset(of: site.cursor))
    let insertion = BlockIDInsertion(bytes)
    let offers = insertion.lineNumbers.lazy.compactMap { line -> CompletionOffer? in
      let text = text(line)
      guard matcher.matches(text), !isHere || line != own, let (id, edit) = insertion.edit(ofLine: line) else {
        return nil
      }
      var offer = CompletionOffer(
        label: ShownName.shortened(text), detail: "gets the id ^\(id)", kind: .reference, range: site.range,
        newText: id + site.closing)
      if isHere { offer.others = [edit] } else { offer.then = (NoteAction(.addBlockID, line: line, word: id), path) }
      return offer
    }
    return Array(offers.prefix(CompletionMethod.most))
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
