/// What a link names where it may name a part of a note's path, as in notebooks of zk.
package struct LinkPart: Hashable, Sendable {
  package enum Place: Sendable { case name, path, beginning }

  /// As `LinkResolver.key` makes it.
  package var key: String
  /// The part may stand anywhere in the name, anywhere in the path, or begin the path: then the rest is of the same name,
  /// or lies in that folder.
  package var place: Place
}

/// The paths of notes, looked up by parts of them: the one that is shortest as text comes first, as in zk.
package struct PathParts: Sendable {
  /// Keys, a NUL before each, which no path holds.
  private struct Text: Sendable {
    var bytes: [UInt8] = []
    var starts: [Int] = []
  }

  private let paths: [NotePath]
  private let names: Text
  private let whole: Text
  /// More than this many are not told apart.
  private static let mostFound = 8

  package init(_ notes: [NotePath]) {
    paths = notes.map { (length: $0.text.utf16.count, path: $0) }
      .sorted { ($0.length, $0.path) < ($1.length, $1.path) }.map(\.path)
    names = Self.text(paths.map(\.name))
    whole = Self.text(paths.map(\.text))
  }

  private static func text(_ texts: [String]) -> Text {
    var text = Text()
    for each in texts {
      text.starts.append(text.bytes.count)
      text.bytes.append(0)
      text.bytes += LinkResolver.key(each).utf8
    }
    return text
  }

  /// The first few that have the part and are wanted.
  package func notes(with part: LinkPart, where isWanted: (NotePath) -> Bool) -> [NotePath] {
    let key = Array(part.key.utf8)
    guard !key.isEmpty, !key.contains(0) else { return [] }
    let text = part.place == .name ? names : whole
    let search = ByteSearch(part.place == .beginning ? [0] + key : key)
    var found: [NotePath] = []
    var from = 0
    while found.count < Self.mostFound,
      let hit = text.bytes.withUnsafeBytes({ search.first(in: $0, from: from) })
    {
      let index = text.starts.partitioningIndex { $0 > hit } - 1
      from = index + 1 < text.starts.count ? text.starts[index + 1] : text.bytes.count
      if part.place == .beginning {
        let rest = text.bytes[(hit + search.needle.count)..<from]
        guard rest.first == 0x2F || !rest.contains(0x2F) else { continue }
      }
      if isWanted(paths[index]) { found.append(paths[index]) }
    }
    return found
  }
}
