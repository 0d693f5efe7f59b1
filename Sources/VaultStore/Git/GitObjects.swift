import VaultCore

extension GitRepository {
  /// The texts of objects, in their order; nil for one that is not there, as in a clone that has only a part of the history.
  /// Each is a number, or a commit's with a `:` and a path behind it.
  func texts(of objects: [[UInt8]]) throws -> [[UInt8]?] {
    guard !objects.isEmpty else { return [] }
    // Older versions of git know no other end than that of a line, which a path hardly ever has in it.
    let hasLines = objects.contains { $0.contains(0x0A) }
    let end: UInt8 = hasLines ? 0 : 0x0A
    let input = Array(objects.map { $0 + [end] }.joined())
    let answer = try git.read(["cat-file", "--batch"] + (hasLines ? ["-z"] : []), input: input)
    return try Self.texts(in: answer, count: objects.count)
  }

  /// The texts in an answer of `cat-file --batch` to so many questions.
  static func texts(in answer: [UInt8], count: Int) throws -> [[UInt8]?] {
    var texts: [[UInt8]?] = []
    var offset = 0
    while offset < answer.count, let end = answer[offset...].firstIndex(of: 0x0A) {
      // `number type size`, or `number missing`.
      let words = answer[offset..<end].split(separator: 0x20)
      offset = end + 1
      guard words.count == 3, words[1].elementsEqual("blob".utf8),
        let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0, size <= answer.count - offset
      else {
        texts.append(nil)
        continue
      }
      texts.append(Array(answer[offset..<offset + size]))
      offset += size + 1
    }
    guard texts.count == count else {
      throw GitError(.system("it answered with fewer objects"), command: "cat-file")
    }
    return texts
  }

  /// The objects of the vault's files in a commit.
  func objects(in commit: String) throws -> [NotePath: String] {
    let answer = try git.read(["ls-tree", "-r", "-z", "--full-tree", commit])
    var objects: [NotePath: String] = [:]
    for field in GitFields(answer).fields {
      // `mode type number<TAB>path`
      guard let tab = field.firstIndex(of: 0x09), let path = path(of: field[(tab + 1)...]) else { continue }
      let words = field[..<tab].split(separator: 0x20)
      guard words.count == 3, words[1].elementsEqual("blob".utf8) else { continue }
      objects[path] = String(decoding: words[2], as: UTF8.self)
    }
    return objects
  }
}
