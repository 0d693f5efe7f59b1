#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How often the words of a query occur in the names of notes' folders. Keeps what it found of each folder, since notes
/// share them.
package struct FolderWords {
  private let patterns: [WordPattern?]
  /// The first word of each pattern that is asked for: without it in a folder's path, as letters of ASCII, there is none.
  private let firstWords: [CaselessSearch]
  private var known: [String: [Int]] = [:]
  private var last: (folder: [UInt8], found: [Int]) = ([], [])
  private var scanner = WordScanner()

  /// `patterns`: nil for what is no words. Words that are asked for in one field, or anywhere in a word, are not asked of
  /// folders.
  package init(_ patterns: [WordPattern?]) {
    self.patterns = patterns.map { pattern in
      pattern.flatMap { $0.field == nil && !$0.isInside ? $0 : nil }
    }
    firstWords = self.patterns.compactMap {
      $0.map { CaselessSearch(Array($0.bytes.dropFirst().prefix { $0 != 0x20 })) }
    }
  }

  /// By pattern; empty where there is none.
  package mutating func occurrences(inFoldersOf path: NotePath) -> [Int] {
    guard !firstWords.isEmpty else { return [] }
    var path = path.text
    return path.withUTF8 { path in
      var end = path.count - 1
      while end >= 0, path[end] != 0x2F { end -= 1 }
      guard end > 0 else { return [] }
      let folder = UnsafeBufferPointer(rebasing: path[..<end])
      // Notes come folder by folder, mostly.
      if last.folder.count == folder.count, let start = folder.baseAddress,
        memcmp(last.folder, start, folder.count) == 0
      {
        return last.found
      }
      last.folder.removeAll(keepingCapacity: true)
      last.folder.append(contentsOf: folder)
      last.found = []
      if folder.firstBeyondASCII(from: 0) != nil || firstWords.contains(where: { $0.isFound(in: folder) }) {
        let name = String(decoding: folder, as: UTF8.self)
        last.found = known[name] ?? occurrences(in: name)
        known[name] = last.found
      }
      return last.found
    }
  }

  private mutating func occurrences(in folder: String) -> [Int] {
    var words: [UInt8] = [0x20]
    var parts: [UInt8] = []
    for name in folder.pathNames() { scanner.append(value: String(name), to: &words, parts: &parts) }
    let found = patterns.map { $0?.occurrences(in: words).begun ?? 0 }
    return found.contains { $0 > 0 } ? found : []
  }
}
