import VaultCore

/// A version of a note that was committed.
package struct NoteVersion: Hashable, Sendable {
  /// The commit's number.
  package var commit: String
  /// The commits that brought the versions which this one was made of: none for the first, several for a merge in which
  /// each side had its own.
  package var parents: [String]
  /// In seconds since 1970.
  package var time: Int64
  package var author: String
  package var subject: String
  /// What the note was called.
  package var path: NotePath
}

extension GitRepository {
  /// The versions of a note, the latest first, under the names that it had. Where a name begins, the commit that brought it
  /// says whether it was renamed; that is looked for there alone, and not in each commit.
  func versions(of path: NotePath, upTo commit: String? = nil) throws -> [NoteVersion] {
    guard let newest = try commit ?? head() else { return [] }
    var all: [NoteVersion] = []
    var (start, name) = (newest, path)
    var seen: Set<NotePath> = []
    while seen.insert(name).inserted {
      let found = try versions(named: name, upTo: start)
      if let newest = found.first, let last = all.indices.last { all[last].parents = [newest.commit] }
      all += found
      guard let first = found.last, let former = try renames(in: first.commit).first(where: { $0.value == name })?.key
      else {
        break
      }
      (start, name) = (first.commit + "^", former)
    }
    return all
  }

  private func versions(named path: NotePath, upTo commit: String) throws -> [NoteVersion] {
    let answer = try git.read([
      "log", "--format=%H%x00%P%x00%ct%x00%aN%x00%s", "-z", "--parents", commit, "--", path.text,
    ])
    var versions: [NoteVersion] = []
    var fields = GitFields(answer).strings[...]
    while fields.count >= 5 {
      let commit = Array(fields.prefix(5))
      fields = fields.dropFirst(5)
      versions.append(
        NoteVersion(
          commit: commit[0], parents: commit[1].split(separator: " ").map(String.init),
          time: GitLog.seconds(commit[2]) ?? 0,
          author: commit[3], subject: commit[4], path: path))
    }
    // A commit that deletes the note has no version of it; parents that brought none are none.
    let known = Set(versions.map(\.commit))
    for index in versions.indices { versions[index].parents.removeAll { !known.contains($0) } }
    return versions
  }

  /// The texts of versions, in their order; nil where the note was not there, or the clone does not have it.
  func texts(of versions: [NoteVersion]) throws -> [[UInt8]?] {
    try texts(of: versions.map { Array($0.commit.utf8) + [0x3A] + bytes(of: $0.path) })
  }

  /// True where the history begins before the first commit that is there.
  var isShallow: Bool {
    get throws { try git.read(["rev-parse", "--is-shallow-repository"]).starts(with: "true".utf8) }
  }
}
