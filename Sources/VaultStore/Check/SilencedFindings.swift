import VaultCore

extension VaultReader {
  /// The query for notes that may have such a line. What stands in front matter it does not find.
  var silencingNotes: QueryTexts {
    get throws {
      texts(of: try QueryParser(context: vault.queryContext).parse("content:\"\(SilencedCodes.word)\""))
    }
  }

  /// The findings but for those that their line silences.
  func withoutSilenced(_ findings: [Finding]) throws -> [Finding] {
    let candidates = try Set(snapshot.heads(of: select(silencingNotes).notes).map(\.path))
    let wanted = findings.filter { finding in
      guard finding.diagnostic.place != nil, let path = finding.path else { return false }
      return candidates.contains(path) || finding.isOfFrontMatter
    }
    guard !wanted.isEmpty else { return findings }
    var silenced: Set<Finding> = []
    let lines = try FindingLines(self, of: wanted)
    for finding in wanted {
      if lines.silences(finding) { silenced.insert(finding) }
    }
    return silenced.isEmpty ? findings : findings.filter { !silenced.contains($0) }
  }
}

extension Finding {
  /// True where it may stand in front matter, going by its code.
  fileprivate var isOfFrontMatter: Bool {
    ["alias-", "date-", "front-matter-", "id-", "property-", "tags-"].contains {
      diagnostic.code.rawValue.hasPrefix($0)
    }
  }
}
