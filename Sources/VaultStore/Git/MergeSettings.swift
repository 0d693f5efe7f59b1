import VaultCore

/// What git's configuration says of merges.
struct MergeSettings {
  private(set) var style = ConflictMarkers.Style.merge
  private(set) var mergesWords = false
  /// Keys of front matter of which the later of two values counts.
  private(set) var newestKeys: [String] = []

  /// An entry is the name, a line's end and the value, which a setting that is only named lacks.
  init(_ git: GitProcess) throws {
    let (_, answer) = try git.answer(
      ["config", "-z", "--get-regexp", #"^merge\.(conflictstyle|vault\.(words|newest))$"#], accepting: 0...1)
    for entry in GitFields(answer).strings {
      let parts = entry.split(separator: "\n", maxSplits: 1)
      guard let name = parts.first else { continue }
      let value = parts.count > 1 ? String(parts[1]) : nil
      switch name {
      case "merge.conflictstyle": style = value.flatMap(ConflictMarkers.Style.init) ?? .merge
      case "merge.vault.words":
        mergesWords = value.map { ["true", "yes", "on", "1"].contains($0.lowercased()) } ?? true
      case "merge.vault.newest": newestKeys += (value ?? "").split { $0 == "," || $0.isWhitespace }.map(String.init)
      default: break
      }
    }
  }

  func options(appends: Bool, _ statuses: StatusRegistry = .default) -> NoteMerge.Options {
    NoteMerge.Options(
      newestKeys: newestKeys, appends: appends, prose: mergesWords ? .words : .sentences, statuses: statuses)
  }
}

extension GitRepository {
  /// True for a note of which attributes say that the paragraphs of both sides are meant.
  func appends(_ path: NotePath) throws -> Bool {
    let answer = try git.read(["check-attr", "-z", "merge", "--stdin"], input: path.bytes + [0])
    return GitFields(answer).strings.last == GitAttributesText.appendingDriver
  }
}
