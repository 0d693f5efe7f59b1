import VaultCore

extension VaultReader {
  /// Links of some notes that lead nowhere, and links whose case is not that of the file's name.
  func linkFindings(of notes: IDSet) throws -> [Finding] {
    let links = try links(of: notes) { link in
      link.isDangling || link.namesPartOfNote
        || link.resolved.map { link.link.differsInCase(from: link.source, to: $0) } ?? false
    }
    let looked = try lookingForAnchors(of: links)
    let onDisk = OutsideFiles(self)
    let found = try looked.filter { link in
      try link.isDangling && !link.link.isPlaceholder && !onDisk.has(link)
    }.compactMap { link in
      link.problem.map {
        Finding(
          path: link.source, diagnostic: Diagnostic($0.code, .info, at: link.link.location, $0.message), link: link)
      }
    }
    return try withoutUnseen(found + caseFindings(links))
  }

  /// A link in a comment harms nobody who reads the note, and in math there are none.
  private func withoutUnseen(_ findings: [Finding]) throws -> [Finding] {
    let paths = Set(findings.compactMap(\.path)).sorted()
    var unseen: [NotePath: UnseenPlaces] = [:]
    var next = 0
    try pipeline.run(
      paths.map { NoteJob(path: $0) },
      transform: { note, _ -> UnseenPlaces? in
        if case .bytes(let bytes) = note.content { UnseenPlaces(bytes) } else { nil }
      },
      take: { places in
        unseen[paths[next]] = places
        next += 1
      })
    return findings.filter { finding in
      finding.path.flatMap { unseen[$0] }?.contains(finding.diagnostic.location) != true
    }
  }

  private func caseFindings(_ links: [NoteLink]) throws -> [Finding] {
    let notes = NoteReader(pipeline)
    var embedding: (path: NotePath, bytes: [UInt8])?
    return try links.compactMap { link -> Finding? in
      guard let file = link.resolved, link.link.differsInCase(from: link.source, to: file) else { return nil }
      if link.link.kind == .embed {
        // Only the text tells `![](file)` from `![[file]]`. The links come note by note.
        if embedding?.path != link.source {
          guard case .bytes(let bytes) = try notes.read(link.source).content else { return nil }
          embedding = (link.source, bytes)
        }
        guard let embedding, link.link.isDestination(in: embedding.bytes) else { return nil }
      }
      return Finding(
        path: link.source,
        diagnostic: Diagnostic(
          "link-case", at: link.link.location,
          """
          the link to "\(link.link.target)" is spelled otherwise than "\(file.text)", which leads nowhere where case counts; \
          spell it as the file is
          """), link: link)
    }
  }
}

extension NoteLink {
  /// What is wrong with it; nil where it leads somewhere.
  fileprivate var problem: (code: Diagnostic.Code, message: String)? {
    let name = "the link to \"\(link.target)\""
    let target = resolved == source ? "this note" : resolved.map { "\"\($0.text)\"" } ?? ""
    return switch missing {
    case nil: nil
    case .file: ("link-dangling", "\(name) leads to no file of this vault; create the note or mend the link")
    case .heading:
      ("link-anchor", "\(name) names a heading that \(target) does not have; name one that it has, or add it")
    case .block:
      (
        "link-block",
        "\(name) names a block that \(target) does not have; put the id behind the block, or mend the link"
      )
    }
  }
}

/// Files and folders that are there and are none of the vault's: those that it ignores, hidden ones, folders as such. A
/// Markdown link to one leads somewhere for whoever publishes the folder.
private struct OutsideFiles {
  private let reader: VaultReader
  private let tree: Result<VaultTree, any Error>

  init(_ reader: VaultReader) {
    self.reader = reader
    tree = Result { try VaultTree(root: reader.location.root) }
  }

  func has(_ link: NoteLink) throws -> Bool {
    guard link.missing == .file else { return false }
    return try link.link.exactPaths(from: link.source).contains { path in
      try reader.isVisible(path) && tree.get().exists(path)
    }
  }
}
