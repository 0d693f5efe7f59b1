import VaultCore

extension VaultEditor {
  /// Repairs what can be without asking anybody: links whose file has another case, place or name now, tags in a form that
  /// others may not read, keys and values that differ from the schema's in case alone. What the baseline has stays. Notes
  /// that cannot be changed are left out, and told.
  package func repair(_ request: CheckRequest, _ options: ChangeOptions = ChangeOptions()) throws -> ChangeOutcome {
    var options = options
    options.skipsUnchangeable = true
    return try change("repair findings", options) { plan in
      let findings = try plan.reader.check(request).new
      let links = try LinkRepair(findings, plan.reader)
      let byNote = Dictionary(grouping: findings.filter { CheckRule.of($0.diagnostic.code)?.isRepairable == true }) {
        $0.path ?? NotePath("")
      }
      try plan.changeEach(byNote.keys.filter(\.isNote).sorted(), options) { path in
        let found = byNote[path] ?? []
        var isChanged = try links.repair(found, in: path, plan)
        for change in try frontMatterRepairs(found, of: plan.note(path)) {
          let place = SourceLocation(line: 1, column: 1)
          let changed = try plan.unlessRefused(place, in: path) { try plan.changeFrontMatter(path, [change]) }
          isChanged = changed || isChanged
        }
        if isChanged { plan.record(ChangeRecord(.updated, path)) }
      }
    }
  }

  private func frontMatterRepairs(_ findings: [Finding], of note: Note) throws -> [FrontMatterChange] {
    let codes = Set(findings.map(\.diagnostic.code.rawValue))
    let tags = codes.contains { $0.hasPrefix("tags-") } ? TagRepair.changes(of: note.frontMatter) : []
    return tags + findings.compactMap { $0.property.flatMap { PropertyRepair.change(for: $0, in: note.frontMatter) } }
  }
}

extension ChangePlan {
  /// What a repair of one finding changes; false, and a notice, where it cannot be made, so that the others are.
  func unlessRefused(_ place: SourceLocation, in path: NotePath, _ repair: () throws -> Bool) throws -> Bool {
    do { return try repair() } catch let error as ChangeError {
      guard case .refused(let reason) = error.cause else { throw error }
      notice("\(ShownName.path(path.text)):\(place.line): this stays as it is: \(reason)")
      return false
    }
  }
}

/// Tags as a list under `tags`, without `#`.
enum TagRepair {
  static func changes(of frontMatter: FrontMatter) -> [FrontMatterChange] {
    var changes: [FrontMatterChange] = []
    for key in FrontMatterReader.tagKeys(inNotebook: false) {
      guard let property = frontMatter[key] else { continue }
      switch property.value {
      case .text(let text):
        let words = TagText.words(in: text).map { TagGrammar.bare($0) }
        // What is no tag anyhow is for a person to mend.
        guard words.allSatisfy(TagGrammar.isTag) else { break }
        let isList = words.count > 1 || words.first.map { $0 != text } ?? false
        if isList { changes.append(.set(key: key, .list(words.map { .text($0) }))) }
      case .list(let values):
        let texts = values.compactMap(\.text)
        let signed = texts.filter { $0.utf8.first == 0x23 && TagGrammar.isTag(TagGrammar.bare($0)) }
        // Of items that become alike, one would go.
        if !signed.isEmpty, Set(texts.map { TagGrammar.bare($0).lowercased() }).count == texts.count {
          let map = Dictionary(signed.map { ($0, TagGrammar.bare($0)) }) { first, _ in first }
          changes.append(.replace(key: key, map))
        }
      case .null, .number, .checkbox, .date, .dateTime, .map: break
      }
    }
    if frontMatter["tags"] == nil, let tag = frontMatter["tag"] { changes.append(.rename(key: tag.key, to: "tags")) }
    return changes
  }
}

/// A key or a value that differs from the schema's in case alone.
enum PropertyRepair {
  static func change(for problem: NoteSchema.Problem, in frontMatter: FrontMatter) -> FrontMatterChange? {
    guard let spelling = problem.spelling, let property = frontMatter[problem.key] else { return nil }
    if problem.kind == .unknown { return .rename(key: property.key, to: spelling) }
    let values: [PropertyValue]
    if case .list(let list) = property.value { values = list } else { values = [property.value] }
    let alike = values.compactMap(\.text).filter { LinkResolver.key($0) == LinkResolver.key(spelling) }
    // Of items that become alike, one would go.
    guard alike.count == 1, let written = alike.first, !written.utf8.elementsEqual(spelling.utf8) else { return nil }
    return .replace(key: property.key, [written: spelling])
  }
}
