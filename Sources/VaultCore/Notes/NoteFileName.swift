/// What may be the name of a note, here and on the other systems that a folder of notes travels to.
package enum NoteFileName {
  /// Bytes of UTF-8 that the file systems of Linux allow in a name.
  package static let longestName = 255
  package static let longestPath = 4_000

  /// Obsidian refuses `\` and `:` on every system, and so does Windows.
  static let refusedCharacters: Set<Character> = [":", "\\", "|"]
  /// Not allowed by Windows, and by Android in shared folders.
  private static let warnedCharacters: Set<Character> = ["*", "?", "\"", "<", ">"]

  /// The worst problem of a path given by people: relative to the vault's root, with its folders and its extension.
  /// Nil for a path that works everywhere.
  package static func problem(inPath path: String) -> NoteFileNameProblem? {
    let problems = problems(inPath: path)
    return problems.first { $0.severity == .refused } ?? problems.first
  }

  /// All problems, those of the path as a whole first. Whether the name is taken is not asked, nor where the path's
  /// symbolic links lead.
  package static func problems(inPath path: String) -> [NoteFileNameProblem] {
    guard !path.isEmpty else { return [NoteFileNameProblem(cause: .empty, name: path)] }
    guard path.utf8.first != 0x2F else { return [NoteFileNameProblem(cause: .absolute, name: path)] }
    guard path.utf8.last != 0x2F else { return [NoteFileNameProblem(cause: .endsWithSlash, name: path)] }
    var problems: [NoteFileNameProblem] = []
    if path.utf8.count > longestPath {
      problems.append(NoteFileNameProblem(cause: .longPath(path.utf8.count), name: path))
    }
    // By bytes: a mark that combines with the slash does not hide it.
    let parts = path.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    for (index, part) in parts.enumerated() {
      if part.isEmpty || part == "." || part == ".." {
        problems.append(NoteFileNameProblem(cause: .relativePart, name: path))
      } else {
        problems += self.problems(inName: part, isFolder: index < parts.count - 1)
      }
    }
    return problems
  }

  /// What forbids a folder of that name where none is yet: also what Windows drops, since whatever is in the folder
  /// would have another path there.
  package static func problem(inNewFolder name: String) -> NoteFileNameProblem? {
    problems(inName: name, isFolder: true).first {
      $0.severity == .refused || $0.cause == .endsWithWhitespace || $0.cause == .endsWithDot
    }
  }

  private static func problems(inName name: String, isFolder: Bool) -> [NoteFileNameProblem] {
    var causes: [NoteFileNameProblem.Cause] = []
    let scalars = name.unicodeScalars
    if scalars.contains(where: { ControlCharacters.visibleWidth($0) != nil }) { causes.append(.controlCharacter) }
    if name.utf8.allSatisfy({ $0 == 0x2E }) {
      causes.append(.onlyDots)
    } else if name.utf8.first == 0x2E {
      causes.append(.hidden)
    } else if HiddenName.isHidden(name.utf8) {
      causes.append(.hiddenElsewhere)
    }
    if isFolder, name == "node_modules" { causes.append(.leftOut) }
    if name.utf8.count > longestName { causes.append(.longName(name.utf8.count)) }
    var seen: Set<Character> = []
    for character in scalars.map(Character.init) where seen.insert(character).inserted {
      if refusedCharacters.contains(character) || warnedCharacters.contains(character) {
        causes.append(.character(character))
      } else if character == "#" || character == "^" {
        causes.append(.breaksLinks(String(character)))
      }
    }
    for bracket in ["[", "]"] where seen.contains(Character(bracket)) {
      let double = Array((bracket + bracket).utf8)
      let isDouble = zip(name.utf8, name.utf8.dropFirst()).contains { $0 == double[0] && $1 == double[1] }
      causes.append(.breaksLinks(isDouble ? bracket + bracket : bracket))
    }
    if isReserved(name) { causes.append(.reserved) }
    let stem = isFolder || !NotePath.isNoteName(name.utf8) ? name : NotePath.stem(of: name)
    if name.utf8.last == 0x2E, !causes.contains(.onlyDots) { causes.append(.endsWithDot) }
    if !stem.isEmpty, stem.unicodeScalars.allSatisfy(\.properties.isWhitespace) { causes.append(.onlyWhitespace) }
    if stem.utf8.last == 0x20 || name.utf8.last == 0x20 { causes.append(.endsWithWhitespace) }
    if name.utf8.first == 0x20 { causes.append(.beginsWithWhitespace) }
    return causes.map { NoteFileNameProblem(cause: $0, name: name) }
  }

  /// The names of Windows' devices, with any extension and in any case.
  static func isReserved(_ name: String) -> Bool {
    var stem = name.utf8.prefix { $0 != 0x2E }
    while stem.last == 0x20 { stem = stem.dropLast() }
    let upper = String(decoding: stem, as: UTF8.self).uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(upper) { return true }
    guard upper.hasPrefix("COM") || upper.hasPrefix("LPT") else { return false }
    return ["1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"].contains(String(upper.dropFirst(3)))
  }
}
