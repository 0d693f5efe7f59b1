import VaultCore

extension GitRepository {
  /// What git would write into files of the vault: the texts of objects, with the line ends and by the filters of their
  /// places. Nil for one that is not there.
  func texts(ofFiles files: [(path: NotePath, object: String)], _ actions: GitActions) throws -> [[UInt8]?] {
    var texts = try self.texts(of: files.map { Array($0.object.utf8) })
    // Git converts one text a call, and tells of its length before.
    for index in try converted(files.map(\.path)) where texts[index] != nil {
      let path = String(decoding: bytes(of: files[index].path), as: UTF8.self)
      texts[index] = try actions.run(["cat-file", "--filters", "--path=\(path)", files[index].object])
    }
    return texts
  }

  /// The numbers of the paths whose files are not written as they are kept.
  private func converted(_ paths: [NotePath]) throws -> [Int] {
    guard !paths.isEmpty else { return [] }
    let (_, settings) = try git.answer(
      ["config", "-z", "--get-regexp", "^core\\.(autocrlf|eol)$"], accepting: 0...1)
    // Later ones count. Each is the name, a line's end and the value.
    let values = Dictionary(
      GitFields(settings).strings.map { entry -> (Substring, Substring?) in
        let parts = entry.split(separator: "\n", maxSplits: 1)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
      }
    ) { $1 }
    let autoReturns: Substring? = values["core.autocrlf"] ?? "false"
    let convertsAll = !["false", "no", "off", "0", "input"].contains(autoReturns?.lowercased())
    let convertsText = convertsAll || values["core.eol"]??.lowercased() == "crlf"
    // `path`, the attribute's name and its value.
    let answer = GitFields(
      try git.read(
        ["check-attr", "-z", "--stdin"] + ["text", "crlf", "eol", "filter", "ident", "working-tree-encoding"],
        input: paths.flatMap { $0.bytes + [0] })
    ).strings
    let perPath = 6 * 3
    guard answer.count == paths.count * perPath else {
      throw GitError(.system("it answered with fewer attributes"), command: "check-attr")
    }
    return paths.indices.filter { index in
      if convertsAll { return true }
      return stride(from: index * perPath, to: (index + 1) * perPath, by: 3).contains { place in
        switch (answer[place + 1], answer[place + 2]) {
        case (_, "unspecified"), (_, "unset"), ("eol", "lf"): false
        case ("text", _), ("crlf", "set"): convertsText
        default: true
        }
      }
    }
  }
}
