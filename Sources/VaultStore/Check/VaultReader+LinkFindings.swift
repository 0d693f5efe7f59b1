import VaultCore

extension VaultReader {
  /// Links that lead nowhere.
  func linkFindings() throws -> [Finding] {
    try danglingLinks().compactMap { link in
      link.problem.map {
        Finding(path: link.source, diagnostic: Diagnostic($0.code, .info, at: link.link.location, $0.message))
      }
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
      ("link-heading-missing", "\(name) names a heading that \(target) does not have; name one that it has, or add it")
    case .block:
      (
        "link-block-missing",
        "\(name) names a block that \(target) does not have; put the id behind the block, or mend the link"
      )
    }
  }
}
