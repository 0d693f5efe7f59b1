import GRDB
import GRDBSQLite
import VaultCore

/// Words of a vault's notes, folded, each once: what substrings and misspelled words are looked for in.
struct WordList: Sendable {
  /// The words are those of all notes with smaller numbers.
  let nextID: Int
  /// In order of their bytes, a blank before the first and after each.
  let words: [UInt8]

  /// The words of both. `nextID` stays that of this list.
  func merged(with other: WordList) -> WordList {
    var merged: [UInt8] = [0x20]
    merged.reserveCapacity(words.count + other.words.count)
    // Each time the next word of either list, or the one of both.
    var (a, b) = (words.dropFirst(), other.words.dropFirst())
    while let nextA = a.firstIndex(of: 0x20), let nextB = b.firstIndex(of: 0x20) {
      let (wordA, wordB) = (a[...nextA], b[...nextB])
      let isFirst = wordA.lexicographicallyPrecedes(wordB)
      if isFirst || wordA.elementsEqual(wordB) {
        merged += wordA
        a = a[(nextA + 1)...]
        if !isFirst { b = b[(nextB + 1)...] }
      } else {
        merged += wordB
        b = b[(nextB + 1)...]
      }
    }
    return WordList(nextID: nextID, words: merged + a + b)
  }

  /// The words that hold a piece, in order.
  func words(holding part: WordPart) -> [[UInt8]] {
    let needle = (part.startsWord ? [0x20] : []) + part.bytes + (part.endsWord ? [0x20] : [])
    let search = ByteSearch(needle)
    var found: [[UInt8]] = []
    words.withUnsafeBytes { words in
      var at = 0
      while let place = search.first(in: words, from: at) {
        var start = part.startsWord ? place + 1 : place
        while start > 0, words[start - 1] != 0x20 { start -= 1 }
        var end = part.endsWord ? place + needle.count - 1 : place + needle.count
        while end < words.count, words[end] != 0x20 { end += 1 }
        found.append(Array(words[start..<end]))
        at = end
      }
    }
    return found
  }

  func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
    words.withUnsafeBytes { words in
      var start = 1
      while start < words.count {
        var end = start
        while end < words.count, words[end] != 0x20 { end += 1 }
        body(UnsafeRawBufferPointer(rebasing: words[start..<end]))
        start = end + 1
      }
    }
  }
}

extension SearchIndex {
  /// Keeps the list for the next search that needs one; where the index cannot be written just now, that makes it again.
  func keep(_ list: WordList) {
    do {
      try withoutPatience {
        try use { db in
          try db.inTransaction(.immediate) {
            try db.execute(sql: "DELETE FROM word_list")
            try IndexStatement(db, "INSERT INTO word_list VALUES(?1, ?2)").run(
              list.nextID, RecordCheck(IndexMetaReader(db)).sealed(list.words, .wordList, list.nextID))
            return .commit
          }
        }
      }
      try use { shortenLog($0) }
    } catch {
      // Somebody is writing, so the next search makes the list again. Damage shows when the index is asked next.
    }
  }
}
