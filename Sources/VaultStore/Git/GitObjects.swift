import Crypto
import VaultCore

enum GitObject {
  /// Returns true for a text that git would keep under that name. Line ends are taken for those that it keeps; what filters of a
  /// repository would make of a text is not known.
  static func isName(_ name: String, of text: [UInt8]) -> Bool {
    if self.name(of: text, like: name) == name { return true }
    guard text.contains(0x0D) else { return false }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    for index in text.indices where text[index] != 0x0D || index + 1 == text.count || text[index + 1] != 0x0A {
      plain.append(text[index])
    }
    return self.name(of: plain, like: name) == name
  }

  /// `other`: a name in the same repository, whose length says what names are made with.
  private static func name(of text: [UInt8], like other: String) -> String {
    func name(_ hash: some HashFunction) -> String {
      var hash = hash
      hash.update(data: Array("blob \(text.count)\0".utf8))
      hash.update(data: text)
      return hash.finalize().hexadecimal
    }
    return other.utf8.count == 64 ? name(SHA256()) : name(Insecure.SHA1())
  }
}

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
