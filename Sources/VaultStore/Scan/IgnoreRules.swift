import VaultCore

/// The patterns of one source of ignore rules: a `.gitignore`, `.git/info/exclude`, or the configuration's `ignore:`.
///
/// Plain names and `*.ext` are found through tables, so that thousands of them cost no more than one; only patterns
/// with other wildcards are tried one by one.
package struct IgnoreRules: Sendable {
  package enum Decision: Sendable, Hashable {
    case ignored, included
  }

  private struct Rule {
    var isNegated: Bool
    var foldersOnly: Bool
    var match: Match
  }

  private enum Match {
    /// Any entry of that name.
    case name([UInt8])
    /// The entry at that path, counted from the rules' folder.
    case path([UInt8])
    /// Any entry whose name ends so.
    case suffix([UInt8])
    case nameGlob(GlobPattern)
    case pathGlob(GlobPattern)
  }

  /// In the order of the source; the last that matches decides.
  private var rules: [Rule] = []
  /// Places in `rules`, rising, by the hash of the last name.
  private var byName: [UInt64: [Int]] = [:]
  /// Places in `rules`, rising, by the hash of what follows the last dot.
  private var byExtension: [UInt64: [Int]] = [:]
  private var others: [Int] = []

  package var isEmpty: Bool { rules.isEmpty }
  /// A hash of the file that the rules are from, for comparisons in this process; 0 for patterns.
  private(set) var signature: UInt64 = 0

  /// The rules of a file in gitignore syntax. Lines that can match nothing are passed over, as git does.
  package init(file bytes: some Collection<UInt8>) {
    let file = Array(bytes)
    signature = KeyedHash.ofThisProcess.of(file)
    var bytes = file[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      add(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  /// Patterns in gitignore syntax, one for each element.
  package init(patterns: [String]) {
    for pattern in patterns { add(Array(pattern.utf8)[...]) }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    var pattern = line.prefix { $0 != 0 }
    if pattern.first == UInt8(ascii: "#") { return }
    pattern = Self.withoutTrailingWhitespace(pattern)
    let isNegated = pattern.first == UInt8(ascii: "!")
    if isNegated { pattern = pattern.dropFirst() }
    let foldersOnly = pattern.last == slash
    if foldersOnly { pattern = pattern.dropLast() }
    let isPath = pattern.contains(slash)
    if pattern.first == slash { pattern = pattern.dropFirst() }
    guard !pattern.isEmpty, let match = Self.match(pattern, isPath: isPath) else { return }

    let index = rules.count
    rules.append(Rule(isNegated: isNegated, foldersOnly: foldersOnly, match: match))
    switch match {
    case .name(let name):
      byName[name.nameHash, default: []].append(index)
    case .path(let path):
      let nameStart = path.lastIndex(of: slash).map { $0 + 1 } ?? 0
      byName[path[nameStart...].nameHash, default: []].append(index)
    case .suffix(let suffix):
      if let dot = suffix.lastIndex(of: UInt8(ascii: ".")) {
        byExtension[suffix[(dot + 1)...].nameHash, default: []].append(index)
      } else {
        others.append(index)
      }
    case .nameGlob, .pathGlob:
      others.append(index)
    }
  }

  private static func match(_ pattern: ArraySlice<UInt8>, isPath: Bool) -> Match? {
    if let literal = unescaped(pattern) {
      return isPath ? .path(literal) : .name(literal)
    }
    if !isPath, pattern.first == UInt8(ascii: "*"), !pattern.dropFirst().contains(where: GlobPattern.isSpecial) {
      return .suffix(Array(pattern.dropFirst()))
    }
    guard let glob = GlobPattern(pattern, acrossFolders: isPath) else { return nil }
    return isPath ? .pathGlob(glob) : .nameGlob(glob)
  }

  /// The text that a pattern without wildcards stands for; nil where it has some, or ends in a lone `\`.
  private static func unescaped(_ pattern: ArraySlice<UInt8>) -> [UInt8]? {
    var literal: [UInt8] = []
    var isEscaped = false
    for c in pattern {
      if isEscaped || !GlobPattern.isSpecial(c) {
        literal.append(c)
        isEscaped = false
      } else if c == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        return nil
      }
    }
    return isEscaped ? nil : literal
  }

  private static func withoutTrailingWhitespace(_ pattern: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = pattern.startIndex
    var i = pattern.startIndex
    while i < pattern.endIndex {
      if pattern[i] == UInt8(ascii: "\\") {
        i += 2
        end = min(i, pattern.endIndex)
      } else {
        if pattern[i] != UInt8(ascii: " ") { end = i + 1 }
        i += 1
      }
    }
    return pattern[..<end]
  }

  /// What the last matching pattern says; nil where none matches. `path` counts from the rules' folder and ends with
  /// the entry's name, which begins at `nameStart`. Whether a folder above is ignored is the caller's affair.
  package func decision(
    path: UnsafeBufferPointer<UInt8>, nameStart: Int, isFolder: Bool
  ) -> Decision? {
    let name = UnsafeBufferPointer(rebasing: path[nameStart...])
    var best = -1
    func consider(_ candidates: [Int]) {
      var k = candidates.count - 1
      while k >= 0, candidates[k] > best {
        let rule = rules[candidates[k]]
        if isFolder || !rule.foldersOnly, Self.matches(rule.match, path: path, name: name) {
          best = candidates[k]
          return
        }
        k -= 1
      }
    }
    if !byName.isEmpty, let candidates = byName[hashOfName(UnsafeRawBufferPointer(name))] { consider(candidates) }
    if !byExtension.isEmpty, let dot = name.lastIndex(of: UInt8(ascii: ".")),
      let candidates = byExtension[
        hashOfName(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(name)[(dot + 1)...]))]
    {
      consider(candidates)
    }
    consider(others)
    return best < 0 ? nil : rules[best].isNegated ? .included : .ignored
  }

  private static func matches(
    _ match: Match, path: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch match {
    case .name(let text): name.elementsEqual(text)
    case .path(let text): path.elementsEqual(text)
    case .suffix(let text): name.count >= text.count && name.suffix(text.count).elementsEqual(text)
    case .nameGlob(let glob): glob.matches(name)
    case .pathGlob(let glob): glob.matches(path)
    }
  }

  private var slash: UInt8 { UInt8(ascii: "/") }
}
