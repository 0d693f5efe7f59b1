import VaultCore

/// What became of the conflicts of a merge that were tried once more.
package struct RetriedConflicts: Sendable {
  /// Nothing is open in them any more, and git knows.
  package var settled: [NotePath] = []
  /// Something is still open.
  package var open: [NotePath] = []
  /// A person has begun with them, so they are as they were.
  package var begun: [NotePath] = []
  package var outcome: ChangeOutcome
}

extension VaultEditor {
  /// Merges the notes that git has unmerged by what stands in them, as if it had been asked in the merge. A note that somebody
  /// has changed since stays as it is, and so does one that a side deleted. Throws `GitError` where there is no repository.
  package func retryConflicts(_ options: ChangeOptions = ChangeOptions()) throws -> RetriedConflicts {
    let repository = try GitRepository(
      of: location.root, variables: environment.variables, cancellation: vault.options.cancellation)
    let settings = try MergeSettings(repository.git)
    let stages = try repository.unmergedNotes().filter { vault.options.visible == nil || $0.path.isNote }
    var (settled, open, begun): ([NotePath], [NotePath], [NotePath]) = ([], [], [])
    let outcome = try change("settle conflicts", options) { plan in
      (settled, open, begun) = ([], [], [])
      for (path, objects) in stages where try plan.reader.isNote(path) {
        let sides = try repository.texts(of: objects).compactMap(\.self)
        let now = try plan.text(path)
        let conflicts = LeftConflict.all(in: now, countingCode: true)
        guard sides.count == 3, !conflicts.isEmpty, !sides.contains(where: { $0.contains(0) }) else {
          begun.append(path)
          continue
        }
        let merged = NoteMerge.merge(
          base: sides[0], ours: sides[1], theirs: sides[2],
          settings.options(appends: try repository.appends(path), parsingOptions.statuses))
        let known = [try repository.sides(base: sides[0], ours: sides[1], theirs: sides[2]), merged.sides]
        let left = LeftConflict.sides(of: now, conflicts)
        guard known.contains(where: { $0 == left }) else {
          begun.append(path)
          continue
        }
        switch merged {
        case .merged(let text):
          settled.append(path)
          if try plan.replace(path, with: text) { plan.record(ChangeRecord(.updated, path)) }
        case .open(let regions):
          open.append(path)
          let markers = ConflictMarkers(style: settings.style, size: 7)
          if try plan.replace(path, with: markers.text(of: regions)) { plan.record(ChangeRecord(.updated, path)) }
        }
      }
    }
    if !options.dryRun, !settled.isEmpty {
      try GitActions(repository.git, usesTerminal: false).run(
        ["add", "--pathspec-from-file=-", "--pathspec-file-nul"], input: settled.flatMap { $0.bytes + [0] })
    }
    return RetriedConflicts(settled: settled, open: open, begun: begun, outcome: outcome)
  }
}

extension NoteMerge.Result {
  /// The text with ours, and with theirs, where something is open.
  fileprivate var sides: (ours: [UInt8], theirs: [UInt8]) {
    guard case .open(let regions) = self else { return (text ?? [], text ?? []) }
    func joined(_ side: KeyPath<OpenPlace, OpenPlace.Side>) -> [UInt8] {
      regions.flatMap { region in
        switch region {
        case .settled(let bytes): bytes
        case .open(let place): place[keyPath: side].bytes
        }
      }
    }
    return (joined(\.ours), joined(\.theirs))
  }
}

extension GitRepository {
  /// The notes of which git's index has base, ours and theirs, with the numbers of these three.
  fileprivate func unmergedNotes() throws -> [(path: NotePath, objects: [[UInt8]])] {
    var stages: [NotePath: [[UInt8]]] = [:]
    for field in GitFields(try git.read(["ls-files", "--unmerged", "-z", "--full-name"])).fields {
      // `mode number stage<TAB>path`, by stage
      guard let tab = field.firstIndex(of: 0x09), let path = path(of: field[(tab + 1)...]), path.isNote else {
        continue
      }
      let words = field[..<tab].split(separator: 0x20)
      if words.count == 3 { stages[path, default: []].append(Array(words[1])) }
    }
    return stages.filter { $0.value.count == 3 }.map { ($0.key, $0.value) }.sorted { $0.path < $1.path }
  }

  /// What git itself makes of the three, with ours and with theirs where it leaves something open.
  fileprivate func sides(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws -> (ours: [UInt8], theirs: [UInt8]) {
    let folder = try MomentaryFolder(variables: git.variables)
    let files = try [("ours", ours), ("base", base), ("theirs", theirs)].map { try folder.write($1, to: $0) }
    func merged(_ side: String) throws -> [UInt8] { try git.read(["merge-file", "-p", side, "--"] + files) }
    return (try merged("--ours"), try merged("--theirs"))
  }
}
