import Foundation

/// Folders of notes in the temporary folder, for as long as a test runs.
enum NoteFolder {
  static func with(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("bench-test-\(UUID().uuidString)").path
    try write(files, to: root)
    try body(root)
    try FileManager.default.removeItem(atPath: root)
  }

  static func write(_ files: [String: String], to root: String) throws {
    for (path, text) in files {
      let file = URL(fileURLWithPath: root + "/" + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  /// 200 notes. `heron` is in 6 of them and `willow` in 5, both in 2; `amber lantern` is a phrase in 2. Other words are
  /// as rare, but not plain: `brook` is in a file's name, too, `cedar` in a word of two parts, `dune` in front matter,
  /// and `ember` beside a letter with an accent.
  static var chosen: [String: String] {
    var texts: [String] = []
    for number in 0..<200 {
      var text = "Nothing is in number \(number).\n"
      if (10..<16).contains(number) { text += "Behind the heron, something.\n" }
      if (14..<19).contains(number) { text += "A Willow.\n" }
      if (30..<32).contains(number) { text += "One amber lantern more.\n" }
      // Each alone in so many notes that either may be chosen.
      if number == 33 { text += "amber\n" }
      if number == 34 { text += "A LANTERN.\n" }
      if (40..<44).contains(number) { text += "of brook\n" }
      if (50..<54).contains(number) { text += "of cedar\(number == 50 ? ", redCedar" : "")\n" }
      if (60..<64).contains(number) { text = number == 60 ? "---\na: dune\n---\n" : text + "of dune\n" }
      if (70..<74).contains(number) { text += number == 70 ? "émber ember" : "of ember" }
      texts.append(text)
    }
    var files: [String: String] = [:]
    for (number, text) in texts.enumerated() { files["part \(number % 7)/\(number).md"] = text }
    files["part 0/Brook.md"] = "Nothing.\n"
    return files
  }
}
