import VaultCore

/// A heading of a note.
package struct HeadingOfNote: Sendable, Hashable {
  package var path: NotePath
  package var heading: Heading
}

/// How much a note holds.
package struct NoteLength: Sendable, Hashable {
  package var path: NotePath
  package var words: Int
  /// The number of characters of the body, as people see them; nil for a note that cannot be read.
  package var characters: Int?
}

/// Another name of a note.
package struct AliasOfNote: Sendable, Hashable {
  package var alias: String
  package var path: NotePath
  package var title: String
}

extension VaultReader {
  /// The headings of notes, in order. Throws `NoteNameError`.
  package func outline(of names: [String]) throws -> [HeadingOfNote] {
    let reader = NoteReader(pipeline)
    let parser = NoteParser(options: parsingOptions)
    return try notes(named: names).flatMap { path in
      parser.structure(of: try reader.read(path).bytes(), path: path).headings.map {
        HeadingOfNote(path: path, heading: $0)
      }
    }
  }

  /// The notes' words and characters, by path or as `sort` or else the query says: those that the query selects, or with
  /// `names` those. Throws `NoteNameError`.
  package func lengths(
    of query: Query, named names: [String]? = nil, sort: [Query.SortKey] = []
  ) throws -> [NoteLength] {
    let notes: IDSet
    if let names {
      notes = IDSet(try self.notes(named: names).compactMap { try snapshot.note(at: $0) })
    } else {
      notes = try select(texts(of: query)).notes
    }
    let heads = try snapshot.heads(of: notes)
    let order = try ordered(
      heads, [Double](repeating: 0, count: heads.count), by: sort.isEmpty ? query.sort : sort)
    let records = try snapshot.records(of: order.map { heads[$0].id })
    var lengths: [NoteLength] = []
    lengths.reserveCapacity(records.count)
    try pipeline.run(
      records.map { NoteJob(path: $0.path) },
      transform: { note, _ -> Int? in
        guard case .bytes(let bytes) = note.content else { return nil }
        let body = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }.range.upperBound
        return String(decoding: bytes[body...], as: UTF8.self).count
      },
      take: { characters in
        let record = records[lengths.count]
        lengths.append(NoteLength(path: record.path, words: record.words, characters: characters))
        progress(lengths.count, records.count)
      })
    return lengths
  }

  /// The aliases of the notes that the query selects, by note. In one note in the order written.
  package func aliases(_ query: Query) throws -> [AliasOfNote] {
    let notes = try select(texts(of: query)).notes
    return try snapshot.records(of: notes.ids).sorted { $0.path < $1.path }.flatMap { record in
      record.aliases.map { AliasOfNote(alias: $0, path: record.path, title: record.title) }
    }
  }

  /// The notes that have no link to a note or file of the vault, be it there or not, and for which the query holds. A link
  /// to a place in the note itself is none. Order: pinned first, then newest first.
  package func deadEnds(_ query: Query, limit: Int? = nil) throws -> (records: [NoteRecord], total: Int) {
    var notes = try select(texts(of: query)).notes
    var linking = IDSet()
    try snapshot.forEachLinkKey { linking.insert($1) }
    notes.subtract(linking)
    return try listed(notes, query, limit: limit)
  }

  /// As many notes as wanted of those that the query selects, in any order.
  package func randomNotes(_ query: Query, count: Int) throws -> (records: [NoteRecord], total: Int) {
    let notes = try select(texts(of: query)).notes.ids
    return (try snapshot.records(of: Array(notes.shuffled().prefix(count))), notes.count)
  }
}
