import VaultCore

/// A file of a tree: what git has of it.
struct GitEntry: Hashable {
  /// `100644`
  var mode: String
  /// Its object's number.
  var object: String

  var isFile: Bool { mode == "100644" || mode == "100755" }
  /// True also for a symbolic link, and false for another repository.
  var isBlob: Bool { isFile || mode == "120000" }
}

/// A file that differs between two trees; nil where one of them does not have it.
struct GitDifference {
  /// From the repository's root.
  var path: [UInt8]
  var old: GitEntry?
  var new: GitEntry?
}

extension GitRepository {
  /// All files of a tree or commit, by their paths from the repository's root.
  func entries(of tree: String) throws -> [[UInt8]: GitEntry] {
    var entries: [[UInt8]: GitEntry] = [:]
    for field in GitFields(try git.read(["ls-tree", "-r", "-z", "--full-tree", tree])).fields {
      // `mode type number<TAB>path`
      guard let tab = field.firstIndex(of: 0x09) else { continue }
      let words = field[..<tab].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 3 else { continue }
      entries[Array(field[(tab + 1)...])] = GitEntry(mode: words[0], object: words[2])
    }
    return entries
  }

  /// What differs between two trees or commits, by path. Nothing counts as renamed.
  func differences(from old: String, to new: String) throws -> [GitDifference] {
    let fields = GitFields(try git.read(["diff-tree", "-r", "-z", "--raw", "--no-renames", old, new])).fields
    return stride(from: 0, to: fields.count - 1, by: 2).compactMap { index in
      // `:mode mode number number status`
      let words = fields[index].dropFirst().split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 5 else { return nil }
      func entry(_ mode: String, _ object: String) -> GitEntry? {
        mode.allSatisfy { $0 == "0" } ? nil : GitEntry(mode: mode, object: object)
      }
      return GitDifference(
        path: Array(fields[index + 1]), old: entry(words[0], words[2]), new: entry(words[1], words[3]))
    }
  }
}

extension GitActions {
  /// Puts files into the index; nil takes one out.
  func enter(_ entries: [(path: [UInt8], entry: GitEntry?)]) throws {
    if entries.isEmpty { return }
    let length = try entries.lazy.compactMap { $0.entry?.object.utf8.count }.first ?? numberLength()
    let none = GitEntry(mode: "0", object: String(repeating: "0", count: length))
    let input = entries.flatMap { path, entry in
      let entry = entry ?? none
      return Array("\(entry.mode) \(entry.object)\t".utf8) + path + [0]
    }
    try run(["update-index", "-z", "--index-info"], input: input)
  }

  /// How many digits the numbers of objects have.
  private func numberLength() throws -> Int { try line(["rev-parse", "--show-object-format"]) == "sha256" ? 64 : 40 }

  /// The number of the object that holds a text, which is made where it is missing.
  func object(holding text: [UInt8]) throws -> String { try line(["hash-object", "-w", "--stdin"], input: text) }

  /// A tree with other entries in some places. `scratch`: for an index, which nobody else has.
  func tree(
    _ tree: String, with entries: [(path: [UInt8], entry: GitEntry?)], in scratch: MomentaryFolder
  ) throws -> String {
    if entries.isEmpty { return tree }
    let own = with(index: scratch.place(of: "tree"))
    try own.run(["read-tree", tree])
    try own.enter(entries)
    return try own.line(["write-tree"])
  }
}
