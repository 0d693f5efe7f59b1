import VaultCore

/// What is to be filled in, and by what.
package struct EnrichRequest: Sendable {
  package var engine: Engine
  /// The keys that may be written.
  package var keys = Set(EnrichedKey.allCases)
  /// True where a person has named the keys: what the engine has said of a text before is asked for again.
  package var isAsked = false
  /// True where a text that any engine has said something of is left alone.
  var isOnlyOfNewTexts = false
  /// How often a note is asked about anew because its text changed meanwhile.
  var tries = 3

  package init(_ engine: Engine) { self.engine = engine }

  /// True where the engine has something to say of a note.
  fileprivate func asks(_ plan: EnrichmentPlan, _ open: Set<EnrichedKey>) -> Bool {
    !open.isEmpty && (isAsked || !plan.isUpToDate(by: isOnlyOfNewTexts ? nil : engine.name))
  }
}

/// What filling in came to.
package struct EnrichOutcome: Sendable {
  package var change: ChangeOutcome
  /// Why notes stay as they are, a sentence each.
  package var failures: [Message] = []
  /// True where somebody wanted the process to end before all notes had their turn.
  package var isInterrupted = false
}

extension VaultEditor {
  /// What the history calls whoever fills in.
  package static let enricher = "enrich"

  /// Fills in what is missing in notes, and what was filled in before and nobody has touched. `updated` stays. Rules are one
  /// operation for all notes; what another engine says is written note by note, since it may take long. A note that an engine fails
  /// on, or that cannot be changed, stays as it is, and the others go on; where it is the only one, that is thrown.
  package func enrich(
    _ paths: [NotePath], _ request: EnrichRequest, _ options: ChangeOptions = ChangeOptions()
  ) throws -> EnrichOutcome {
    var options = options
    (options.actor, options.skipsUnchangeable) = (Self.enricher, true)
    if request.engine.work == .rules { return try enrichByRules(paths, request, options) }
    var (refused, failures, all): (UnchangeableNotes, [Message], [ChangeOutcome]) = (.init(), [], [])
    var isInterrupted = false
    for path in paths {
      do {
        let outcome = try refused.gather { try enrich(path, request, options) }
        all += outcome.flatMap(\.self).map { [$0] } ?? []
      } catch let error as EngineError where paths.count > 1 {
        failures.append(error.message)
      } catch is InterruptedError where !all.isEmpty {
        isInterrupted = true
        break
      }
    }
    if paths.count == 1, let error = refused.errors.first { throw error }
    failures += refused.errors.map(\.message)
    return EnrichOutcome(
      change: ChangeOutcome(all, isDryRun: options.dryRun), failures: failures, isInterrupted: isInterrupted)
  }

  private func enrichByRules(
    _ paths: [NotePath], _ request: EnrichRequest, _ options: ChangeOptions
  ) throws -> EnrichOutcome {
    let title = paths.count == 1 ? "enrich \(paths[0])" : "enrich notes"
    let outcome = try change("\(title) by \(request.engine.name)", options) { plan in
      let rules = try request.keys.contains(.category) ? CategoryRules(plan.reader) : nil
      let undone = try plan.reader.undoneEnrichments(of: paths)
      try plan.changeEach(paths, options) { path in
        let state = try NoteToEnrich(path, request, undone[path] ?? [], plan)
        guard request.asks(state.plan, state.open) else { return }
        let found = RulesEngine.enrichment(
          of: state.text, bodyRange: state.bodyRange,
          fitting: try rules?.category(of: path, tags: state.note.tags), categories: rules?.names ?? [])
        try write(found, state, request, plan)
      }
    }
    return EnrichOutcome(change: outcome)
  }

  /// Nil where there is nothing to ask.
  private func enrich(_ path: NotePath, _ request: EnrichRequest, _ options: ChangeOptions) throws -> ChangeOutcome? {
    for _ in 0..<request.tries {
      let (state, categories) = try read { reader in
        let plan = try ChangePlan(reader)
        let state = try NoteToEnrich(path, request, reader.undoneEnrichments(of: [path])[path] ?? [], plan)
        // Nobody is asked about a note that cannot be changed.
        if request.asks(state.plan, state.open) {
          _ = try plan.changeFrontMatter(path, [.set(key: EnrichedMark.property, .text(""))])
          try plan.checkWritable(path)
        }
        return (state, CategoryRules.definitions(reader.configuration).map(\.name))
      }
      guard request.asks(state.plan, state.open) else { return nil }
      let found = try EngineCall(
        engine: request.engine, variables: environment.variables, cancellation: vault.options.cancellation
      ).ask(about: state.engineNote(categories))
      var isOutdated = false
      let outcome = try change("enrich \(path) by \(request.engine.name)", options) { plan in
        let now = try NoteToEnrich(path, request, plan.reader.undoneEnrichments(of: [path])[path] ?? [], plan)
        isOutdated = now.text[now.bodyRange] != state.text[state.bodyRange]
        if !isOutdated { try write(found, now, request, plan) }
      }
      if !isOutdated { return outcome }
    }
    throw EngineError.restless(request.engine.name, path, request.tries)
  }

  private func write(_ found: Enrichment, _ state: NoteToEnrich, _ request: EnrichRequest, _ plan: ChangePlan) throws {
    let changes = state.plan.changes(
      found, state.open, isWhole: state.isWhole, by: request.engine.name, on: environment.today)
    guard !changes.isEmpty, try plan.changeFrontMatter(state.path, changes) else { return }
    plan.record(ChangeRecord(.updated, state.path))
  }
}

/// A note as an engine finds it.
private struct NoteToEnrich {
  let path: NotePath
  let text: [UInt8]
  let bodyRange: Range<Int>
  let note: Note
  let plan: EnrichmentPlan
  /// The keys that may be written.
  let open: Set<EnrichedKey>
  /// False where others might be, which are not wanted now.
  let isWhole: Bool

  /// `undone`: keys that a person has taken back.
  init(_ path: NotePath, _ request: EnrichRequest, _ undone: Set<EnrichedKey>, _ change: ChangePlan) throws {
    self.path = path
    text = try change.text(path)
    note = try change.note(path)
    bodyRange = note.bodyRange.clamped(to: 0..<text.count)
    plan = EnrichmentPlan(text, bodyRange: bodyRange)
    open = plan.open(request.keys.subtracting(undone))
    isWhole = plan.open(Set(EnrichedKey.allCases).subtracting(undone)) == open
  }

  func engineNote(_ categories: [String]) -> EngineNote {
    var body = text[bodyRange].prefix(EngineCall.longestBody)
    // No character is cut in two.
    if body.endIndex < bodyRange.upperBound {
      while body.endIndex > body.startIndex, text[body.endIndex] & 0xC0 == 0x80 { body.removeLast() }
    }
    return EngineNote(
      path: path, title: note.title, body: String(decoding: body, as: UTF8.self),
      existing: EnrichedKey.allCases.compactMap { key in note.frontMatter[key.rawValue].map { (key, $0.value) } },
      categories: categories, wanted: open)
  }
}

extension VaultReader {
  /// The keys of each note that were filled in and taken back by an undo.
  func undoneEnrichments(of paths: [NotePath]) throws -> [NotePath: Set<EnrichedKey>] {
    guard let journal = try vault.journal(known: journalHeads) else { return [:] }
    let heads = try journal.heads(unreadable: { _ in })
    guard heads.contains(where: { $0.actor == VaultEditor.enricher && $0.undoes == nil }) else { return [:] }
    let undone = Set(try history().filter(\.isUndone).map(\.sequence))
    var found: [NotePath: Set<EnrichedKey>] = [:]
    try forEachOperation(on: paths, heads) { head, names in
      guard head.actor == VaultEditor.enricher, undone.contains(head.sequence),
        let entry = try journal.entryIfThere(head.sequence)
      else { return true }
      for case .write(let path, let before, let after) in entry.steps {
        guard let name = names[path] else { continue }
        for key in EnrichedKey.allCases where value(of: key, in: before) != value(of: key, in: after) {
          found[name, default: []].insert(key)
        }
      }
      return true
    }
    return found
  }

  private func value(of key: EnrichedKey, in text: [UInt8]) -> PropertyValue? {
    text.withUnsafeBufferPointer { FrontMatterParser.parse($0) }[key.rawValue]?.value
  }
}

/// How far notes are filled in.
package struct EnrichFigures: Sendable, Hashable {
  package var notes = 0
  package var enriched = 0
  package var upToDate = 0
  package var waiting = 0
  package var settled = 0
  package var keptOut = 0
}

extension VaultEditor {
  /// Notes that cannot be read count among all, and as nothing else.
  package func enrichStatus(of paths: [NotePath], _ request: EnrichRequest) throws -> EnrichFigures {
    try read { reader in
      var figures = EnrichFigures(notes: paths.count)
      let undone = try reader.undoneEnrichments(of: paths)
      try reader.pipeline.run(
        paths.map { NoteJob(path: $0) },
        transform: { read, parser -> (NotePath, EnrichmentPlan)? in
          guard case .bytes(let bytes) = read.content else { return nil }
          let body = parser.structure(of: bytes, path: read.job.path).bodyRange.clamped(to: 0..<bytes.count)
          return (read.job.path, EnrichmentPlan(bytes, bodyRange: body))
        },
        take: { found in
          guard let (path, plan) = found else { return }
          if plan.isEnriched { figures.enriched += 1 }
          let open = plan.open(request.keys.subtracting(undone[path] ?? []))
          if plan.isKeptOut {
            figures.keptOut += 1
          } else if request.asks(plan, open) {
            figures.waiting += 1
          } else if open.isEmpty {
            figures.settled += 1
          } else {
            figures.upToDate += 1
          }
        })
      return figures
    }
  }
}
