import VaultCore

extension VaultReader {
  /// Everything that is wrong or odd in the vault's configuration, folders, notes, links, tasks and properties, as grave as
  /// the vault says. What it ignores, and what a line silences, is left out.
  package func findings() throws -> FindingReport {
    let snapshot = try openNotes(expecting: silencingNotes.rankingPatterns)
    let records = try snapshot.records(of: snapshot.universe.ids).sorted { $0.path < $1.path }
    var problems: [Finding] = []
    let ignored = try ignoredNotes(&problems)
    var findings = vault.configurationDiagnostics.map {
      Finding(path: NotePath(ConfigurationFile.relativePath), diagnostic: $0)
    }
    for record in records {
      findings += record.warnings.map { Finding(path: record.path, diagnostic: $0) }
    }
    findings += try linkFindings(of: snapshot.universe)
    findings += try nameFindings(records)
    findings += try taskFindings()
    findings += try mergeFindings()
    findings += try attachmentFindings()
    findings += try propertyFindings(of: snapshot.universe, &problems)
    findings += try scanProblems().map {
      Finding(
        path: $0.path,
        diagnostic: Diagnostic(.scan($0.kind.rawValue), at: SourceLocation(line: 1, column: 1), $0.message))
    }
    findings = try (findings + problems).filter { try isVisible($0.path ?? NotePath("")) }
    return FindingReport(notes: records.count, findings: try graded(findings, ignored))
  }

  /// The findings in a note, which are those that `findings` has of it: what it says, where its links lead, what it shares
  /// with others. `path` is exact.
  package func findings(ofNoteAt path: NotePath) throws -> [Finding] {
    let snapshot = try openNotes(expecting: silencingNotes.rankingPatterns)
    guard let id = try snapshot.note(at: path), let record = try snapshot.records(of: [id]).first else { return [] }
    var problems: [Finding] = []
    let ignored = try ignoredNotes(&problems)
    if ignored.contains(path) { return [] }
    var findings = record.warnings.map { Finding(path: path, diagnostic: $0) }
    findings += try linkFindings(of: IDSet([id]))
    findings += try nameFindings(notesSharingNames(with: record, id))
    // Which tasks wait for which is known of all together; most notes have none of those.
    let tasks = try snapshot.tasks(of: id)
    if tasks.contains(where: { $0.id != nil || !$0.dependsOn.isEmpty }) { findings += try taskFindings() }
    findings += try propertyFindings(of: IDSet([id]), &problems)
    return try graded(findings.filter { $0.path == path }, ignored)
  }

  /// The notes with its id or one of its aliases, itself among them.
  private func notesSharingNames(with record: NoteRecord, _ id: Int) throws -> [NoteRecord] {
    var notes: IDSet = IDSet([id])
    if let name = record.id { notes.formUnion(try snapshot.notes(withID: name)) }
    let directory = try snapshot.directory
    for alias in record.aliases {
      for path in directory.aliased(foldedAlias: LinkResolver.key(alias)) {
        if let other = try snapshot.note(at: path) { notes.insert(other) }
      }
    }
    return try snapshot.records(of: notes.ids).sorted { $0.path < $1.path }
  }

  /// As grave as the vault says, without what it ignores and what a line silences, in order.
  private func graded(_ findings: [Finding], _ ignored: Set<NotePath>) throws -> [Finding] {
    let settings = configuration.check
    let graded = findings.compactMap { finding -> Finding? in
      guard let path = finding.path, !ignored.contains(path) else { return finding.path == nil ? finding : nil }
      var finding = finding
      guard let level = settings.level(of: finding.diagnostic.code) else { return finding }
      guard let severity = level.severity else { return nil }
      finding.diagnostic.severity = severity
      return finding
    }
    return try withoutSilenced(graded).sorted()
  }

  /// The notes, and by their paths alone other files, that `check.ignore` names.
  private func ignoredNotes(_ problems: inout [Finding]) throws -> Set<NotePath> {
    var ignored = IDSet()
    var files: Set<NotePath> = []
    for text in configuration.check.ignore {
      guard let found = try notes(ofSetting: "check.ignore", text, &problems) else { continue }
      ignored.formUnion(found)
      files.formUnion(try self.files(namedBy: text))
    }
    return try files.union(snapshot.heads(of: ignored).map(\.path))
  }

  /// The files that are no notes of which a query asks nothing but the path.
  private func files(namedBy text: String) throws -> [NotePath] {
    let query = try QueryParser(context: vault.queryContext).parse(text)
    guard case .term(let term) = query.root, case .named(let field, let match) = term.predicate,
      field == .path || field == .file
    else { return [] }
    var finder = TextFinder()
    return try snapshot.files().filter {
      try NotePredicate.contains(field == .path ? $0.text : $0.name, match, &finder)
    }
  }

  /// The notes that a query of a setting finds. Nil where it cannot be understood, which is a finding of its own.
  func notes(ofSetting name: String, _ text: String, _ problems: inout [Finding]) throws -> IDSet? {
    do {
      return try select(texts(of: QueryParser(context: vault.queryContext).parse(text))).notes
    } catch let error as QueryError {
      problems.append(
        Finding(
          path: NotePath(ConfigurationFile.relativePath),
          diagnostic: Diagnostic(
            "config-bad-value", .error, at: SourceLocation(line: 1, column: 1),
            "\"\(name)\" has the query \"\(text)\", which cannot be understood: \(error.description)")))
      return nil
    }
  }
}
