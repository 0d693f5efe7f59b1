import VaultCore
import VaultPlatform

/// A note that has something to do with another one, and why.
package struct RelatedNote: Sendable {
  package var record: NoteRecord
  /// Greater is closer; always more than 0.
  package var score: Double
  /// True when one of the two links to the other.
  package var isLinked: Bool
  /// The notes that both link to or that link to both, by path, each once.
  package var links: [NotePath]
  /// The tags that both have, as the other note has them, by name.
  package var tags: [String]
}

extension VaultReader {
  /// The notes that share links or tags with a note, the closest first, by path where they are equally close.
  ///
  /// What two notes share counts by how few others share it: the sum of 1/log(degree) over all of it, which is the
  /// measure of Adamic and Adar ("Friends and neighbors on the Web", Social Networks 25, 2003). What they share is each
  /// note that both link to (its degree: how many notes link to it), each note that links to both (its degree: to how
  /// many notes it links), and each tag (its degree: how many notes have it). A link from one to the other counts like
  /// something that nobody else shares, 1/log(2), in each direction. Throws `NoteNameError`.
  package func related(to name: String, limit: Int? = nil) throws -> (notes: [RelatedNote], total: Int) {
    let (path, id) = try find(name)
    let shared = try SharedNeighbours(of: id, at: path, self)
    let heads = try snapshot.heads(of: shared.notes).sorted { a, b in
      let (scoreA, scoreB) = (shared.score(of: a.id), shared.score(of: b.id))
      return scoreA == scoreB ? a.path < b.path : scoreA > scoreB
    }
    let chosen = limit.map { Array(heads.prefix($0)) } ?? heads
    let records = try snapshot.records(of: chosen.map(\.id))
    let notes = try zip(chosen, records).map { head, record in
      let links = try snapshot.heads(of: shared.links(of: head.id)).map(\.path).sorted()
      let tags = record.tags.filter { shared.tags.contains(TagKey.of($0)) }
        .sorted { TagKey.of($0).utf8.lexicographicallyPrecedes(TagKey.of($1).utf8) }
      return RelatedNote(
        record: record, score: shared.score(of: head.id), isLinked: shared.linked.contains(head.id), links: links,
        tags: tags)
    }
    return (notes, heads.count)
  }
}

/// What the notes of a vault share with one of them.
private struct SharedNeighbours {
  /// The keys of its tags.
  private(set) var tags: Set<String> = []
  /// Those that link to it or that it links to.
  private(set) var linked = IDSet()
  private var scores: [Int: Double] = [:]
  /// By note, the numbers of what it shares; some may be there twice.
  private var links: [Int: [Int]] = [:]

  /// Adds up by path and by tag, so that no two snapshots round differently.
  init(of note: Int, at path: NotePath, _ reader: VaultReader) throws {
    let snapshot = try reader.snapshot
    let resolved = try ResolvedLinks(reader)
    let targets = IDSet(try resolved.targets(of: note, at: path))
    let sources = try reader.notes(linkingTo: path, note, resolved)
    for ids in [targets, sources] {
      for other in ids.ids { scores[other, default: 0] += Self.weight(degree: 2) }
      linked.formUnion(ids)
    }
    for target in try snapshot.heads(of: targets).sorted(by: { $0.path < $1.path }) {
      let linking = try reader.notes(linkingTo: target.path, target.id, resolved)
      add(linking.ids, degree: linking.count, sharing: target.id, with: note)
    }
    for source in try snapshot.heads(of: sources).sorted(by: { $0.path < $1.path }) {
      let found = try resolved.targets(of: source.id, at: source.path)
      add(found, degree: found.count, sharing: source.id, with: note)
    }
    tags = Set(try snapshot.records(of: [note]).flatMap(\.tags).map(TagKey.of))
    for tag in tags.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let tagged = try snapshot.notes(tagged: tag)
      add(tagged.ids, degree: tagged.count, with: note)
    }
  }

  var notes: IDSet { IDSet(scores.keys) }
  func score(of note: Int) -> Double { scores[note] ?? 0 }
  func links(of note: Int) -> IDSet { IDSet(links[note] ?? []) }

  private mutating func add(_ notes: [Int], degree: Int, sharing neighbour: Int? = nil, with note: Int) {
    // The note itself is one of them: where there is no other, nothing is shared.
    for other in notes where other != note {
      scores[other, default: 0] += Self.weight(degree: degree)
      if let neighbour { links[other, default: []].append(neighbour) }
    }
  }

  private static func weight(degree: Int) -> Double { 1 / log(Double(max(degree, 2))) }
}
