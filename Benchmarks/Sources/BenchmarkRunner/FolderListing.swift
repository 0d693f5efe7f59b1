import Foundation

/// What is in a folder of notes; hidden things are nobody's notes.
struct FolderListing {
  /// Relative paths, by their bytes.
  private(set) var notes: [String] = []
  private(set) var folders = 0
  private(set) var otherFiles = 0
  private(set) var hiddenEntries = 0

  init(of root: String) throws {
    try add("", in: root)
    notes.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private mutating func add(_ folder: String, in root: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder) {
      guard !name.hasPrefix(".") else {
        hiddenEntries += 1
        continue
      }
      let path = folder.isEmpty ? name : folder + "/" + name
      let attributes = try FileManager.default.attributesOfItem(atPath: root + "/" + path)
      if attributes[.type] as? FileAttributeType == .typeDirectory {
        folders += 1
        try add(path, in: root)
      } else if name.hasSuffix(".md") {
        notes.append(path)
      } else {
        otherFiles += 1
      }
    }
  }
}
