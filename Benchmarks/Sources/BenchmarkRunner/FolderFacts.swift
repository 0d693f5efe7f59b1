import Foundation

/// Finds out what rows have to know of a folder of notes, by reading the notes plainly.
struct FolderFacts {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var facts = VaultFacts()
  private let root: String
  private var paths: [String] = []

  /// Of a word, a part of the notes; and of pieces of words and phrases.
  private static let mostOfWords = 5
  private static let mostOfPieces = 10
  private static let fewest = 3

  init(of root: String) throws {
    self.root = root
    let listing = try FolderListing(of: root)
    paths = listing.notes
    facts.notes = paths.count
    facts.folders = listing.folders
    facts.hasOtherFiles = listing.otherFiles > 0
    let census = try census()
    // Settings of the vault's own may say what counts as a task.
    if listing.hiddenEntries > 0 { facts.openTasks = 0 }
    let most = facts.notes * Self.mostOfWords / 100
    guard most >= Self.fewest else {
      throw Failure(
        description:
          "\(facts.notes) notes are too few: words are asked for that stand in at least \(Self.fewest) notes, "
          + "and in \(Self.mostOfWords) % of them at most")
    }
    let candidates = census.candidates(in: Self.fewest...most, ideal: facts.notes * 3 / 100)
    var meetings = WordMeetings(of: candidates, notes: facts.notes)
    try forEachNote { _, bytes in meetings.add(NoteWords(bytes)) }
    try choose(from: meetings)
  }

  private func forEachNote(_ body: (String, [UInt8]) throws -> Void) throws {
    for path in paths {
      try body(path, Array(Data(contentsOf: URL(fileURLWithPath: root + "/" + path))))
    }
  }

  private mutating func census() throws -> WordCensus {
    var census = WordCensus()
    var (bytes, open, plain) = (0, 0, [String]())
    try forEachNote { path, text in
      bytes += text.count
      let words = NoteWords(text)
      census.add(words, path: path)
      guard !words.isOdd else { return }
      let note = PlainNote(text)
      open += note.openTasks
      if note.adding(paragraph: "") != nil, plain.count < MoveRows.mostLinks { plain.append(path) }
    }
    facts.bytes = bytes
    facts.openTasks = open
    facts.plainNotes = plain
    facts.someNote = paths.dropFirst(paths.count / 2).first ?? ""
    return census
  }

  private mutating func choose(from meetings: WordMeetings) throws {
    let phrases = meetings.phrases(most: 20)
    guard let pair = meetings.pair, !phrases.isEmpty else {
      throw Failure(
        description: "no two words of ASCII letters that stand in \(Self.mostOfWords) % of the notes at most, and "
          + "nowhere but as words, are together in some")
    }
    facts.words = pair.words
    facts.notesWithWord = pair.notes
    facts.notesWithBothWords = pair.both
    facts.lead = pair.lead
    let pieces = pair.words.flatMap { [String($0.dropFirst().dropLast()), String($0.dropLast()), $0] }
      .filter { $0.utf8.count >= 3 }
    var tallies = (phrases.map(\.text) + pieces).map { (Array($0.utf8), WordCensus.Tally()) }
    // A note's name is looked through as well.
    let groups = [pair.words] + phrases.map { $0.text.split(separator: " ").map(String.init) }
    var most = groups.map { (words: $0.map { Array($0.utf8) }, notes: 0) }
    var note = 0
    try forEachNote { path, bytes in
      let (text, name) = (Self.inSmallLetters(bytes), Self.inSmallLetters(Array(path.utf8)))
      for index in tallies.indices where Self.holds(text, tallies[index].0) { tallies[index].1.add(note) }
      for index in most.indices
      where most[index].words.allSatisfy({ Self.holds(text, $0) || Self.holds(name, $0) }) { most[index].notes += 1 }
      note += 1
    }
    facts.mostNotesWithBothWords = most[0].notes
    // Where the letters stand in more notes, they do so in parts of other words, which ripgrep finds as well.
    guard let chosen = phrases.indices.first(where: { phrases[$0].notes == tallies[$0].1.notes }) else {
      throw Failure(description: "no two words that stand side by side in some notes, and in parts of others in none")
    }
    facts.phrase = phrases[chosen].text
    facts.notesWithPhrase = phrases[chosen].notes
    facts.mostNotesWithPhrase = most[1 + chosen].notes
    let mostOfPiece = facts.notes * Self.mostOfPieces / 100
    facts.piece = zip(pieces, tallies.dropFirst(phrases.count)).first { $1.1.notes <= mostOfPiece }?.0 ?? pair.words[0]
  }

  /// Letters of ASCII.
  private static func inSmallLetters(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
  }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        guard let first = part.first, text.count >= part.count else { return false }
        for start in 0...(text.count - part.count) where text[start] == first {
          var length = 1
          while length < part.count, text[start + length] == part[length] { length += 1 }
          if length == part.count { return true }
        }
        return false
      }
    }
  }
}
