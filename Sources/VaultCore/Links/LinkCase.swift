extension Link {
  /// Returns true when it leads to the file by its path, but for the case of letters, and so only where a system or a program
  /// does not mind that. Nothing is said of wikilinks, whose case never counts.
  ///
  /// An embed may be written in either way: whether it is a wikilink only its note tells, by `isDestination`.
  package func differsInCase(from note: NotePath, to file: NotePath) -> Bool {
    guard kind == .markdown || kind == .reference || kind == .embed else { return false }
    let path = LinkTarget(markdown: target).path
    let loose = LinkForm.isExact(path, from: note, to: file)
    let strict = LinkForm.isExact(path, from: note, to: file, inCase: true)
    return loose.fromRoot && !strict.fromRoot && !strict.relative
      || loose.relative && !strict.relative && !strict.fromRoot
  }

  /// Returns true when it stands in the note as `[text](…)`, `![text](…)` or a definition.
  package func isDestination(in bytes: [UInt8]) -> Bool { WrittenLink(self, in: bytes)?.syntax.isDestination == true }

  /// True for what a template will fill in.
  package var isPlaceholder: Bool {
    // Between `<` and `>`, Templater's `<% … %>` is the destination `% … %`.
    target.contains("{{") || target.contains("<%") || target.hasPrefix("%") && target.hasSuffix("%")
  }

  /// The paths from the root that a program which knows no search for names would look at.
  package func exactPaths(from note: NotePath) -> [NotePath] {
    kind == .markdown || kind == .reference || kind == .embed ? pathsAsWritten(from: note) : []
  }

  /// The paths from the root that it may mean, in the case in which they are written: of a wikilink the one from the root
  /// first, of others the one from the note's folder.
  package func pathsAsWritten(from note: NotePath) -> [NotePath] {
    let isWikilink = kind == .wiki || kind == .property
    let path = isWikilink ? LinkTarget(target).path : LinkTarget(markdown: target).path
    let components = LinkResolver.components(path)
    let own = LinkResolver.components(note.folder)
    let folders = path.utf8.first == 0x2F ? [[]] : isWikilink ? [[], own] : [own, []]
    return folders.compactMap { LinkResolver.join($0, components) }.map { NotePath($0) }.uniqued(by: \.self)
  }
}
