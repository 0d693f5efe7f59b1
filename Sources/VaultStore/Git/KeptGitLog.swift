import VaultCore

/// What a history says, as it is kept in a file: fields with a NUL behind each.
struct KeptGitLog {
  var head: String
  var prefix: [UInt8]
  /// As `GitHead.cut`.
  var cut: String
  var entries: [NotePath: GitLog.Entry]

  private static let beginning = "vault git log 2"

  init(head: String, prefix: [UInt8], cut: String, entries: [NotePath: GitLog.Entry]) {
    (self.head, self.prefix, self.cut, self.entries) = (head, prefix, cut, entries)
  }

  func isOf(_ head: String, prefix: [UInt8], cut: String) -> Bool {
    self.head == head && self.prefix == prefix && self.cut == cut
  }

  /// Nil for what is not whole.
  init?(reading bytes: [UInt8]) {
    var fields = GitFields(bytes).fields[...]
    func text() -> String? { fields.popFirst().map { String(decoding: $0, as: UTF8.self) } }
    guard text() == Self.beginning, let head = text(), let prefix = fields.popFirst(), let cut = text(),
      let count = text().flatMap({ Int($0) }), count >= 0
    else { return nil }
    self.init(head: head, prefix: Array(prefix), cut: cut, entries: [:])
    for _ in 0..<count {
      guard let path = fields.popFirst(), let first = text().flatMap(GitLog.seconds),
        let last = text().flatMap(GitLog.seconds), let object = text(),
        let authors = text().flatMap({ Int($0) }), authors >= 0, authors <= fields.count
      else { return nil }
      let names = fields.prefix(authors).map { String(decoding: $0, as: UTF8.self) }
      fields = fields.dropFirst(authors)
      entries[NotePath(bytes: path)] = GitLog.Entry(
        first: first, last: last, authors: Set(names), object: object.isEmpty ? nil : object)
    }
    guard fields.isEmpty else { return nil }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func add(_ field: some Sequence<UInt8>) {
      bytes += field
      bytes.append(0)
    }
    for field in [Self.beginning, head] { add(field.utf8) }
    add(prefix)
    add(cut.utf8)
    add("\(entries.count)".utf8)
    for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
      add(path.bytes)
      for field in ["\(entry.first)", "\(entry.last)", entry.object ?? "", "\(entry.authors.count)"] { add(field.utf8) }
      for author in entry.authors.sorted() { add(author.utf8) }
    }
    return bytes
  }
}
