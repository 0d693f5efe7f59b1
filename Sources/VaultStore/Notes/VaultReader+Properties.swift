import VaultCore

/// A property of a note, as `get` gives it.
package struct PropertyOfNote: Sendable {
  package var path: NotePath
  package var key: String
  package var value: PropertyValue
}

extension VaultReader {
  /// The property in each of the notes that has it, in the order of the names.
  package func property(_ key: String, of names: [String]) throws -> [PropertyOfNote] {
    let reader = NoteReader(pipeline)
    return try notes(named: names).compactMap { path in
      let bytes = try reader.read(path).bytes()
      let frontMatter = bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
      return frontMatter[key].map { PropertyOfNote(path: path, key: $0.key, value: $0.value) }
    }
  }

  /// The keys of all notes' front matter, each as the first note by path has it, sorted.
  package func propertyKeys() throws -> [String] {
    var keys: [String: String] = [:]
    for record in try snapshot.records(of: snapshot.universe.ids).sorted(by: { $0.path < $1.path }) {
      guard case .object(let members) = try JSONReader.read(record.properties) else { continue }
      for member in members where keys[LinkResolver.key(member.name)] == nil {
        keys[LinkResolver.key(member.name)] = member.name
      }
    }
    return keys.values.sorted()
  }
}
