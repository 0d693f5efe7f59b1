/// Rewrites the links of one note so that after files have moved each leads where it led before.
///
/// A link changes only where it would else lead elsewhere, and of it only the path: the anchor, the alias, the label
/// and the title stay byte for byte. The path keeps its form (`LinkForm`) as long as that leads to the file.
package struct LinkRewriter {
  private let before: any LinkDirectory
  private let old: LinkResolver
  private let new: LinkResolver
  private let moves: [NotePath: NotePath]
  /// Names that only the moved files have or will have, with and without extension.
  private let names: Set<String>
  private let redirection: Redirection?

  /// Says what a link has to lead to: the file, and how many names its anchor loses at its beginning. `origin`,
  /// `anchor`: what it leads to before.
  typealias Redirection = (_ origin: NotePath, _ anchor: LinkTarget.Anchor) -> (file: NotePath, lostNames: Int)

  /// `moves`: every file that moves, those of a folder each by itself, from where it is to where it will be.
  /// `after`: `MovedLinkDirectory` does.
  package init(before: any LinkDirectory, after: any LinkDirectory, moves: [NotePath: NotePath]) {
    self.init(before: before, after: after, moves: moves, redirection: nil)
  }

  /// With a redirection, `moves` says only where the texts will be that hold the links, and links into their own note
  /// (`[[#Heading]]`) follow it as well.
  init(
    before: any LinkDirectory, after: any LinkDirectory, moves: [NotePath: NotePath], redirection: Redirection?
  ) {
    self.before = before
    self.redirection = redirection
    old = LinkResolver(before)
    new = LinkResolver(after)
    self.moves = moves
    let paths = Array(moves.keys) + Array(moves.values)
    names = Set(paths.flatMap { [LinkResolver.key($0.name), LinkResolver.key($0.stem)] })
  }

  /// - Parameters:
  ///   - note: Parsed from `bytes`, at its path before the moves.
  ///   - isWanted: Says which links may change.
  /// - Throws: when a link cannot be made to lead to its file; then no edit of the note should be made.
  package func edits(
    for note: Note, in bytes: [UInt8], where isWanted: (Link) -> Bool = { _ in true }
  ) throws(LinkRewriteError) -> [TextEdit] {
    var places: [SourceRange: [Link]] = [:]
    var changed: Set<SourceRange> = []
    var edits = LinkEdits(note, in: bytes)
    for link in note.links + unusedDefinitions(of: note, in: bytes) where !link.isExternal {
      if link.kind != .property { places[link.targetRange, default: []].append(link) }
      guard isWanted(link), let change = change(of: link, in: note, bytes) else { continue }
      if link.kind == .property {
        let target = Array(link.target.utf8)
        let place = WrittenLink(syntax: .property, target: 0..<target.count, in: target)
        let path = try path(in: target, place, 0..<target.count, by: [change], in: note)
        let lost = try lostNames(in: target, place, change, in: note)
        edits.change(
          property: link,
          to: target[..<place.path.lowerBound] + path + target[place.path.upperBound..<lost.lowerBound]
            + target[lost.upperBound...])
      } else {
        changed.insert(link.targetRange)
      }
    }
    for target in changed.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // A definition has several uses, of different kinds: all of them follow.
      let links = places[target] ?? []
      guard let first = links.first, let place = WrittenLink(first, in: bytes) else { continue }
      let changes = links.compactMap { led($0, in: note) }
      edits.replace(place.path, with: try path(in: bytes, place, target, by: changes, in: note))
      guard let change = changes.first, change.lostNames > 0 else { continue }
      edits.replace(try lostNames(in: bytes, place, change, in: note), with: [])
    }
    return try edits.checked { (change(of: $0, in: note, bytes)?.file ?? note.path).text }
  }

  private struct Change {
    var link: Link
    /// Where the file is before the moves, and after.
    var origin: NotePath
    var file: NotePath
    var wasAlias: Bool
    /// How many names the anchor has to lose.
    var lostNames = 0
  }

  // MARK: Which links change

  /// Returns nil for a link that may stay as it is.
  private func change(of link: Link, in note: Note, _ bytes: [UInt8]) -> Change? {
    let source = moves[note.path] ?? note.path
    if redirection == nil {
      guard source != note.path || before.findsParts || mayBeMoved(link), !isInNote(link) else { return nil }
    }
    guard let change = led(link, in: note) else { return nil }
    let now = new.resolve(target: link.target, kind: link.kind, from: source)
    guard now.path == change.file, !now.viaAlias || change.wasAlias, change.lostNames == 0 else { return change }
    return staysExact(change, bytes, note: note.path, source: source) ? nil : change
  }

  /// Returns nil for a link that led nowhere.
  private func led(_ link: Link, in note: Note) -> Change? {
    let was = old.resolve(target: link.target, kind: link.kind, from: note.path)
    guard let origin = was.path else { return nil }
    guard let redirection else {
      return Change(link: link, origin: origin, file: moves[origin] ?? origin, wasAlias: was.viaAlias)
    }
    let (file, lostNames) = redirection(origin, was.anchor)
    return Change(link: link, origin: origin, file: file, wasAlias: was.viaAlias, lostNames: lostNames)
  }

  /// `[[#Heading]]` goes with its note.
  private func isInNote(_ link: Link) -> Bool {
    (link.target.utf8.first { $0 != 0x20 && $0 != 0x09 }) == 0x23
  }

  /// Other programs that read Markdown know no search for names, and only some a root or files without regard to case:
  /// what led there by its path for the strictest of them has to do so still.
  private func staysExact(_ change: Change, _ bytes: [UInt8], note: NotePath, source: NotePath) -> Bool {
    guard WrittenLink(change.link, in: bytes)?.syntax.isDestination == true else { return true }
    let path = LinkTarget(markdown: change.link.target).path
    return [false, true].allSatisfy { inCase in
      let was = LinkForm.isExact(path, from: note, to: change.origin, inCase: inCase)
      guard was.fromRoot || was.relative else { return true }
      let now = LinkForm.isExact(path, from: source, to: change.file, inCase: inCase)
      return now.relative || (now.fromRoot && !was.relative)
    }
  }

  /// A quick no for a link that none of the moves concerns, in a note that stays.
  private func mayBeMoved(_ link: Link) -> Bool {
    var readings = [LinkTarget(link.target)]
    if link.kind != .wiki, link.kind != .property { readings.append(LinkTarget(markdown: link.target)) }
    return readings.contains { reading in
      let key = LinkResolver.key(reading.path)
      guard let name = LinkResolver.components(key).last else { return false }
      return names.contains(name) || name == "." || name == ".."
        || before.aliased(foldedAlias: key).contains { moves[$0] != nil }
    }
  }

  /// Definitions that no link uses, as links.
  private func unusedDefinitions(of note: Note, in bytes: [UInt8]) -> [Link] {
    guard bytes.indices.contains(where: { bytes[$0] == 0x3A && $0 > 0 && bytes[$0 - 1] == 0x5D }) else { return [] }
    let used = Set(note.links.map(\.targetRange))
    return bytes.withUnsafeBufferPointer { buffer in
      let document = MarkdownDocument(buffer)
      return document.definitions.compactMap { definition in
        guard !used.contains(definition.destinationRange), !definition.destinationRange.isEmpty,
          !InlineScanner.hasScheme(definition.destination.utf8)
        else { return nil }
        return Link(
          kind: .reference, target: definition.destination, text: definition.label,
          location: document.location(of: definition.destinationRange.lowerBound),
          targetRange: definition.destinationRange)
      }
    }
  }

  // MARK: What they change to

  /// The beginning of a target's fragment that goes; empty, behind its path, where none does.
  private func lostNames(
    in text: [UInt8], _ place: WrittenLink, _ change: Change, in note: Note
  ) throws(LinkRewriteError) -> SourceRange {
    guard change.lostNames > 0, let fragment = place.fragment else {
      return place.path.upperBound..<place.path.upperBound
    }
    let names = HeadingLinkRename.names(in: fragment, text, place.syntax.isDestination)
    guard change.lostNames < names.count else {
      throw LinkRewriteError(.unwritableName, change.link, in: note, target: change.file.text)
    }
    return fragment.lowerBound..<names[change.lostNames].lowerBound
  }

  /// What has to stand for the path of a target, which is that of all the links in `changes`.
  private func path(
    in text: [UInt8], _ place: WrittenLink, _ target: SourceRange, by changes: [Change], in note: Note
  ) throws(LinkRewriteError) -> [UInt8] {
    let encoding = LinkTargetEncoding(place.syntax, like: text[place.path])
    let source = moves[note.path] ?? note.path
    let lead = text[target.lowerBound..<place.path.lowerBound]
    let tail = text[place.path.upperBound..<target.upperBound]
    var wasWritable = false
    if place.path.isEmpty, !changes.isEmpty, changes.allSatisfy({ $0.file == source }) { return [] }
    if let change = changes.first {
      for (candidate, mustBeOnly) in candidates(for: change, place.syntax, note: note.path, source: source) {
        guard let written = encoding.text(candidate, isLast: place.fragment == nil) else { continue }
        wasWritable = true
        let path = Array(written.utf8)
        let text = String(decoding: lead + path + tail, as: UTF8.self)
        let leads = changes.allSatisfy { change in
          let found = new.resolve(target: text, kind: change.link.kind, from: source)
          return found.path == change.file && !found.viaAlias && (!mustBeOnly || found.candidates.count == 1)
        }
        if leads { return path }
      }
    }
    guard let change = changes.first else { return Array(text[place.path]) }
    throw LinkRewriteError(
      wasWritable ? .unreachable : .unwritableName, change.link, in: note, target: change.file.text)
  }

  /// Texts to be tried, the best first.
  private func candidates(
    for change: Change, _ syntax: WrittenLink.Syntax, note: NotePath, source: NotePath
  ) -> [(text: String, mustBeOnly: Bool)] {
    // What cannot be told from a text of replacement characters cannot be named.
    guard change.file.undecodable == nil else { return [] }
    let isDestination = syntax.isDestination
    let literal = LinkTarget(change.link.target).path
    let readings = isDestination ? [LinkTarget(markdown: change.link.target).path, literal] : [literal]
    var form: LinkForm?
    var reading = literal
    for each in readings where form == nil {
      form = LinkForm(each, from: note, to: change.origin, isDestination: isDestination)
      reading = each
    }
    let name = LinkResolver.components(reading).last ?? ""
    var withExtension = [true]
    if change.file.isNote {
      let hadExtension =
        form == nil ? isDestination : LinkResolver.key(name) == LinkResolver.key(change.origin.name)
      withExtension = hadExtension ? [true] : [false, true]
    }
    // An address without a path leads nowhere but to its note, and gets the one that every reader understands.
    let forms: [LinkForm] = [
      form ?? (isDestination && literal.isEmpty ? .relative(withDots: false) : .name), .fromRoot(withSlash: false),
      .fromRoot(withSlash: true), .relative(withDots: true),
    ]
    return withExtension.flatMap { withExtension in
      forms.flatMap { $0.texts(of: change.file, from: source, withExtension: withExtension) }
    }
  }
}
