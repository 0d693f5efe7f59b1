import VaultCore

/// A link with the text of its line.
package struct LinkPlace: Sendable, Hashable {
  package var link: NoteLink
  /// Without blanks at either end; empty where the note has become unreadable meanwhile.
  package var text: String
}

extension VaultReader {
  /// The links with their lines, in the same order. Links of one note that stand together are read at once.
  package func places(of links: some Sequence<NoteLink>) throws -> [LinkPlace] {
    var places: [LinkPlace] = []
    var rest = Array(links)[...]
    while let first = rest.first {
      let ofOne = rest.prefix { $0.source == first.source }
      rest = rest.dropFirst(ofOne.count)
      let texts = try text(ofLines: Set(ofOne.map(\.link.location.line)), in: first.source)
      places += ofOne.map { LinkPlace(link: $0, text: texts[$0.link.location.line] ?? "") }
    }
    return places
  }
}
