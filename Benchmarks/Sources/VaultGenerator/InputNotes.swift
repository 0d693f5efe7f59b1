import Foundation

/// The notes whose paragraphs are recombined.
package struct InputNotes: Sendable {
  package struct Note: Sendable {
    /// Label of the folder, `/`, path in it.
    package let path: String
    package let bytes: [UInt8]
  }

  /// By the bytes of their paths.
  package let notes: [Note]

  package init(notes: [Note]) {
    self.notes = notes.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// All `*.md` of the folders, dot folders and symbolic links left out. The label stands for the folder's own
  /// place, so that two clones in different places generate the same bytes.
  package init(folders: [(label: String, path: String)]) throws {
    var found: [Note] = []
    for folder in folders {
      try Self.collect(folder.path, as: folder.label, into: &found)
    }
    self.init(notes: found)
  }

  /// Paths and contents of all inputs.
  package var fingerprint: Fingerprint {
    var result = Fingerprint()
    for note in notes {
      result.combine(field: Array(note.path.utf8))
      result.combine(field: note.bytes)
    }
    return result
  }

  private static func collect(_ folder: String, as label: String, into found: inout [Note]) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.hasPrefix(".") {
      let path = folder + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory?:
        try collect(path, as: label + "/" + name, into: &found)
      case .typeRegular? where name.hasSuffix(".md"):
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        found.append(Note(path: label + "/" + name, bytes: Array(data)))
      default:
        break
      }
    }
  }
}
