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
    findings += try linkFindings()
    findings += try nameFindings(records)
    findings += try taskFindings()
    findings += try mergeFindings()
    findings += try attachmentFindings()
    findings += try propertyFindings(&problems)
    findings += try scanProblems().map {
      Finding(
        path: $0.path,
        diagnostic: Diagnostic(.scan($0.kind.rawValue), at: SourceLocation(line: 1, column: 1), $0.message))
    }
    findings = try (findings + problems).filter { try isVisible($0.path ?? NotePath("")) }
    let settings = configuration.check
    findings = findings.compactMap { finding in
      guard let path = finding.path, !ignored.contains(path) else { return finding.path == nil ? finding : nil }
      var finding = finding
      guard let level = settings.level(of: finding.diagnostic.code) else { return finding }
      guard let severity = level.severity else { return nil }
      finding.diagnostic.severity = severity
      return finding
    }
    return FindingReport(notes: records.count, findings: try withoutSilenced(findings).sorted())
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
